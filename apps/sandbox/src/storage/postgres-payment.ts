import type { Pool } from 'pg'
import { StorageConflict } from './errors.ts'
import { postgresError } from './postgres-errors.ts'
import { runNamed } from './postgres-statement.ts'
import type { PaymentAtOnce } from './storage.ts'

/**
 * A payment, the record of its answer, its event and a delivery for each endpoint that listens: all or nothing, in one
 * statement. As a transaction it is nine round trips; this is one.
 */
const text = `
with claimed as (
  insert into idempotency_records (property_id, scope, fingerprint, status, body, created_at, expires_at)
  select $1::text, $2::text, $3::text, $4::bigint, $5::text, $6::bigint, $7::bigint
  where ($8::text is null or exists (select from bookings where property_id = $1 and id = $8))
    and ($9::text is null or exists (select from guests where property_id = $1 and id = $9))
  on conflict (property_id, scope) do nothing
  returning 1
),
paid as (
  insert into payments (property_id, id, bid, gid, date, status, json)
  select $1, $10::text, $8, $9, $6, 1, $11::text from claimed
),
listening as materialized (
  select id, gen_random_uuid()::text as delivery_id from webhook_endpoints
  where property_id = $1 and is_active = 1 and position($12::text in events) > 0 and exists (select from claimed)
  order by seq
),
fired as (
  insert into events (property_id, id, type, data, created_at)
  select $1, $13::text, $14::text, $15::text, $6 where exists (select from listening)
),
sent as (
  insert into deliveries (property_id, id, endpoint_id, event_id, event_type, body, status, attempts, ladder_attempts,
    next_attempt_at, created_at, traceparent)
  select $1, delivery_id, id, $13, $14, '{"id":"' || delivery_id || '",' || $16::text, 'pending', 0, 0, $6, $6, $17::text
  from listening
  returning 1
)
select (select count(*) from claimed) as claimed, (select count(*) from sent) as sent`

/** @param told hears of a commit that has deliveries in it */
export function postgresRecordPayment(pool: Pool, told: () => void) {
  return async function recordPayment(made: PaymentAtOnce): Promise<boolean> {
    const { record, payment, event } = made
    try {
      const values = [
        payment.property_id,
        record.scope,
        record.fingerprint,
        record.status,
        record.body,
        record.created_at,
        record.expires_at,
        payment.bid,
        payment.gid,
        payment.id,
        payment.json,
        JSON.stringify(event.type),
        event.id,
        event.type,
        event.data,
        event.envelope,
        event.traceparent,
      ]
      const { rows } = await runNamed<{ claimed: number; sent: number }>(pool, text, values)
      if ((rows[0]?.sent ?? 0) > 0) told()
      return rows[0]?.claimed === 1
    } catch (error) {
      const known = postgresError(error)
      // An endpoint, booking or guest went away at this moment: the long way sees what is there now.
      if (known instanceof StorageConflict && known.rule === 'reference') return false
      throw known
    }
  }
}
