import { bornClaimed } from '../born-claimed.ts'
import type { ClaimedDelivery } from '../delivery-work.ts'
import { idBeginning, orderedId } from '../ordered-id.ts'
import type { SqliteConnection } from './connection.ts'
import type { PaymentAtOnce } from '../storage.ts'

/** What came of it, once it is committed. */
export interface RecordedPayment {
  /** False: nothing was written. */
  recorded: boolean
  /** How many of its deliveries wait in the queue. */
  queued: number
  /** Those that were written under the lease that was offered. */
  taken: ClaimedDelivery[]
}

const claim = `
insert into idempotency_records (property_id, scope, fingerprint, status, body, created_at, expires_at)
values (?, ?, ?, ?, ?, ?, ?) on conflict (property_id, scope) do nothing`

const pay = `
insert into payments (property_id, id, bid, gid, date, status, json) values (?, ?, ?, ?, ?, 1, ?)`

const listening = `
select id, url, secret from webhook_endpoints
where property_id = ? and is_active = 1 and instr(events, ?) > 0 order by seq`

const fire = `insert into events (property_id, id, type, data, created_at) values (?, ?, ?, ?, ?)`

/**
 * One delivery. A statement for several is no cheaper: as it may fail half way, SQLite copies each page before its first
 * change. Plain question marks alone: Node 22.19, and 24 up to 24.6 at least, binds nothing to a numbered one.
 */
const send = `
insert into deliveries (property_id, id, endpoint_id, event_id, event_type, body, status, attempts, ladder_attempts,
  next_attempt_at, created_at, traceparent, lease_until, lease_token)
values (?, ?, ?, ?, ?, '{"id":"' || ? || '",' || ?, 'pending', 0, 0, ?, ?, ?, ?, ?)`

type Listening = Pick<ClaimedDelivery, 'id' | 'url' | 'secret'>

const nothing: RecordedPayment = { recorded: false, queued: 0, taken: [] }

/**
 * A payment, the record of its answer, its event and a delivery for each endpoint that listens, in one go on the
 * connection that writes. The statements are those of the long way; what is left out is the way to each of them, which
 * cost as much as they do.
 *
 * @param connection in a transaction: what throws takes all of it back
 */
export function sqliteRecordPayment(connection: SqliteConnection, made: PaymentAtOnce): RecordedPayment {
  const { record, payment, event, offer } = made
  const { property_id, id, bid, gid } = payment
  const { created_at } = record
  const missing = (table: 'bookings' | 'guests', key: string | null) =>
    key !== null &&
    connection.all(`select 1 from ${table} where property_id = ? and id = ?`, [property_id, key]).length === 0
  if (missing('bookings', bid) || missing('guests', gid)) return nothing

  const { scope, fingerprint, status, body, expires_at } = record
  const claimed = connection.run(claim, [
    property_id,
    scope,
    fingerprint,
    status,
    body,
    created_at,
    expires_at,
  ])
  if (claimed.numAffectedRows === 0n) return nothing
  connection.run(pay, [property_id, id, bid, gid, created_at, payment.json])

  const endpoints = connection.all(listening, [property_id, JSON.stringify(event.type)]) as Listening[]
  if (endpoints.length > 0) {
    connection.run(fire, [property_id, event.id, event.type, event.data, created_at])
  }
  const taken: ClaimedDelivery[] = []
  const beginning = idBeginning(created_at)
  for (const { id: endpoint_id, url, secret } of endpoints) {
    const delivery = orderedId(beginning)
    const lease = offer?.left.includes(endpoint_id) ? undefined : offer
    const { insertId } = connection.run(send, [
      property_id,
      delivery,
      endpoint_id,
      event.id,
      event.type,
      delivery,
      event.envelope,
      created_at,
      created_at,
      event.traceparent,
      lease?.lease_until,
      lease?.lease_token,
    ])
    if (!lease) continue
    const seq = Number(insertId)
    const as_of = connection.claimChanges
    taken.push(bornClaimed(made, lease, { seq, id: delivery, endpoint_id, url, secret, as_of }))
  }
  return { recorded: true, queued: endpoints.length - taken.length, taken }
}
