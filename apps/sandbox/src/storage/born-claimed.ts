import type { ClaimedDelivery, DeliveryOffer } from './delivery-work.ts'
import type { PaymentAtOnce } from './storage.ts'

/** What the database has given a delivery, and what it has read of its endpoint. */
type Born = Pick<ClaimedDelivery, 'seq' | 'id' | 'endpoint_id' | 'url' | 'secret' | 'as_of'>

/**
 * A delivery as it was written with its payment, under the lease that was offered: the node that took it need not read it.
 * Its text is put together here, and is not the one that the database got: it refers to its event's while it waits.
 */
export function bornClaimed(
  { payment, record, event }: PaymentAtOnce,
  { lease_until, lease_token }: Pick<DeliveryOffer, 'lease_until' | 'lease_token'>,
  { seq, id, endpoint_id, url, secret, as_of }: Born,
): ClaimedDelivery {
  return {
    seq,
    id,
    property_id: payment.property_id,
    endpoint_id,
    event_type: event.type,
    body: `{"id":"${id}",${event.envelope}`,
    status: 'pending',
    attempts: 0,
    ladder_attempts: 0,
    next_attempt_at: record.created_at,
    traceparent: event.traceparent,
    lease_until,
    lease_token,
    url,
    secret,
    as_of,
  }
}
