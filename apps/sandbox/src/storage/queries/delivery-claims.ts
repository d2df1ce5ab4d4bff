import type { Db, Storage } from '../storage.ts'
import type { DeliveryRow } from './deliveries.ts'
import type { Lane } from './delivery-queue.ts'

/** A delivery that this node may attempt now, with what the attempt needs of its endpoint. */
export interface ClaimedDelivery extends DeliveryRow {
  status: Lane['status']
  lease_token: string
  next_attempt_at: number
  url: string
  /** As it is stored: sealed when a secret key is configured. */
  secret: string
}

/** Part of a claim. */
export interface WantedOfLane extends Pick<Lane, 'endpoint_id' | 'status'> {
  /** Deliveries at most. */
  limit: number
  /** The virtual time up to which they are due; not after `now`. */
  dueBy: number
}

export interface ClaimOptions {
  property_id: string
  wanted: readonly WantedOfLane[]
  /** The virtual now. */
  now: number
  /** The machine's now. */
  realNow: number
  leaseUntil: number
  leaseToken: string
}

export interface Claim {
  claimed: ClaimedDelivery[]
  /** For each part that was wanted, in that order: when the next of the lane is due; null: nothing unclaimed is due. */
  nextDue: (number | null)[]
}

/**
 * Claims due deliveries of one property, each lane in order of due time, then of creation. Inside a transaction. Rows
 * that another node holds under a lease are left to it until the lease is over.
 */
export async function claimDeliveries(
  storage: Pick<Storage, 'skipLocked'>,
  tx: Db,
  { property_id, wanted, now, realNow, leaseUntil, leaseToken }: ClaimOptions,
): Promise<Claim> {
  // Switched off or deleted meanwhile: held, or gone.
  const endpoints = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'secret'])
    .where('property_id', '=', property_id)
    .where('is_active', '=', 1)
    .where('id', 'in', inSteps([...new Set(wanted.map((lane) => lane.endpoint_id))]))
    .execute()
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))

  const claimed: ClaimedDelivery[] = []
  const nextDue: Claim['nextDue'] = []
  for (const { endpoint_id, status, limit, dueBy } of wanted) {
    const endpoint = endpointOf.get(endpoint_id)
    const due = endpoint
      ? await storage
          .skipLocked(
            tx
              .selectFrom('deliveries')
              .selectAll()
              .where('property_id', '=', property_id)
              .where('endpoint_id', '=', endpoint_id)
              .where('status', '=', status)
              .where('next_attempt_at', '<=', now)
              .where((row) => row.or([row('lease_until', 'is', null), row('lease_until', '<=', realNow)]))
              .orderBy('next_attempt_at')
              .orderBy('seq')
              // One more than wanted: it tells when the lane goes on.
              .limit(limit + 1),
          )
          .execute()
      : []
    const taken = due.slice(0, limit).filter(({ next_attempt_at }) => (next_attempt_at ?? Infinity) <= dueBy)
    nextDue.push(due[taken.length]?.next_attempt_at ?? null)
    for (const delivery of taken) {
      if (!endpoint || delivery.next_attempt_at === null) continue
      const { next_attempt_at } = delivery
      const { url, secret } = endpoint
      const lease = { lease_until: leaseUntil, lease_token: leaseToken }
      claimed.push({ ...delivery, ...lease, status, next_attempt_at, url, secret })
    }
  }
  if (claimed.length > 0) {
    await tx
      .updateTable('deliveries')
      .set({ lease_until: leaseUntil, lease_token: leaseToken })
      .where('property_id', '=', property_id)
      .where('id', 'in', inSteps(claimed.map(({ id }) => id)))
      .execute()
  }
  return { claimed, nextDue }
}

/**
 * A list that is filled up to the next power of two with its last value: few lengths make few statements to prepare.
 */
function inSteps(ids: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)]
}

/** A delivery for an attempt by hand: no claim is needed, and its endpoint may be switched off. */
export function selectDeliveryToSend(db: Db, propertyId: string, id: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'deliveries.property_id')
        .onRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id'),
    )
    .selectAll('deliveries')
    .select(['webhook_endpoints.url', 'webhook_endpoints.secret'])
    .where('deliveries.property_id', '=', propertyId)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

/** Gives claims back whose attempts will not be settled. Inside a transaction. */
export async function releaseClaims(
  tx: Db,
  claims: readonly { id: string; property_id: string; lease_token: string }[],
): Promise<void> {
  for (const { id, property_id, lease_token } of claims) {
    await tx
      .updateTable('deliveries')
      .set({ lease_until: null, lease_token: null })
      .where('property_id', '=', property_id)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .execute()
  }
}

/** Drops every claim: after all rows were replaced. Inside a transaction. */
export async function dropAllClaims(tx: Db): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ lease_until: null, lease_token: null })
    .where('lease_token', 'is not', null)
    .execute()
}
