import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { type Named, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { eventTypes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** A webhook endpoint, read from a list or an update response (spec 2.5): never with its secret. */
export const webhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Endpoint identifier (UUID). */
    id: uuid(),
    /** Where deliveries go: `https://partner.example.com/webhooks`. */
    url: z.string().check(documented('Destination of deliveries.')),
    /** Names of the events that it gets: `["payment.created"]`. */
    events: z.array(openEnum(eventTypes)).check(documented('Subscribed events.')),
    /** `false`: no new deliveries, and waiting ones are held. */
    is_active: z.boolean().check(documented('false: no new deliveries, waiting ones are held.')),
    /** ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    created_at: timestamp(),
    /** When it was last changed, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    updated_at: timestamp(),
  }),
)
/** A webhook endpoint. */
export type WebhookEndpoint = Named<z.infer<typeof webhookEndpointSchema>>

/** The body of `GET /webhooks`. */
export const webhookEndpointListSchema = /* @__PURE__ */ lazily(() => z.array(webhookEndpointSchema))

/** The answer to `POST /webhooks`: it alone has the secret, and it has no `updated_at`. */
export const createdWebhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Endpoint identifier (UUID). */
    id: uuid(),
    /** Where deliveries go: `https://partner.example.com/webhooks`. */
    url: z.string(),
    /** Signing secret, `whsec_…`. Keep it: it is never shown again. */
    secret: z.string().check(documented('Signing secret, `whsec_…`. Keep it: it is never shown again.')),
    /** Names of the events that it gets: `["payment.created"]`. */
    events: z.array(openEnum(eventTypes)),
    /** `true`: it gets deliveries. */
    is_active: z.boolean(),
    /** ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    created_at: timestamp(),
  }),
)
/** A webhook endpoint as its creation returns it. */
export type CreatedWebhookEndpoint = Named<z.infer<typeof createdWebhookEndpointSchema>>
