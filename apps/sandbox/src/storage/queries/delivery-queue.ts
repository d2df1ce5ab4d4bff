import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Db, Storage } from '../storage.ts'
import { insertAttempt, type NewAttempt } from './attempts.ts'
import type { DeliveryRow } from './deliveries.ts'

/** An active endpoint with scheduled deliveries. */
export interface QueueHead {
  endpoint_id: string
  /** When its first delivery is due, also one that an attempt is being made of. */
  due: number
  /** When the first is due that nobody has claimed; null: all are claimed. */
  unclaimed_due: number | null
}

/** A delivery that this node may attempt now, with what the attempt needs of its endpoint. */
export interface ClaimedDelivery extends DeliveryRow {
  lease_token: string
  next_attempt_at: number
  url: string
  /** As it is stored: sealed when a secret key is configured. */
  secret: string
}

/**
 * The heads of the queue, one for each active endpoint with scheduled deliveries, earliest due first. Two jumps into the
 * index for each endpoint: the cost does not grow with what waits behind the heads.
 *
 * @param realNow the machine's now: claims whose lease is over do not count
 */
export async function selectQueueHeads(db: Db, realNow: number): Promise<QueueHead[]> {
  const rows = await queueHeads(db, realNow).execute()
  return rows.filter((row): row is QueueHead => row.due !== null).toSorted((a, b) => a.due - b.due)
}

/** The query of {@link selectQueueHeads}; its plan is tested. */
export function queueHeads(db: Db, realNow: number) {
  return db
    .selectFrom('webhook_endpoints')
    .where('webhook_endpoints.is_active', '=', 1)
    .select((row) => {
      const firstDue = row
        .selectFrom('deliveries')
        .select('deliveries.next_attempt_at')
        .whereRef('deliveries.property_id', '=', 'webhook_endpoints.property_id')
        .whereRef('deliveries.endpoint_id', '=', 'webhook_endpoints.id')
        .where('deliveries.next_attempt_at', 'is not', null)
        .orderBy('deliveries.next_attempt_at')
        .limit(1)
      return [
        'webhook_endpoints.id as endpoint_id',
        firstDue.as('due'),
        firstDue.where(unclaimedAt(realNow)).as('unclaimed_due'),
      ]
    })
}

function unclaimedAt(realNow: number) {
  return (row: ExpressionBuilder<Schema, 'deliveries'>) =>
    row.or([row('deliveries.lease_until', 'is', null), row('deliveries.lease_until', '<=', realNow)])
}

/** When the next delivery is due on the virtual clock; null: none is scheduled. Held ones do not count (D13). */
export async function nextDueAt(db: Db): Promise<number | null> {
  const [head] = await selectQueueHeads(db, 0)
  return head?.due ?? null
}

export interface ClaimOptions {
  /** Endpoints to claim for, and how many deliveries of each at most. At most 200: each is a part of one query. */
  wanted: readonly { endpoint_id: string; limit: number }[]
  /** Deliveries at most in all. */
  limit: number
  /** The virtual now. */
  now: number
  /** The machine's now. */
  realNow: number
  leaseUntil: number
  leaseToken: string
}

/**
 * Claims due deliveries, in order of due time, then of creation. Inside a transaction. Rows that another node holds
 * under a lease are left to it until the lease is over.
 */
export async function claimDeliveries(
  storage: Pick<Storage, 'skipLocked'>,
  tx: Db,
  { wanted, limit, now, realNow, leaseUntil, leaseToken }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  // Switched off or deleted since the heads were read: held, or gone.
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'secret'])
    .where('is_active', '=', 1)
    .where(
      'id',
      'in',
      wanted.map((endpoint) => endpoint.endpoint_id),
    )
    .execute()
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))

  const parts = wanted
    .filter((endpoint) => endpointOf.has(endpoint.endpoint_id))
    .map((endpoint) => {
      const due = tx
        .selectFrom('deliveries')
        .select(['id', 'next_attempt_at', 'seq'])
        .where('endpoint_id', '=', endpoint.endpoint_id)
        .where('next_attempt_at', '<=', now)
        .where(unclaimedAt(realNow))
        .orderBy('next_attempt_at')
        .orderBy('seq')
        .limit(endpoint.limit)
      return tx.selectFrom(storage.skipLocked(due).as('due')).selectAll()
    })
  const [first, ...others] = parts
  if (!first) return []
  const found = await others.reduce((query, part) => query.unionAll(part), first).execute()
  const chosen = found
    .toSorted((a, b) => (a.next_attempt_at ?? 0) - (b.next_attempt_at ?? 0) || a.seq - b.seq)
    .slice(0, limit)
  if (chosen.length === 0) return []

  const claimed = await tx
    .updateTable('deliveries')
    .set({ lease_until: leaseUntil, lease_token: leaseToken })
    .where(
      'id',
      'in',
      chosen.map((delivery) => delivery.id),
    )
    .returningAll()
    .execute()
  const claimOf = new Map(claimed.map((delivery) => [delivery.id, delivery]))
  return chosen.flatMap(({ id }) => {
    const delivery = claimOf.get(id)
    const endpoint = delivery && endpointOf.get(delivery.endpoint_id)
    if (!endpoint || delivery.next_attempt_at === null) return []
    const { url, secret } = endpoint
    return { ...delivery, next_attempt_at: delivery.next_attempt_at, lease_token: leaseToken, url, secret }
  })
}

/** A delivery for an attempt by hand: no claim is needed, and its endpoint may be switched off (D18). */
export function selectDeliveryToSend(db: Db, id: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'deliveries.property_id')
        .onRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id'),
    )
    .selectAll('deliveries')
    .select(['webhook_endpoints.url', 'webhook_endpoints.secret'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

/** What an attempt leaves in the delivery's row. */
export interface SettledAttempt {
  delivery_id: string
  attempt: Omit<NewAttempt, 'property_id' | 'delivery_id' | 'number' | 'kind'>
  /** The virtual now. */
  now: number
}

function attemptMade({ attempt }: SettledAttempt) {
  return {
    attempts: sql<number>`attempts + 1`,
    last_attempted_at: attempt.started_at,
    response_status: attempt.response_status,
    response_body: attempt.response_body,
  }
}

/**
 * Writes down an attempt of the ladder and what follows from it, and gives the claim back. Inside a transaction.
 *
 * @returns false, with nothing written, when the claim was lost or the delivery is gone
 */
export async function settleScheduled(
  tx: Db,
  settled: SettledAttempt & {
    lease_token: string
    next: { status: 'delivered' | 'failed' | 'dead'; next_attempt_at: number | null }
  },
): Promise<boolean> {
  const { delivery_id, next, now } = settled
  const claim = tx
    .updateTable('deliveries')
    .set({
      ...attemptMade(settled),
      ladder_attempts: sql`ladder_attempts + 1`,
      lease_until: null,
      lease_token: null,
    })
    .where('id', '=', delivery_id)
    .where('lease_token', '=', settled.lease_token)
    .returning(['property_id', 'attempts'])
  const row =
    (await claim
      .where('status', '!=', 'delivered')
      .set({ ...next, ...(next.status === 'delivered' ? { delivered_at: now } : {}) })
      .executeTakeFirst()) ??
    // A resend has succeeded while this attempt was under way: it is counted, and changes nothing else.
    (await claim.executeTakeFirst())
  if (!row) return false
  const { property_id, attempts: number } = row
  await insertAttempt(tx, { ...settled.attempt, property_id, delivery_id, number, kind: 'scheduled' })
  return true
}

/**
 * Writes down an attempt by hand (D18). Success ends the ladder; failure leaves status and schedule as they are. Inside
 * a transaction.
 *
 * @returns the attempt's number; null, with nothing written, when the delivery is gone
 */
export async function settleManual(
  tx: Db,
  settled: SettledAttempt & { delivered: boolean },
): Promise<number | null> {
  const { delivery_id, delivered, now } = settled
  const row = await tx
    .updateTable('deliveries')
    .set({
      ...attemptMade(settled),
      ...(delivered
        ? {
            status: 'delivered',
            next_attempt_at: null,
            delivered_at: sql<number>`coalesce(delivered_at, ${now})`,
          }
        : {}),
    })
    .where('id', '=', delivery_id)
    .returning(['property_id', 'attempts'])
    .executeTakeFirst()
  if (!row) return null
  const { property_id, attempts: number } = row
  await insertAttempt(tx, { ...settled.attempt, property_id, delivery_id, number, kind: 'manual' })
  return number
}

/** Drops every claim: after all rows were replaced. Inside a transaction. */
export async function dropAllClaims(tx: Db): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ lease_until: null, lease_token: null })
    .where('lease_token', 'is not', null)
    .execute()
}

/** Gives claims back whose attempts will not be settled. Inside a transaction. */
export async function releaseClaims(
  tx: Db,
  claims: readonly { id: string; lease_token: string }[],
): Promise<void> {
  for (const { id, lease_token } of claims) {
    await tx
      .updateTable('deliveries')
      .set({ lease_until: null, lease_token: null })
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .execute()
  }
}
