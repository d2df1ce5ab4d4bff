import type { Clock } from '../runtime.ts'
import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import type { DeliveryLogger } from './engine-options.ts'
import { afterFailure } from './ladder.ts'
import type { AttemptResult } from './outcome.ts'
import type { Report } from './report.ts'
import type { Send } from './send.ts'
import type { Settle } from './settler.ts'

export interface ScheduledOptions {
  clock: Clock
  send: Send
  settle: Settle
  report: Report
  logger: DeliveryLogger | undefined
}

/**
 * Makes the attempt of a claimed delivery, and writes down how it went and what follows from it. Resolves when that is
 * done, with the result; undefined: the attempt was broken off, and nothing was written.
 */
export type AttemptScheduled = (
  delivery: ClaimedDelivery,
  signal: AbortSignal,
  /** Called with the result before it is written down. */
  answered: (result: AttemptResult) => void,
) => Promise<AttemptResult | undefined>

export function createScheduled(options: ScheduledOptions): AttemptScheduled {
  const { clock, send, settle, report, logger } = options

  return async function attemptScheduled(delivery, signal, answered) {
    const started_at = clock.now()
    const result = await send(delivery, signal)
    if (signal.aborted) return undefined
    answered(result)
    const now = clock.now()
    const next =
      result.outcome === 'delivered'
        ? { status: 'delivered' as const, next_attempt_at: null }
        : afterFailure(delivery.ladder_attempts + 1, now)
    const { seq, id: delivery_id, property_id, lease_token, lease_until: until, attempts } = delivery
    const settlement = { seq, property_id, delivery_id, lease_token, attempts, next, now }
    const number = await settle({ settlement, started_at, result, until, signal })
    if (number === null) {
      logger?.debug({ delivery_id }, 'a result was dropped: the claim was lost or the delivery is gone')
    } else {
      const lag_ms = started_at - delivery.next_attempt_at
      report(delivery, result, { kind: 'scheduled', status: next.status, lag_ms, number })
    }
    return result
  }
}
