import type { EndpointHealth, Insights, LoggedRequest, Span } from '@svc/control'
import { type AttemptFigures, selectAttemptFigures } from '../storage/queries/attempt-figures.ts'
import type { Db } from '../storage/storage.ts'
import { timestamp } from '../service/wire.ts'
import type { RequestLog } from './request-log.ts'

/** Attempts that are read for one answer. */
const mostAttempts = 20_000

export interface InsightsOptions {
  db: Db
  log: Pick<RequestLog, 'held'>
  propertyId: string
  /** The virtual now, in milliseconds. */
  now: number
  minutes: number
  spans: number
}

/** Requests and attempts over time, and how each endpoint is doing. */
export async function readInsights(options: InsightsOptions): Promise<Insights> {
  const { db, log, propertyId, now, minutes, spans: parts } = options
  const since = now - minutes * 60_000
  const width = (minutes * 60_000) / parts
  const attempts = await selectAttemptFigures(db, propertyId, { since, limit: mostAttempts })
  const spanOf = (time: number): number =>
    Math.min(parts - 1, Math.max(0, Math.floor((time - since) / width)))

  const spans = Array.from({ length: parts }, (_, index) => emptySpan(since + index * width))
  const requestMs = spans.map((): number[] => [])
  const attemptMs = spans.map((): number[] => [])
  for (const request of log.held()) {
    if (request.property_id !== propertyId || request.time < since || request.time > now) continue
    const index = spanOf(request.time)
    spans[index]![kindOf(request.status)] += 1
    requestMs[index]!.push(request.ms)
  }
  for (const attempt of attempts) {
    const index = spanOf(attempt.started_at)
    spans[index]![attempt.outcome === 'delivered' ? 'delivered' : 'failed'] += 1
    attemptMs[index]!.push(attempt.duration_ms)
  }
  for (const [index, span] of spans.entries()) {
    span.request_ms = median(requestMs[index]!)
    span.attempt_ms = median(attemptMs[index]!)
  }
  const full = attempts.length === mostAttempts
  return {
    since: timestamp(since),
    attempts_from: full ? timestamp(attempts.at(-1)!.started_at) : null,
    spans,
    endpoints: [...Map.groupBy(attempts, ({ endpoint_id }) => endpoint_id)].map(healthOf),
  }
}

const emptySpan = (from: number): Span => ({
  from: timestamp(Math.floor(from)),
  requests_ok: 0,
  requests_refused: 0,
  requests_failed: 0,
  request_ms: null,
  delivered: 0,
  failed: 0,
  attempt_ms: null,
})

function kindOf(status: LoggedRequest['status']): 'requests_ok' | 'requests_refused' | 'requests_failed' {
  if (status < 400) return 'requests_ok'
  return status < 500 ? 'requests_refused' : 'requests_failed'
}

/** @param attempts newest first */
function healthOf([endpoint_id, attempts]: [string, AttemptFigures[]]): EndpointHealth {
  const failures = attempts.filter(({ outcome }) => outcome !== 'delivered')
  const lastSuccess = attempts.findIndex(({ outcome }) => outcome === 'delivered')
  const failing = lastSuccess === -1 ? attempts : attempts.slice(0, lastSuccess)
  const first = failing.at(-1)
  const times = attempts.map(({ duration_ms }) => duration_ms)
  const causes = [...Map.groupBy(failures, causeOf)].map(([cause, of]) => ({
    cause,
    count: of.length,
    last_delivery_id: of[0]!.delivery_id,
  }))
  return {
    endpoint_id,
    delivered: attempts.length - failures.length,
    failed: failures.length,
    median_ms: median(times),
    slowest_ms: Math.max(...times),
    failing_since: first ? timestamp(first.started_at) : null,
    causes: causes.toSorted((one, other) => other.count - one.count),
  }
}

const causeOf = ({ error, response_status }: AttemptFigures): string =>
  response_status === null ? (error ?? 'unknown') : String(response_status)

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
