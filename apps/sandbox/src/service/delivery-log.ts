import type { Attempt, ControlDelivery, DeliveryPage, DeliveryQuery } from '@svc/control'
import {
  type LoggedAttempt,
  type LoggedDelivery,
  selectAttempts,
  selectDelivery,
  selectDeliveryPage,
} from '../storage/queries/delivery-log.ts'
import type { Db } from '../storage/storage.ts'
import { toAttemptWire } from './attempt-wire.ts'
import { notFound } from './errors.ts'
import { offsetOf, type PageQuery, toPage } from './page.ts'
import { readId, timestamp, timestampOrNull } from './wire.ts'

/** The deliveries of a property with every attempt, newest first. What went over the wire is told of one delivery only. */
export async function listLoggedDeliveries(
  db: Db,
  propertyId: string,
  query: DeliveryQuery & PageQuery,
): Promise<DeliveryPage> {
  const { limit, since, sort } = query
  const filter = { ...query, since: since === undefined ? undefined : Date.parse(since) }
  const window = { limit, offset: offsetOf(query), sort }
  const { total, deliveries } = await selectDeliveryPage(db, propertyId, filter, window)
  return toPage(await withAttempts(db, deliveries, { wire: false }), total, query)
}

/**
 * One delivery with every attempt, and what went over the wire.
 *
 * @throws ServiceError `not_found`
 */
export async function getLoggedDelivery(
  db: Db,
  propertyId: string,
  deliveryId: string,
): Promise<ControlDelivery> {
  const id = readId(deliveryId)
  const row = id && (await selectDelivery(db, propertyId, id))
  const [delivery] = row ? await withAttempts(db, [row], { wire: true }) : []
  if (!delivery) throw notFound('delivery', deliveryId)
  return delivery
}

async function withAttempts(
  db: Db,
  deliveries: LoggedDelivery[],
  options: { wire: boolean },
): Promise<ControlDelivery[]> {
  const attempts = new Map<string, Attempt[]>()
  const [first] = deliveries
  if (!first) return []
  for (const row of await selectAttempts(
    db,
    first.property_id,
    deliveries.map(({ id }) => id),
    options,
  )) {
    const log = attempts.get(row.delivery_id) ?? []
    attempts.set(row.delivery_id, log)
    log.push(toAttempt(row))
  }
  return deliveries.map((row) => toControlDelivery(row, attempts.get(row.id) ?? []))
}

function toAttempt(row: LoggedAttempt): Attempt {
  return {
    number: row.number,
    kind: row.kind as Attempt['kind'],
    started_at: timestamp(row.started_at),
    duration_ms: row.duration_ms,
    outcome: row.outcome as Attempt['outcome'],
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    wire: row.wire ? toAttemptWire(row.wire) : (row.wire as null | undefined),
  }
}

function toControlDelivery(row: LoggedDelivery, attempt_log: Attempt[]): ControlDelivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    endpoint_url: row.endpoint_url,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status as ControlDelivery['status'],
    attempts: row.attempts,
    next_attempt_at: timestampOrNull(row.next_attempt_at),
    held: row.endpoint_is_active === 0 && row.next_attempt_at !== null,
    last_attempted_at: timestampOrNull(row.last_attempted_at),
    delivered_at: timestampOrNull(row.delivered_at),
    response_status: row.response_status,
    response_body: row.response_body,
    created_at: timestamp(row.created_at),
    body: row.body,
    attempt_log,
  }
}
