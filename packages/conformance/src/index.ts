export { type ConformanceOptions, runConformance } from './run-conformance.ts'
export { isHeld, type Outcome, type Report, type ReportRow } from './report.ts'
