export { ConformanceError, type ConformanceErrorCode } from './errors.ts'
export { badgeOf, htmlOf, junitOf } from './report-files.ts'
export { followersOf, isHeld, type Outcome, type Report, type ReportRow, type Shown } from './report.ts'
export { type ConformanceOptions, runConformance } from './run-conformance.ts'
