import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { type Named, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { deliveryStatuses, eventTypes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** A delivery record (spec 2.6). What has not happened yet is `null` (D13). */
export const deliverySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Delivery identifier (UUID): `id` of the envelope and `X-SVC-Delivery`. */
    id: uuid().check(documented('Equals `id` of the envelope and `X-SVC-Delivery`.')),
    /** Name of the event: `payment.created`. */
    event_type: openEnum(eventTypes),
    /** `pending`, `delivered`, `failed` (another attempt follows) or `dead` (none does). */
    status: openEnum(deliveryStatuses),
    /** Attempts made, 0 to 5; one more for each manual one. */
    attempts: z.int().check(z.gte(0), documented('Attempts made.')),
    /** ISO 8601 in UTC, or null: `2026-07-15T15:30:00.000Z`. */
    last_attempted_at: nullable(timestamp()),
    /** ISO 8601 in UTC, or null: `2026-07-15T15:30:00.000Z`. */
    delivered_at: nullable(timestamp()),
    /** HTTP status of the last answer, such as 503; null when there was none. */
    response_status: nullable(z.int()).check(
      documented('HTTP status of the last answer; null: there was none.'),
    ),
    /** First 16 KiB of the last answer as text, or null. */
    response_body: nullable(z.string()).check(documented('First 16 KiB of the last answer as text.')),
    /** ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    created_at: timestamp(),
  }),
)
/** A delivery record. */
export type Delivery = Named<z.infer<typeof deliverySchema>>

/** The body of `GET /webhooks/{endpointId}/deliveries`: the last 50, newest first. */
export const deliveryListSchema = /* @__PURE__ */ lazily(() => z.array(deliverySchema))
