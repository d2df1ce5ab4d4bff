import type { Pool } from 'pg'
import { bornClaimed } from '../born-claimed.ts'
import type { ClaimedDelivery } from '../delivery-work.ts'
import { StorageConflict } from '../errors.ts'
import { idBeginning } from '../ordered-id.ts'
import { postgresError } from './errors.ts'
import { runNamed } from './statement.ts'
import type { PaymentAtOnce } from '../storage.ts'

/** A payment and the record of its answer, under one more condition. */
const recorded = (condition = '') => `
with claimed as (
  insert into idempotency_records (property_id, scope, fingerprint, status, body, created_at, expires_at)
  select $1::text, $2::text, $3::text, $4::bigint, $5::text, $6::bigint, $7::bigint
  where ($8::text is null or exists (select from bookings where property_id = $1 and id = $8))
    and ($9::text is null or exists (select from guests where property_id = $1 and id = $9))
    ${condition}
  on conflict (property_id, scope) do nothing
  returning 1
),
paid as (
  insert into payments (property_id, id, bid, gid, date, status, json)
  select $1, $10::text, $8, $9, $6, 1, $11::text from claimed
)`

/**
 * Where no endpoint listens, which it looks at itself: a fifth less of PostgreSQL's time than the whole, of which each part
 * costs something also when it does nothing.
 */
const unheard = `${recorded(`and not exists (
      select from webhook_endpoints where property_id = $1 and is_active = 1 and position($12::text in events) > 0
    )`)}
select count(*) as claimed from claimed`

/**
 * A payment, the record of its answer, its event and a delivery for each endpoint that listens: all or nothing, in one
 * statement. As a transaction it is nine round trips; this is one.
 */
const text = `${recorded()},
listening as materialized (
  select id, url, secret, $18::text || substr(gen_random_uuid()::text, 16) as delivery_id,
    $19::text is not null and id <> all($20::text[]) as taken
  from webhook_endpoints
  where property_id = $1 and is_active = 1 and position($12::text in events) > 0 and exists (select from claimed)
  order by seq
),
fired as (
  insert into events (property_id, id, type, data, created_at)
  select $1, $13::text, $14::text, $15::text, $6 where exists (select from listening)
),
sent as (
  insert into deliveries (property_id, id, endpoint_id, event_id, event_type, body, status, attempts, ladder_attempts,
    next_attempt_at, created_at, traceparent, lease_until, lease_token)
  select $1, delivery_id, id, $13, $14, '{"id":"' || delivery_id || '",' || $16::text, 'pending', 0, 0, $6, $6, $17::text,
    case when taken then $21::bigint end, case when taken then $19 end
  from listening
  returning id, seq
)
select (select count(*) from claimed) as claimed, sent.seq, sent.id, listening.id as endpoint_id, listening.url,
  listening.secret, listening.taken
from (select) as always left join (sent join listening on listening.delivery_id = sent.id) on true
order by sent.seq`

type Row =
  | { claimed: number; id: null }
  | ({ claimed: number; taken: boolean } & Pick<
      ClaimedDelivery,
      'seq' | 'id' | 'endpoint_id' | 'url' | 'secret'
    >)

/** Values that {@link unheard} has, the first of the whole. */
const unheardValues = 12

/** Properties that are remembered as having a listener. */
const mostHeard = 10_000

/** @param told hears of a commit that has left deliveries to the queue */
export function postgresRecordPayment(pool: Pool, told: () => void) {
  // A guess, which costs a round trip where it is wrong: each statement looks for itself.
  const heard = new Set<string>()

  return async function recordPayment(made: PaymentAtOnce): Promise<boolean> {
    const { record, payment, event, offer } = made
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
        idBeginning(record.created_at),
        offer?.lease_token ?? null,
        offer?.left ?? [],
        offer?.lease_until ?? null,
      ]
      const topic = `${payment.property_id} ${event.type}`
      if (!heard.has(topic)) {
        const short = await runNamed<{ claimed: number }>(pool, unheard, values.slice(0, unheardValues))
        if (short.rows[0]?.claimed === 1) return true
      }
      const { rows } = await runNamed<Row>(pool, text, values)
      if (heard.size === mostHeard) heard.clear()
      if (rows[0]?.id) heard.add(topic)
      else if (rows[0]?.claimed === 1) heard.delete(topic)
      const taken: ClaimedDelivery[] = []
      let queued = 0
      for (const row of rows) {
        if (row.id === null) continue
        if (!offer || !row.taken) {
          queued += 1
          continue
        }
        taken.push(bornClaimed(made, offer, row))
      }
      if (taken.length > 0) offer?.take(taken)
      if (queued > 0) told()
      return rows[0]?.claimed === 1
    } catch (error) {
      const known = postgresError(error)
      // An endpoint, booking or guest went away at this moment: the long way sees what is there now.
      if (known instanceof StorageConflict && known.rule === 'reference') return false
      throw known
    }
  }
}
