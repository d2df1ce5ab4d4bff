import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { limits } from './limits.ts'
import { type EventType, eventTypes } from './vocabulary.ts'

/** What every webhook URL looks like, for documents. Not every text like it is one. */
const urlPattern = '^[hH][tT][tT][pP][sS]?://[^\\s/\\\\?#@]+([/?][^\\s\\\\#]*)?$'

/**
 * The form of a webhook URL (D12). The target policy of the server decides whether its address may be reached, and
 * so is plain http, which never goes further than loopback.
 */
const webhookUrl = () =>
  z.string().check(
    z.maxLength(limits.webhookUrlLength, `must have at most ${limits.webhookUrlLength} characters`),
    // URL.canParse drops tabs and line breaks silently, reads a backslash as a slash and skips slashes before the host;
    // what we keep and show is the text, and other programs read it otherwise. So all of these are refused.
    z.refine((text) => /^https?:\/\/[^\s\p{Cc}/\\?#][^\s\p{Cc}\\]*$/iu.test(text) && URL.canParse(text), {
      error: 'must be an absolute https:// URL',
      abort: true,
    }),
    z.refine((text) => !/^https?:\/\/[^/?#]*@/i.test(text), 'must not contain a user name or password'),
    z.refine((text) => !text.includes('#'), 'must not contain a fragment (#…)'),
    documented({ format: 'uri', pattern: urlPattern }),
  )

/**
 * The length is checked before the items: half a million wrong items would give half a million problems. By a rule of ours:
 * that of zod looks at the length of a text too, and `events: 'payment.created'` would have two faults.
 */
const subscribedEvents = () =>
  z.pipe(
    z
      .array(z.custom<EventType>())
      .check(
        z.refine(
          (events) => events.length <= eventTypes.length,
          `must name at most ${eventTypes.length} events, each once`,
        ),
      ),
    z.array(z.enum(eventTypes)).check(
      z.minLength(1, 'must name at least one event'),
      z.refine((events) => new Set(events).size === events.length, 'must not name an event twice'),
      documented({ uniqueItems: true }),
    ),
  )

/** Body of `POST /webhooks`. */
export const createWebhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    url: webhookUrl().check(
      documented('https URL, at most 2,048 characters, without user info or fragment.'),
    ),
    events: subscribedEvents().check(documented('Events to subscribe to: one or more, no duplicates.')),
  }),
)
/** Body of `POST /webhooks`. */
export type CreateWebhookEndpoint = {
  /** Where events go, such as `https://example.com/webhooks`: https, at most 2,048 characters, without user info. The sandbox takes http on this machine too. */
  url: string
  /** Events to subscribe to, one or more, without repeats: `['payment.created']`. */
  events: EventType[]
}

/** Body of `PATCH /webhooks/{endpointId}`: any of the fields, at least one. */
export const updateWebhookEndpointSchema = /* @__PURE__ */ lazily(() =>
  z
    .strictObject({
      url: z.optional(webhookUrl()),
      events: z.optional(subscribedEvents()),
      is_active: z.optional(z.boolean()),
    })
    .check(
      z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
        error: 'must name at least one field to change',
      }),
      documented({ minProperties: 1 }),
    ),
)
/** Body of `PATCH /webhooks/{endpointId}`. */
export type UpdateWebhookEndpoint = {
  /** Where events go, such as `https://example.com/webhooks`: https, at most 2,048 characters, without user info. */
  url?: string | undefined
  /** Events to subscribe to, one or more, without repeats: `['payment.created']`. */
  events?: EventType[] | undefined
  /** Whether deliveries are made; while it is false they wait. */
  is_active?: boolean | undefined
}
