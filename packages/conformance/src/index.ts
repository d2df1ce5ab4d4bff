export { ConformanceError, type ConformanceErrorCode } from './errors.ts'
export { isHeld, type Outcome, type Report, type ReportRow } from './report.ts'
export { type ConformanceOptions, runConformance } from './run-conformance.ts'
