import type { EventPage, EventQuery, FiredEvent } from '@svc/control'
import type { Selectable } from 'kysely'
import {
  type EventFilter,
  selectDeliveryIdsOfEvents,
  selectEvent,
  selectEventPage,
} from '../storage/queries/event-log.ts'
import type { EventTable } from '../storage/schema.ts'
import type { Db } from '../storage/storage.ts'
import { notFound } from './errors.ts'
import { offsetOf, type PageQuery, toPage } from './page.ts'
import { readId, timestamp } from './wire.ts'

/** The events of a property that went to an endpoint, newest first. */
export async function listEvents(
  db: Db,
  propertyId: string,
  query: EventQuery & PageQuery,
): Promise<EventPage> {
  const filter: EventFilter = { type: query.type, about: query.about }
  const window = { limit: query.limit, offset: offsetOf(query), sort: query.sort }
  const { total, rows } = await selectEventPage(db, propertyId, filter, window)
  return toPage(await withDeliveries(db, propertyId, rows), total, query)
}

/**
 * One event.
 *
 * @throws ServiceError `not_found`
 */
export async function getEvent(db: Db, propertyId: string, eventId: string): Promise<FiredEvent> {
  const id = readId(eventId)
  const row = id && (await selectEvent(db, propertyId, id))
  const [event] = row ? await withDeliveries(db, propertyId, [row]) : []
  if (!event) throw notFound('event', eventId)
  return event
}

async function withDeliveries(
  db: Db,
  propertyId: string,
  rows: Selectable<EventTable>[],
): Promise<FiredEvent[]> {
  const found = await selectDeliveryIdsOfEvents(
    db,
    propertyId,
    rows.map(({ id }) => id),
  )
  const deliveries = Map.groupBy(found, ({ event_id }) => event_id)
  return rows.map(({ id, type, property_id, created_at, data }) => ({
    id,
    type: type as FiredEvent['type'],
    property_id,
    created_at: timestamp(created_at),
    data: JSON.parse(data) as Record<string, unknown>,
    delivery_ids: (deliveries.get(id) ?? []).map((delivery) => delivery.id),
  }))
}
