import type { Selectable } from 'kysely'
import type { AttemptTable, DeliveryTable } from '../schema.ts'
import type { Db } from '../storage.ts'
import { nextDueAt } from './delivery-queue.ts'
import { sorted } from './sorted.ts'

/** A delivery with what a developer wants to know about its endpoint. */
export interface LoggedDelivery extends Omit<Selectable<DeliveryTable>, 'lease_until' | 'lease_token'> {
  endpoint_url: string
  endpoint_is_active: number
}

export interface DeliveryFilter {
  status?: string | undefined
  event_type?: string | undefined
  endpoint_id?: string | undefined
  event_id?: string | undefined
  /** Milliseconds: of events that fired then or later. */
  since?: number | undefined
}

const columns = [
  'deliveries.seq',
  'deliveries.id',
  'deliveries.property_id',
  'deliveries.endpoint_id',
  'deliveries.event_id',
  'deliveries.event_type',
  'deliveries.body',
  'deliveries.status',
  'deliveries.attempts',
  'deliveries.ladder_attempts',
  'deliveries.next_attempt_at',
  'deliveries.last_attempted_at',
  'deliveries.delivered_at',
  'deliveries.response_status',
  'deliveries.response_body',
  'deliveries.created_at',
  'deliveries.traceparent',
] as const

function filtered(db: Db, propertyId: string, filter: DeliveryFilter) {
  let query = db.selectFrom('deliveries').where('deliveries.property_id', '=', propertyId)
  if (filter.status !== undefined) query = query.where('deliveries.status', '=', filter.status)
  if (filter.event_type !== undefined) query = query.where('deliveries.event_type', '=', filter.event_type)
  if (filter.endpoint_id !== undefined) query = query.where('deliveries.endpoint_id', '=', filter.endpoint_id)
  if (filter.event_id !== undefined) query = query.where('deliveries.event_id', '=', filter.event_id)
  if (filter.since !== undefined) query = query.where('deliveries.created_at', '>=', filter.since)
  return query
}

/** A page of the deliveries of a property, newest first or in the order of `sort`, and how many match in all. */
export async function selectDeliveryPage(
  db: Db,
  propertyId: string,
  filter: DeliveryFilter,
  page: { limit: number; offset: number; sort?: string | undefined },
): Promise<{ total: number; deliveries: LoggedDelivery[] }> {
  const { total } = await filtered(db, propertyId, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const deliveries = await withEndpoint(filtered(db, propertyId, filter))
    .orderBy(sorted('deliveries', page.sort, 'created_at'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total: Number(total), deliveries }
}

/** One delivery of a property. */
export function selectDelivery(db: Db, propertyId: string, id: string): Promise<LoggedDelivery | undefined> {
  return withEndpoint(filtered(db, propertyId, {}))
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

function withEndpoint(query: ReturnType<typeof filtered>) {
  return query
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'deliveries.property_id')
        .onRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id'),
    )
    .select(columns)
    .select(['webhook_endpoints.url as endpoint_url', 'webhook_endpoints.is_active as endpoint_is_active'])
}

const attemptColumns = [
  'delivery_id',
  'number',
  'kind',
  'started_at',
  'duration_ms',
  'outcome',
  'response_status',
  'response_body',
  'error',
] as const

/** An attempt; without `wire` when that was not asked for. */
export type LoggedAttempt = Pick<Selectable<AttemptTable>, (typeof attemptColumns)[number]> &
  Partial<Pick<AttemptTable, 'wire'>>

/** Every attempt of these deliveries, oldest first. */
export async function selectAttempts(
  db: Db,
  propertyId: string,
  deliveryIds: readonly string[],
  { wire }: { wire: boolean },
): Promise<LoggedAttempt[]> {
  if (deliveryIds.length === 0) return []
  return db
    .selectFrom('attempts')
    .select(attemptColumns)
    .$if(wire, (query) => query.select('wire'))
    .where('property_id', '=', propertyId)
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('seq')
    .execute()
}

/**
 * The ids of deliveries of a status whose event fired at `since` or later, oldest first: what a receiver missed during
 * an outage, in the order in which it happened.
 */
export async function selectDeliveryIds(
  db: Db,
  propertyId: string,
  filter: DeliveryFilter & { status: string },
  limit: number,
): Promise<string[]> {
  const query = filtered(db, propertyId, filter).select('deliveries.id')
  const rows = await query.orderBy('deliveries.seq').limit(limit).execute()
  return rows.map(({ id }) => id)
}

/**
 * The state of the queue as a whole, over all properties. Settled deliveries are not counted: without reading all of
 * the table, which only grows, that cannot be done.
 */
export async function selectQueueState(db: Db): Promise<{
  /** Deliveries that wait for an attempt, held ones included, by status. */
  waiting: Record<string, number>
  /** Due time of the most overdue delivery that is not held, in milliseconds; null: none waits. */
  oldestDue: number | null
}> {
  const waiting = await db
    .selectFrom('deliveries')
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .where('next_attempt_at', 'is not', null)
    .groupBy('status')
    .execute()
  return {
    waiting: Object.fromEntries(waiting.map(({ status, count }) => [status, Number(count)])),
    oldestDue: await nextDueAt(db),
  }
}
