import type { Attempt, ResendInput, ResendResult } from '@svc/control'
import type { DeliveryEngine } from '../delivery/engine.ts'
import { getLoggedDelivery } from '../service/delivery-log.ts'
import { selectDeliveryIds } from '../storage/queries/delivery-log.ts'
import type { Db } from '../storage/storage.ts'

/** Deliveries that one call resends. */
const maxResent = 10_000
/** Attempts of one such call that run at once: each may take five seconds. */
const resentAtOnce = 16

/**
 * One extra attempt of a delivery, outside its ladder (D18).
 *
 * @throws ServiceError `not_found`
 */
export async function resendDelivery(
  engine: DeliveryEngine,
  db: Db,
  propertyId: string,
  deliveryId: string,
): Promise<Attempt> {
  const { id } = await getLoggedDelivery(db, propertyId, deliveryId)
  return engine.resend(propertyId, id)
}

/** One extra attempt of each delivery that matches, the oldest first. */
export async function resendDeliveries(
  engine: DeliveryEngine,
  db: Db,
  propertyId: string,
  { since, ...which }: ResendInput,
): Promise<ResendResult> {
  const filter = { ...which, since: since === undefined ? undefined : Date.parse(since) }
  const waiting = await selectDeliveryIds(db, propertyId, filter, maxResent)
  const attempts: Attempt[] = []
  const resendNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      attempts.push(await engine.resend(propertyId, id))
  }
  await Promise.all(Array.from({ length: resentAtOnce }, resendNext))
  const delivered = attempts.filter(({ outcome }) => outcome === 'delivered').length
  return { resent: attempts.length, delivered, failed: attempts.length - delivered }
}
