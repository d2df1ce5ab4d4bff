import type { EventType } from '@svc/models'
import type { FiredEvent } from '@svc/control'
import { idBeginning, orderedId } from '../storage/ordered-id.ts'
import { insertDeliveries } from '../storage/queries/deliveries.ts'
import { insertEvent } from '../storage/queries/events.ts'
import { selectActiveEndpoints } from '../storage/queries/webhook-endpoints.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { timestamp } from './wire.ts'

/**
 * Fires an event (spec 6): for each endpoint of the property that is switched on and subscribed, writes one delivery,
 * due at once, and the event's row where there is any. All in the caller's transaction, so a change and its
 * notifications commit together or not at all. The envelope's text is made here, once: every attempt sends these bytes.
 */
export async function fireEvent(
  context: ServiceContext,
  tx: Db,
  event: {
    property_id: string
    type: EventType
    data: Record<string, unknown>
    /** To this endpoint alone, subscribed or not. @default to all that are subscribed */
    endpoint_id?: string | undefined
  },
): Promise<FiredEvent> {
  const { runtime, storage } = context
  const { property_id, type, data, endpoint_id } = event
  const now = runtime.clock.now()
  const created_at = timestamp(now)
  const beginning = idBeginning(now)
  const eventId = orderedId(beginning, runtime.uuid())

  const endpoints = await selectActiveEndpoints(tx, property_id)
  const deliveries = endpoints
    .filter((endpoint) =>
      endpoint_id === undefined
        ? (JSON.parse(endpoint.events) as string[]).includes(type)
        : endpoint.id === endpoint_id,
    )
    .map((endpoint) => {
      const id = orderedId(beginning, runtime.uuid())
      return {
        id,
        property_id,
        endpoint_id: endpoint.id,
        event_id: eventId,
        event_type: type,
        body: JSON.stringify({ id, type, property_id, created_at, data }),
        status: 'pending',
        attempts: 0,
        ladder_attempts: 0,
        next_attempt_at: now,
        last_attempted_at: null,
        delivered_at: null,
        response_status: null,
        response_body: null,
        created_at: now,
        lease_until: null,
        lease_token: null,
        traceparent: context.traceparent ?? null,
      }
    })
  // An event that goes to nobody can never be seen: no list shows events, and endpoints hear of later ones only.
  if (deliveries.length > 0) {
    await insertEvent(tx, { id: eventId, property_id, type, data: JSON.stringify(data), created_at: now })
    await insertDeliveries(tx, deliveries)
    await storage.notify(tx, 'deliveries')
  }
  return { id: eventId, type, property_id, created_at, data, delivery_ids: deliveries.map(({ id }) => id) }
}
