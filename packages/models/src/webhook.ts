import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { type Open, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { type EventType, eventTypes } from './vocabulary.ts'

/** A webhook endpoint, read from a list or an update response (spec 2.5): never with its secret. */
export const webhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid(),
    url: z.string().check(documented('Destination of deliveries.')),
    events: z.array(openEnum(eventTypes)).check(documented('Subscribed events.')),
    is_active: z.boolean().check(documented('false: no new deliveries, waiting ones are held.')),
    created_at: timestamp(),
    updated_at: timestamp(),
  }),
)
/** A webhook endpoint. */
export type WebhookEndpoint = {
  /** Endpoint identifier (UUID). */
  id: string
  /** Where deliveries go: `https://partner.example.com/webhooks`. */
  url: string
  /** Names of the events that it gets: `["payment.created"]`. */
  events: Open<EventType>[]
  /** `false`: no new deliveries, and waiting ones are held. */
  is_active: boolean
  /** When it was made, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
  /** When it was last changed, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  updated_at: string
}

/** The body of `GET /webhooks`. */
export const webhookEndpointListSchema = /* @__PURE__ */ lazily(() => z.array(webhookEndpointSchema))

/** The answer to `POST /webhooks`: it alone has the secret, and it has no `updated_at`. */
export const createdWebhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid(),
    url: z.string(),
    secret: z.string().check(documented('Signing secret, `whsec_…`. Keep it: it is never shown again.')),
    events: z.array(openEnum(eventTypes)),
    is_active: z.boolean(),
    created_at: timestamp(),
  }),
)
/** A webhook endpoint as its creation returns it. */
export type CreatedWebhookEndpoint = {
  /** Endpoint identifier (UUID). */
  id: string
  /** Where deliveries go: `https://partner.example.com/webhooks`. */
  url: string
  /** Signing secret, `whsec_…`. Keep it: it is never shown again. */
  secret: string
  /** Names of the events that it gets: `["payment.created"]`. */
  events: Open<EventType>[]
  /** `true`: it gets deliveries. */
  is_active: boolean
  /** When it was made, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}
