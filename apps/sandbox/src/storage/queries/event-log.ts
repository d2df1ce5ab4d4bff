import type { Selectable } from 'kysely'
import type { EventTable } from '../schema.ts'
import type { Db } from '../storage.ts'
import { sorted } from './sorted.ts'

export interface EventFilter {
  type?: string | undefined
  /** An id that the data names. */
  about?: string | undefined
}

/** Events that are looked through for an id. */
const lookedThrough = 5_000

function filtered(db: Db, propertyId: string, { type, about }: EventFilter) {
  // Data is text, and no index covers what it names: the newest are read.
  const newest = db
    .selectFrom('events')
    .selectAll()
    .where('property_id', '=', propertyId)
    .$if(about !== undefined, (query) => query.orderBy('seq', 'desc').limit(lookedThrough))
  return db
    .selectFrom(newest.as('events'))
    .$if(type !== undefined, (query) => query.where('events.type', '=', type!))
    .$if(about !== undefined, (query) => query.where('events.data', 'like', `%"${about}"%`))
}

/** A page of the events of a property, newest first, and how many match in all. */
export async function selectEventPage(
  db: Db,
  propertyId: string,
  filter: EventFilter,
  page: { limit: number; offset: number; sort?: string | undefined },
): Promise<{ total: number; rows: Selectable<EventTable>[] }> {
  const { total } = await filtered(db, propertyId, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await filtered(db, propertyId, filter)
    .selectAll()
    .orderBy(sorted('events', page.sort, 'created_at'))
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total: Number(total), rows }
}

export function selectEvent(
  db: Db,
  propertyId: string,
  id: string,
): Promise<Selectable<EventTable> | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The deliveries of these events, oldest first. */
export async function selectDeliveryIdsOfEvents(
  db: Db,
  propertyId: string,
  eventIds: readonly string[],
): Promise<{ id: string; event_id: string }[]> {
  if (eventIds.length === 0) return []
  return db
    .selectFrom('deliveries')
    .select(['id', 'event_id'])
    .where('property_id', '=', propertyId)
    .where('event_id', 'in', eventIds)
    .orderBy('seq')
    .execute()
}
