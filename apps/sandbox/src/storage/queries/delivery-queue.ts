import { type ExpressionBuilder, sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'

/**
 * What waits, in two lanes for each endpoint: first attempts (`pending`) and retries (`failed`). An endpoint that hangs
 * is treated differently in each, and the index of the queue keeps them apart.
 */
export interface Lane {
  property_id: string
  endpoint_id: string
  status: 'pending' | 'failed'
}

export const laneStatuses = ['pending', 'failed'] as const

/** The first of a lane. */
export interface QueueHead extends Lane {
  /** When its first delivery is due, also one that an attempt is being made of. */
  due: number
  /** When the first is due that nobody has claimed; null: all are claimed. */
  unclaimed_due: number | null
}

/**
 * The heads of all lanes of active endpoints, earliest due first. Two jumps into the index for each lane: the cost
 * grows with the endpoints, and not with what waits behind the heads.
 *
 * @param realNow the machine's now: claims whose lease is over do not count
 */
export async function selectQueueHeads(db: Db, realNow: number): Promise<QueueHead[]> {
  const rows = await headsAt(db, { realNow })
  return rows
    .filter((row): row is QueueHead => row.due !== null)
    .toSorted((a, b) => (a.unclaimed_due ?? a.due) - (b.unclaimed_due ?? b.due))
}

/** Compiled once, and on PostgreSQL planned once: of divided tables, planning would cost more than looking. */
const headsAt = prepared((db, value: Slots<{ realNow: number }>) => queueHeads(db, value('realNow')))

/** The query of {@link selectQueueHeads}; its plan is tested. */
export function queueHeads(db: Db, realNow: number) {
  const [first, ...others] = laneStatuses.map((status) =>
    db
      .selectFrom('webhook_endpoints')
      .where('webhook_endpoints.is_active', '=', 1)
      .select((row) => {
        const firstDue = row
          .selectFrom('deliveries')
          .select('deliveries.next_attempt_at')
          .whereRef('deliveries.property_id', '=', 'webhook_endpoints.property_id')
          .whereRef('deliveries.endpoint_id', '=', 'webhook_endpoints.id')
          .where('deliveries.status', '=', status)
          .where('deliveries.next_attempt_at', 'is not', null)
          .orderBy('deliveries.next_attempt_at')
          .limit(1)
        return [
          'webhook_endpoints.property_id',
          'webhook_endpoints.id as endpoint_id',
          sql.lit(status).as('status'),
          firstDue.as('due'),
          firstDue.where(unclaimedAt(realNow)).as('unclaimed_due'),
        ]
      }),
  )
  const lanes = others.reduce((query, other) => query.unionAll(other), first!)
  return db.selectFrom(lanes.as('lanes')).selectAll().where('due', 'is not', null)
}

/**
 * The lanes of active endpoints in which something unclaimed has fallen due since `after`, up to `now`: an index range,
 * whatever else waits. One that is switched off is no news: on a clock that stands still it would be news for ever.
 */
export function selectNewlyDue(
  db: Db,
  { after, now, realNow }: { after: number; now: number; realNow: number },
): Promise<(Lane & { unclaimed_due: number })[]> {
  const lanes = db
    .selectFrom('deliveries')
    .select(['property_id', 'endpoint_id', 'status'])
    .select((row) => row.fn.min<number>('next_attempt_at').as('unclaimed_due'))
    .where('next_attempt_at', '>', after)
    .where('next_attempt_at', '<=', now)
    .where(unclaimedAt(realNow))
    .groupBy(['property_id', 'endpoint_id', 'status'])
  return db
    .selectFrom(lanes.as('lanes'))
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'lanes.property_id')
        .onRef('webhook_endpoints.id', '=', 'lanes.endpoint_id'),
    )
    .where('webhook_endpoints.is_active', '=', 1)
    .select(['lanes.property_id', 'lanes.endpoint_id', 'lanes.status', 'lanes.unclaimed_due'])
    .$castTo<Lane & { unclaimed_due: number }>()
    .execute()
}

/** When the next falls due after `now`; null: nothing does. Also of endpoints that are switched off. */
export async function selectNextFall(db: Db, now: number): Promise<number | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('next_attempt_at', '>', now)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}

function unclaimedAt(realNow: number) {
  return (row: ExpressionBuilder<Schema, 'deliveries'>) =>
    row.or([row('deliveries.lease_until', 'is', null), row('deliveries.lease_until', '<=', realNow)])
}

/** When the next delivery is due on the virtual clock; null: none is scheduled. Held ones do not count. */
export async function nextDueAt(db: Db): Promise<number | null> {
  const heads = await selectQueueHeads(db, 0)
  return heads.reduce<number | null>((first, { due }) => Math.min(first ?? due, due), null)
}
