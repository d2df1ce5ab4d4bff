import type { Claim, ClaimedDelivery, ClaimOptions, ScheduledSettlement } from '../delivery-work.ts'
import { lease, release, settle } from './claim-texts.ts'
import type { SqliteConnection } from './connection.ts'

const endpointOf = `
select url, secret from webhook_endpoints where property_id = ? and id = ? and is_active = 1`

const dueOf = `
select seq, id, property_id, endpoint_id, event_type, body, attempts, ladder_attempts, next_attempt_at, traceparent
from deliveries
where property_id = ? and endpoint_id = ? and status = ? and next_attempt_at <= ?
  and (lease_until is null or lease_until <= ?)
order by next_attempt_at, seq limit ?`

const holds = `
select 1 from deliveries where seq = ? and lease_token = ? and status = ? and next_attempt_at is not null`

const attemptsOf = `select attempts from deliveries where seq = ? and lease_token = ?`

const log = `
insert into attempts (property_id, delivery_id, number, kind, started_at, duration_ms, outcome, response_status,
  response_body, error, wire)
values (?, ?, ?, 'scheduled', ?, ?, ?, ?, ?, ?, ?)`

type DueRow = Omit<ClaimedDelivery, 'url' | 'secret' | 'status' | 'lease_until' | 'lease_token'>
type Endpoint = Pick<ClaimedDelivery, 'url' | 'secret'>

/** @param connection in a transaction: what throws takes all of it back */
export function sqliteClaim(connection: SqliteConnection, options: ClaimOptions): Claim {
  const { property_id, wanted, now, realNow, leaseUntil, leaseToken } = options
  const claimed: ClaimedDelivery[] = []
  const nextDue = wanted.map(({ endpoint_id, status, limit, dueBy }) => {
    const [endpoint] = connection.all(endpointOf, [property_id, endpoint_id]) as Endpoint[]
    // Switched off or deleted meanwhile: held, or gone.
    if (!endpoint) return null
    // One more than wanted: it tells when the lane goes on.
    const values = [property_id, endpoint_id, status, now, realNow, limit + 1]
    const due = connection.all(dueOf, values) as DueRow[]
    let taken = 0
    for (const row of due) {
      if (taken === limit || row.next_attempt_at > dueBy) break
      taken += 1
      connection.change(lease, [leaseUntil, leaseToken, row.seq])
      const { url, secret } = endpoint
      claimed.push({ ...row, status, lease_until: leaseUntil, lease_token: leaseToken, url, secret })
    }
    return due[taken]?.next_attempt_at ?? null
  })
  return { claimed, nextDue }
}

/** On the connection that writes: what it is about to commit counts. */
export function sqliteConfirm(
  connection: SqliteConnection,
  claims: readonly ClaimedDelivery[],
): ClaimedDelivery[] {
  const endpoints = new Map<string, Endpoint | undefined>()
  return claims.filter((claim) => {
    const { seq, property_id, endpoint_id, lease_token, status } = claim
    if (!endpoints.has(endpoint_id)) {
      endpoints.set(endpoint_id, (connection.all(endpointOf, [property_id, endpoint_id]) as Endpoint[])[0])
    }
    const endpoint = endpoints.get(endpoint_id)
    if (!endpoint || connection.all(holds, [seq, lease_token, status]).length === 0) return false
    Object.assign(claim, endpoint)
    return true
  })
}

/** @param connection in a transaction: what throws takes all of it back */
export function sqliteRelease(connection: SqliteConnection, claims: readonly ClaimedDelivery[]): void {
  for (const { seq, lease_token } of claims) connection.change(release, [seq, lease_token])
}

/** @param connection in a transaction: what throws takes all of it back */
export function sqliteSettle(
  connection: SqliteConnection,
  settlements: readonly ScheduledSettlement[],
): Map<string, number> {
  const numbers = new Map<string, number>()
  for (const one of settlements) {
    const { seq, property_id, delivery_id, lease_token, attempt, next, now } = one
    const { started_at, duration_ms, outcome, response_status, response_body, error, wire } = attempt
    const settleAfter = (attempts: number): boolean =>
      connection.change(settle, [
        started_at,
        response_status,
        response_body,
        next.next_attempt_at,
        next.status === 'delivered' ? now : null,
        next.status,
        seq,
        lease_token,
        attempts,
      ]) > 0
    let { attempts } = one
    // `returning` would tell the number, and makes SQLite set up a table for its one row: a third of the statement.
    if (!settleAfter(attempts)) {
      const [held] = connection.all(attemptsOf, [seq, lease_token]) as { attempts: number }[]
      if (!held) continue
      attempts = held.attempts
      settleAfter(attempts)
    }
    const number = attempts + 1
    numbers.set(delivery_id, number)
    connection.change(log, [
      property_id,
      delivery_id,
      number,
      started_at,
      duration_ms,
      outcome,
      response_status,
      response_body,
      error,
      wire,
    ])
  }
  return numbers
}
