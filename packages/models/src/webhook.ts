import * as z from 'zod/mini'
import { type EventType, eventTypes } from './event.ts'
import { limits } from './limits.ts'
import { type Named, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'

/** A webhook endpoint, read from a list or an update response (spec 2.5): never with its secret. */
export const webhookEndpointSchema = z.looseObject({
  id: uuid(),
  url: z.string().check(z.describe('Destination of deliveries.')),
  events: z.array(openEnum(eventTypes)).check(z.describe('Subscribed events.')),
  is_active: z.boolean().check(z.describe('false: no new deliveries, waiting ones are held.')),
  created_at: timestamp(),
  updated_at: timestamp(),
})
/** A webhook endpoint (spec 2.5). */
export type WebhookEndpoint = Named<z.infer<typeof webhookEndpointSchema>>

/** The body of `GET /webhooks` (spec 4.7). */
export const webhookEndpointListSchema = z.array(webhookEndpointSchema)

/** The answer to `POST /webhooks`: with the secret, which is shown only here, and without `updated_at` (spec 4.7). */
export const createdWebhookEndpointSchema = z.looseObject({
  id: uuid(),
  url: z.string(),
  secret: z.string().check(z.describe('Signing secret, `whsec_…`. Keep it: it is never shown again.')),
  events: z.array(openEnum(eventTypes)),
  is_active: z.boolean(),
  created_at: timestamp(),
})
/** A webhook endpoint as its creation returns it (spec 4.7). */
export type CreatedWebhookEndpoint = Named<z.infer<typeof createdWebhookEndpointSchema>>

/**
 * The form of a webhook URL (D12). Whether its address may be reached is a matter of the server's target policy, and
 * so is plain http, which never goes further than loopback.
 */
const webhookUrl = () =>
  z.string().check(
    z.maxLength(limits.webhookUrlLength, `must have at most ${limits.webhookUrlLength} characters`),
    // URL.canParse drops tabs and line breaks silently; what we keep and show is the text, so they are refused.
    z.refine((text) => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text), {
      error: 'must be an absolute https:// URL',
      abort: true,
    }),
    z.refine((text) => !/^https?:\/\/[^/?#\\]*@/i.test(text), 'must not contain a user name or password'),
    z.refine((text) => !text.includes('#'), 'must not contain a fragment (#…)'),
    z.meta({ format: 'uri' }),
  )

/** The length is checked before the items: half a million wrong ones would be half a million faults. */
const subscribedEvents = () =>
  z.pipe(
    z
      .array(z.custom<EventType>())
      .check(z.maxLength(eventTypes.length, `must name at most ${eventTypes.length} events, each once`)),
    z.array(z.enum(eventTypes)).check(
      z.minLength(1, 'must name at least one event'),
      z.refine((events) => new Set(events).size === events.length, 'must not name an event twice'),
      z.meta({ uniqueItems: true }),
    ),
  )

/** Body of `POST /webhooks` (spec 4.7, D12). */
export const createWebhookEndpointSchema = z.strictObject({
  url: webhookUrl().check(z.describe('https URL, at most 2,048 characters, without user info or fragment.')),
  events: subscribedEvents().check(z.describe('Events to subscribe to: one or more, no duplicates.')),
})
/** Body of `POST /webhooks` (spec 4.7). */
export type CreateWebhookEndpoint = z.input<typeof createWebhookEndpointSchema>

/** Body of `PATCH /webhooks/{endpointId}` (spec 4.7): any of the fields, at least one. */
export const updateWebhookEndpointSchema = z
  .strictObject({
    url: z.optional(webhookUrl()),
    events: z.optional(subscribedEvents()),
    is_active: z.optional(z.boolean()),
  })
  .check(
    z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
      error: 'must name at least one field to change',
    }),
    z.meta({ minProperties: 1 }),
  )
/** Body of `PATCH /webhooks/{endpointId}` (spec 4.7). */
export type UpdateWebhookEndpoint = z.input<typeof updateWebhookEndpointSchema>

/** Delivery statuses (spec 3, D13): `failed` is between attempts, `dead` is for good. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** A delivery record (spec 2.6). What has not happened yet is `null` (D13). */
export const deliverySchema = z.looseObject({
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
})
/** A delivery record (spec 2.6). */
export type Delivery = Named<z.infer<typeof deliverySchema>>

/** The body of `GET /webhooks/{endpointId}/deliveries`: the last 50, newest first (spec 4.7). */
export const deliveryListSchema = z.array(deliverySchema)
