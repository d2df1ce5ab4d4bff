import type { Pool, QueryResultRow } from 'pg'
import type {
  Claim,
  ClaimedDelivery,
  ClaimOptions,
  DeliveryWork,
  ScheduledSettlement,
} from '../delivery-work.ts'
import { postgresError } from './errors.ts'

/**
 * Rows are locked as they are found, and those that another node is claiming are passed over.
 *
 * In all of these, rows are found one by one through their key, in a subquery of their own. Joined freely, they are a few of
 * the property's rows, which PostgreSQL takes for a two hundredth of the table until it has been analysed: it then read the
 * whole history of the property for each batch.
 */
const claim = (divided: boolean) => `
with wanted as (
  select * from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[])
    with ordinality as lane (endpoint_id, status, most, due_by, place)
),
found as materialized (
  select wanted.place, wanted.most, wanted.due_by, endpoint.url, endpoint.secret, due.*
  from wanted
  join webhook_endpoints endpoint
    on endpoint.property_id = $1 and endpoint.id = wanted.endpoint_id and endpoint.is_active = 1
  cross join lateral (
    select seq, id, property_id, endpoint_id, event_type, body, status, attempts, ladder_attempts, next_attempt_at,
      traceparent
    from deliveries
    where property_id = $1 and endpoint_id = wanted.endpoint_id and status = wanted.status
      and next_attempt_at <= $6::bigint and (lease_until is null or lease_until <= $7::bigint)
    order by next_attempt_at, seq
    -- One more than wanted: it tells when the lane goes on.
    limit wanted.most + 1
    for update skip locked
  ) due
),
ranked as materialized (
  select found.*, next_attempt_at <= due_by
    and row_number() over (partition by place order by next_attempt_at, seq) <= most as taken
  from found
),
leased as (
  update deliveries set lease_until = $8::bigint, lease_token = $9::text
  from ranked
  where deliveries.property_id = ${divided ? '$1' : 'ranked.property_id'} and deliveries.id = ranked.id and ranked.taken
)
select * from ranked order by place, next_attempt_at, seq`

const confirm = `
select held.id, endpoint.url, endpoint.secret
from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as held (property_id, id, lease_token, status)
cross join lateral (
  select endpoint_id from deliveries
  where property_id = held.property_id and id = held.id and lease_token = held.lease_token and status = held.status
    and next_attempt_at is not null
  limit 1
) own
cross join lateral (
  select url, secret from webhook_endpoints
  where property_id = held.property_id and id = own.endpoint_id and is_active = 1
  limit 1
) endpoint`

// A resend may have succeeded while the attempt was under way: then it is counted, and changes nothing else.
const settle = (divided: boolean) => `
with made as materialized (
  select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[],
    $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::text[], $13::text[])
  as made (property_id, id, lease_token, started_at, response_status, response_body, status, next_attempt_at,
    delivered_at, duration_ms, outcome, error, wire)
),
found as materialized (
  select made.* from made cross join lateral (
    select 1 from deliveries
    where property_id = made.property_id and id = made.id and lease_token = made.lease_token
    limit 1
    for update
  ) own
),
settled as (
  update deliveries set
    attempts = deliveries.attempts + 1,
    ladder_attempts = deliveries.ladder_attempts + 1,
    last_attempted_at = found.started_at,
    response_status = found.response_status,
    response_body = found.response_body,
    next_attempt_at = case when deliveries.status = 'delivered' then deliveries.next_attempt_at
      else found.next_attempt_at end,
    delivered_at = case when deliveries.status = 'delivered' then deliveries.delivered_at else found.delivered_at end,
    status = case when deliveries.status = 'delivered' then deliveries.status else found.status end,
    lease_until = null,
    lease_token = null
  from found
  where deliveries.property_id = found.property_id and deliveries.id = found.id
    and deliveries.lease_token = found.lease_token
    -- Named apart: of divided tables, only the parts of these are looked into.
    ${divided ? 'and deliveries.property_id = any($14::text[])' : ''}
  returning deliveries.attempts, found.*
),
logged as (
  insert into attempts (property_id, delivery_id, number, kind, started_at, duration_ms, outcome, response_status,
    response_body, error, wire)
  select property_id, id, attempts, 'scheduled', started_at, duration_ms, outcome, response_status, response_body,
    error, wire
  from settled
)
select id, attempts from settled`

const release = (divided: boolean) => `
with found as materialized (
  select held.* from unnest($1::text[], $2::text[], $3::text[]) as held (property_id, id, lease_token)
  cross join lateral (
    select 1 from deliveries
    where property_id = held.property_id and id = held.id and lease_token = held.lease_token
    limit 1
    for update
  ) own
)
update deliveries set lease_until = null, lease_token = null
from found
where deliveries.property_id = found.property_id and deliveries.id = found.id
  and deliveries.lease_token = found.lease_token
  ${divided ? 'and deliveries.property_id = any($4::text[])' : ''}`

type FoundRow = Omit<ClaimedDelivery, 'lease_until' | 'lease_token'> & { place: number; taken: boolean }

/**
 * Planned with each run, by the size of the tables at that time: a plan that is made once is made while they are empty, and
 * walks through all of a property afterwards. A batch shares the 0.2 ms.
 */
export function postgresDeliveryWork(pool: Pool, { divided }: { divided: boolean }): DeliveryWork {
  const claimText = claim(divided)
  const settleText = settle(divided)
  const releaseText = release(divided)

  async function rowsOf<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return (await pool.query<Row>(text, [...values])).rows
    } catch (error) {
      throw postgresError(error)
    }
  }

  async function claimOne(options: ClaimOptions): Promise<Claim> {
    const { property_id, wanted, now, realNow, leaseUntil, leaseToken } = options
    const rows = await rowsOf<FoundRow>(claimText, [
      property_id,
      wanted.map(({ endpoint_id }) => endpoint_id),
      wanted.map(({ status }) => status),
      wanted.map(({ limit }) => limit),
      wanted.map(({ dueBy }) => dueBy),
      now,
      realNow,
      leaseUntil,
      leaseToken,
    ])
    const nextDue: Claim['nextDue'] = wanted.map(() => null)
    const claimed: ClaimedDelivery[] = []
    for (const { place, taken, ...row } of rows) {
      if (taken) claimed.push({ ...row, lease_until: leaseUntil, lease_token: leaseToken })
      else nextDue[place - 1] ??= row.next_attempt_at
    }
    return { claimed, nextDue }
  }

  return {
    claimDeliveries: (options) => Promise.all(options.map(claimOne)),
    async confirmClaims(claims) {
      const rows = await rowsOf<Pick<ClaimedDelivery, 'id' | 'url' | 'secret'>>(confirm, [
        claims.map(({ property_id }) => property_id),
        claims.map(({ id }) => id),
        claims.map(({ lease_token }) => lease_token),
        claims.map(({ status }) => status),
      ])
      const confirmed = new Map(rows.map((row) => [row.id, row]))
      return claims.flatMap((one) => {
        const row = confirmed.get(one.id)
        return row ? [{ ...one, url: row.url, secret: row.secret }] : []
      })
    },
    async settleAttempts(settlements) {
      const rows = await rowsOf<{ id: string; attempts: number }>(settleText, [
        ...settleValues(settlements),
        ...(divided ? [propertiesOf(settlements)] : []),
      ])
      return new Map(rows.map(({ id, attempts }) => [id, attempts]))
    },
    async releaseClaims(claims) {
      await rowsOf(releaseText, [
        claims.map(({ property_id }) => property_id),
        claims.map(({ id }) => id),
        claims.map(({ lease_token }) => lease_token),
        ...(divided ? [propertiesOf(claims)] : []),
      ])
    },
  }
}

const propertiesOf = (rows: readonly { property_id: string }[]): string[] => [
  ...new Set(rows.map(({ property_id }) => property_id)),
]

function settleValues(settlements: readonly ScheduledSettlement[]): unknown[] {
  const of = <Value>(value: (one: ScheduledSettlement) => Value): Value[] => settlements.map(value)
  return [
    of(({ property_id }) => property_id),
    of(({ delivery_id }) => delivery_id),
    of(({ lease_token }) => lease_token),
    of(({ attempt }) => attempt.started_at),
    of(({ attempt }) => attempt.response_status),
    of(({ attempt }) => attempt.response_body),
    of(({ next }) => next.status),
    of(({ next }) => next.next_attempt_at),
    of(({ next, now }) => (next.status === 'delivered' ? now : null)),
    of(({ attempt }) => attempt.duration_ms),
    of(({ attempt }) => attempt.outcome),
    of(({ attempt }) => attempt.error),
    of(({ attempt }) => attempt.wire ?? null),
  ]
}
