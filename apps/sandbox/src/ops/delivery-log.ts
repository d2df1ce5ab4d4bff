import type { AttemptReport } from '../delivery/engine.ts'
import { parseTraceparent } from '../traceparent.ts'

interface Log {
  info(details: object, message: string): void
  warn(details: object, message: string): void
}

/**
 * One line for each attempt of a delivery. Neither the endpoint's URL (its query may hold a token) nor what was sent or
 * answered is in it: the delivery log of the dashboard shows that to those who may see it.
 */
export function logAttempts(log: Log): (report: AttemptReport) => void {
  return function logAttempt(report) {
    const { delivery_id, endpoint_id, property_id, event_type, kind, outcome, status } = report
    const trace_id = parseTraceparent(report.traceparent)?.traceId
    const details = {
      delivery_id,
      endpoint_id,
      property_id,
      event_type,
      kind,
      attempt: report.number,
      outcome,
      error: report.error,
      response_status: report.response_status,
      ms: report.duration_ms,
      ...(status && { status }),
      ...(report.lag_ms === null ? {} : { lag_ms: report.lag_ms }),
      ...(trace_id && { trace_id }),
    }
    if (outcome === 'delivered') log.info(details, 'attempt')
    else log.warn(details, status === 'dead' ? 'attempt: the delivery is dead' : 'attempt')
  }
}
