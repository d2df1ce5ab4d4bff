import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { type Open, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { type EventType, type DeliveryStatus, deliveryStatuses, eventTypes } from './vocabulary.ts'

/** A delivery record (spec 2.6). What has not happened yet is `null` (D13). */
export const deliverySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(documented('Equals `id` of the envelope and `X-SVC-Delivery`.')),
    event_type: openEnum(eventTypes),
    status: openEnum(deliveryStatuses),
    attempts: z.int().check(z.gte(0), documented('Attempts made.')),
    last_attempted_at: nullable(timestamp()),
    delivered_at: nullable(timestamp()),
    response_status: nullable(z.int()).check(
      documented('HTTP status of the last answer; null: there was none.'),
    ),
    response_body: nullable(z.string()).check(documented('First 16 KiB of the last answer as text.')),
    created_at: timestamp(),
  }),
)
/** A delivery record. */
export type Delivery = {
  /** Delivery identifier (UUID): `id` of the envelope and `X-SVC-Delivery`. */
  id: string
  /** Name of the event: `payment.created`. */
  event_type: Open<EventType>
  /** `pending`, `delivered`, `failed` (another attempt follows) or `dead` (none does). */
  status: Open<DeliveryStatus>
  /** Attempts made, 0 to 5; one more for each manual one. */
  attempts: number
  /** When the last attempt began, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`; null: none was made. */
  last_attempted_at: string | null
  /** When it arrived, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`; null: it has not. */
  delivered_at: string | null
  /** HTTP status of the last answer, such as 503; null when there was none. */
  response_status: number | null
  /** First 16 KiB of the last answer as text, or null. */
  response_body: string | null
  /** When the event fired, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}

/** The body of `GET /webhooks/{endpointId}/deliveries`: the last 50, newest first. */
export const deliveryListSchema = /* @__PURE__ */ lazily(() => z.array(deliverySchema))
