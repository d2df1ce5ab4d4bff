import type { Attempt } from '@svc/control'
import type { Clock } from '../runtime.ts'
import { toAttemptWire } from '../service/attempt-wire.ts'
import { ServiceError } from '../service/errors.ts'
import { selectDeliveryToSend } from '../storage/queries/delivery-claims.ts'
import { settleManual } from '../storage/queries/delivery-settlements.ts'
import type { Storage } from '../storage/storage.ts'
import type { Report } from './report.ts'
import type { Send } from './send.ts'
import { settleWithin } from './settle.ts'

export interface ResendOptions {
  storage: Storage
  clock: Clock
  leaseMs: number
  send: Send
  report: Report
}

/**
 * Makes one extra attempt outside the ladder, with the same id and bytes. It does not count against the shares of the
 * engine.
 */
export function createResend({ storage, clock, leaseMs, send, report }: ResendOptions) {
  return async function resend(property_id: string, delivery_id: string): Promise<Attempt> {
    const delivery = await selectDeliveryToSend(storage.db, property_id, delivery_id)
    if (!delivery) throw new ServiceError('not_found', `There is no delivery ${delivery_id}.`)
    const started_at = clock.now()
    const until = clock.real() + leaseMs
    const result = await send(delivery, new AbortController().signal)
    const delivered = result.outcome === 'delivered'
    const number = await settleWithin({ clock, until, result }, (attempt) =>
      storage.write((tx) =>
        settleManual(tx, {
          property_id,
          delivery_id,
          attempt: { ...attempt, started_at },
          delivered,
          now: clock.now(),
        }),
      ),
    )
    if (number === null) {
      throw new ServiceError('not_found', `Delivery ${delivery_id} was deleted while it was being resent.`)
    }
    const status = delivered ? ('delivered' as const) : null
    report(delivery, result, { kind: 'manual', status, lag_ms: null, number })
    return {
      ...result,
      number,
      kind: 'manual',
      started_at: new Date(started_at).toISOString(),
      wire: result.wire ? toAttemptWire(result.wire) : null,
    }
  }
}
