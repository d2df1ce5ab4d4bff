import * as z from 'zod/mini'
import { type Named, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { deliveryStatuses, eventTypes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** A delivery record (spec 2.6). What has not happened yet is `null` (D13). */
export const deliverySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Equals `id` of the envelope and `X-SVC-Delivery`.')),
    event_type: openEnum(eventTypes),
    status: openEnum(deliveryStatuses),
    attempts: z.int().check(z.gte(0), z.describe('Attempts made.')),
    last_attempted_at: nullable(timestamp()),
    delivered_at: nullable(timestamp()),
    response_status: nullable(z.int()).check(
      z.describe('HTTP status of the last answer; null: there was none.'),
    ),
    response_body: nullable(z.string()).check(z.describe('First 16 KiB of the last answer as text.')),
    created_at: timestamp(),
  }),
)
/** A delivery record. */
export type Delivery = Named<z.infer<typeof deliverySchema>>

/** The body of `GET /webhooks/{endpointId}/deliveries`: the last 50, newest first. */
export const deliveryListSchema = /* @__PURE__ */ lazily(() => z.array(deliverySchema))
