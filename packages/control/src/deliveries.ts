import { type DeliveryStatus, deliveryStatuses, timestamp, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { pageOf, pageQuery, sortBy } from './page.ts'

const headerSchema = /* @__PURE__ */ lazily(() => z.looseObject({ name: z.string(), value: z.string() }))
const sinceMs = (what: string) =>
  z.nullable(z.number()).check(z.describe(`Milliseconds of real time, to a tenth: ${what}`))

/** What went over the wire in one attempt. */
export const attemptWireSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    url: z.string().check(z.describe('Where the POST went: the URL of the endpoint at that time.')),
    request_headers: z
      .array(headerSchema)
      .check(
        z.describe(
          'Headers of the POST in their order, with the real signature, whether or not it got through.',
        ),
      ),
    response_headers: z
      .nullable(z.array(headerSchema))
      .check(
        z.describe(
          'Headers of the answer in their order, as they came: the first 8,192 characters. null: no answer.',
        ),
      ),
    reused: z
      .boolean()
      .check(z.describe('It used a connection of an earlier attempt, so nothing was spent on making one.')),
    connect_ms: sinceMs('until the TCP connection stood, names looked up. null: reused, or it never stood.'),
    tls_ms: sinceMs('from then until TLS was agreed upon. null: reused, plain http, or it never was.'),
    first_byte_ms: sinceMs(
      'from then until the status and headers of the answer had come. null: they never did.',
    ),
  }),
)
/** What went over the wire in one attempt. */
export type AttemptWire = {
  /** Where the POST went: the URL of the endpoint at that time. */
  url: string
  /** Headers of the POST in their order, with the real signature, whether or not it got through. */
  request_headers: {
    /** Name of the header: `X-SVC-Event`. */
    name: string
    /** Its value: `payment.created`. */
    value: string
  }[]
  /** Headers of the answer in their order, as they came: the first 8,192 characters. null: no answer. */
  response_headers:
    | {
        /** Name of the header: `content-type`. */
        name: string
        /** Its value: `text/plain`. */
        value: string
      }[]
    | null
  /** It used a connection of an earlier attempt, so nothing was spent on making one. */
  reused: boolean
  /** Milliseconds of real time, to a tenth: until the TCP connection stood, names looked up. null: reused, or it never stood. */
  connect_ms: number | null
  /** Milliseconds of real time, to a tenth: from then until TLS was agreed upon. null: reused, plain http, or it never was. */
  tls_ms: number | null
  /** Milliseconds of real time, to a tenth: from then until the status and headers of the answer had come. null: they never did. */
  first_byte_ms: number | null
}

/** One attempt of a delivery. */
export const attemptSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    number: z.int().check(z.describe('1 for the first, counting manual ones too.')),
    kind: z.enum(['scheduled', 'manual']).check(z.describe('By the ladder of retries, or by hand.')),
    started_at: timestamp().check(z.describe('On the virtual clock.')),
    duration_ms: z.number().check(z.describe('Milliseconds of real time.')),
    outcome: z.enum(['delivered', 'failed']),
    response_status: z.nullable(z.int()).check(z.describe('What the receiver answered; null: nothing.')),
    response_body: z.nullable(z.string()).check(z.describe('Its first 16 KiB; null: there was none.')),
    error: z
      .nullable(z.string())
      .check(
        z.describe(
          'Why there was no answer, or why it did not count: `timeout`, `unreachable`, `redirect`, … ; null on success.',
        ),
      ),
    wire: z
      .optional(z.nullable(attemptWireSchema))
      .check(
        z.describe(
          'What went over the wire; null: a fault answered in place of the receiver, or an older version made the attempt. Lists leave it out.',
        ),
      ),
  }),
)
/** One attempt of a delivery. */
export type Attempt = {
  /** 1 for the first, counting manual ones too. */
  number: number
  /** By the ladder of retries, or by hand. */
  kind: 'manual' | 'scheduled'
  /** On the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  started_at: string
  /** Milliseconds of real time. For example 12. */
  duration_ms: number
  /** Whether it arrived: only a complete 2xx answer in time does. */
  outcome: 'delivered' | 'failed'
  /** What the receiver answered; null: nothing. For example 503. */
  response_status: number | null
  /** Its first 16 KiB; null: there was none. For example `no database`. */
  response_body: string | null
  /** Why there was no answer, or why it did not count: `timeout`, `unreachable`, `redirect`, … ; null on success. */
  error: string | null
  /** What went over the wire; null: a fault answered in place of the receiver, or an older version made the attempt. Lists leave it out. */
  wire?: AttemptWire | null | undefined
}

/** A delivery as the control API shows it: the record of the client API, and what a developer wants to see. */
export const controlDeliverySchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Delivery identifier.')),
    endpoint_id: uuid(),
    endpoint_url: z.string().check(z.describe('The URL of its endpoint now.')),
    event_id: uuid(),
    event_type: z.string().check(z.describe('Name of the event.')),
    status: z.enum(deliveryStatuses).check(z.describe('`failed`: between attempts; `dead`: given up.')),
    attempts: z.int().check(z.describe('Attempts made, manual ones too.')),
    next_attempt_at: z
      .nullable(timestamp())
      .check(z.describe('When the next attempt is due on the virtual clock; null: none is scheduled.')),
    held: z.boolean().check(z.describe('Waiting because its endpoint is switched off.')),
    last_attempted_at: z.nullable(timestamp()),
    delivered_at: z.nullable(timestamp()),
    response_status: z.nullable(z.int()).check(z.describe('Of the last attempt.')),
    response_body: z.nullable(z.string()).check(z.describe('Of the last attempt.')),
    created_at: timestamp(),
    body: z.string().check(z.describe('The envelope: the exact text that is sent.')),
    attempt_log: z.array(attemptSchema).check(z.describe('Every attempt, oldest first.')),
  }),
)
/** A delivery as the control API shows it: the record of the client API, and what a developer wants to see. */
export type ControlDelivery = {
  /** Delivery identifier. A UUID. */
  id: string
  /** The webhook endpoint. A UUID. */
  endpoint_id: string
  /** The URL of its endpoint now. */
  endpoint_url: string
  /** The event. A UUID. */
  event_id: string
  /** Name of the event. */
  event_type: string
  /** `failed`: between attempts; `dead`: given up. */
  status: DeliveryStatus
  /** Attempts made, manual ones too. For example 2. */
  attempts: number
  /** When the next attempt is due on the virtual clock; null: none is scheduled. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  next_attempt_at: string | null
  /** Waiting because its endpoint is switched off. */
  held: boolean
  /** When the last attempt began, on the virtual clock; null: none was made. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  last_attempted_at: string | null
  /** When it arrived, on the virtual clock; null: it has not. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  delivered_at: string | null
  /** Of the last attempt. For example 503. */
  response_status: number | null
  /** Of the last attempt. For example `no database`. */
  response_body: string | null
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
  /** The envelope: the exact text that is sent. */
  body: string
  /** Every attempt, oldest first. */
  attempt_log: Attempt[]
}

/** One page of deliveries, newest first. */
export const deliveryPageSchema = /* @__PURE__ */ lazily(() => pageOf(controlDeliverySchema))
/** One page of deliveries, newest first. */
export type DeliveryPage = {
  /** The entries of this page, newest first. */
  results: ControlDelivery[]
  /** Entries that match, over all pages. For example 120. */
  total_count: number
  /** Pages of the asked size. For example 3. */
  total_pages: number
  /** The page asked for; beyond the last one `results` is empty. For example 1. */
  current_page: number
}

/** Fields by which deliveries can be sorted. */
export const deliverySortFields = [
  'created_at',
  'event_type',
  'status',
  'attempts',
  'response_status',
  'next_attempt_at',
  'last_attempted_at',
] as const
/** A field by which deliveries can be sorted. */
export type DeliverySortField = (typeof deliverySortFields)[number]

/** Query of `GET …/deliveries`. */
export const deliveryQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    status: z.optional(z.enum(deliveryStatuses)).check(z.describe('Only those of this status.')),
    event_type: z.optional(text(100)).check(z.describe('Only those of this event.')),
    endpoint_id: z.optional(uuid()).check(z.describe('Only those to this endpoint.')),
    event_id: z.optional(uuid()).check(z.describe('Only those of this one event.')),
    since: z
      .optional(timestamp())
      .check(z.describe('Only those of events that fired at or after this time.')),
    sort: sortBy(deliverySortFields),
    ...pageQuery(),
  }),
)
/** Which deliveries. A filter that is not given matches everything. */
export type DeliveryQuery = {
  /** Page number, from 1. Default 1. For example 2. */
  page?: number | undefined
  /** Entries per page, 1–100. Default 50. For example 20. */
  limit?: number | undefined
  /** Only those of this status. */
  status?: DeliveryStatus | undefined
  /** Only those of this event: `payment.created`. */
  event_type?: string | undefined
  /** Only those to this endpoint. A UUID. */
  endpoint_id?: string | undefined
  /** Only those of this one event. A UUID. */
  event_id?: string | undefined
  /** Only those of events that fired at or after this time. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  since?: string | undefined
  /** A field, the smallest first, or `-` and a field, the largest first. Default: newest first. For example `-attempts`. */
  sort?: DeliverySortField | `-${DeliverySortField}` | undefined
}

/** Body of `POST …/deliveries/resend`. */
export const resendInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    status: z
      .enum(['failed', 'dead'], 'must be failed or dead')
      .check(z.describe('Only those of this status.')),
    event_type: z.optional(text(100)).check(z.describe('Only those of this event.')),
    endpoint_id: z.optional(uuid()).check(z.describe('Only those to this endpoint.')),
    since: z
      .optional(timestamp())
      .check(z.describe('Only those of events that fired at or after this time.')),
  }),
)
/** Which deliveries to send once more. */
export type ResendInput = {
  /** Only those of this status. */
  status: 'failed' | 'dead'
  /** Only of this event: `payment.created`. */
  event_type?: string | undefined
  /** Only those to this endpoint. A UUID. */
  endpoint_id?: string | undefined
  /** Only those of events that fired at or after this time. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  since?: string | undefined
}

/** How a resend of several deliveries went. */
export const resendResultSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    resent: z.int().check(z.describe('Deliveries that were sent once more.')),
    delivered: z.int().check(z.describe('Of these, how many arrived.')),
    failed: z.int().check(z.describe('Of these, how many failed again.')),
  }),
)
/** How a resend of several deliveries went. */
export type ResendResult = {
  /** Deliveries that were sent once more. For example 12. */
  resent: number
  /** Of these, how many arrived. For example 11. */
  delivered: number
  /** Of these, how many failed again. For example 1. */
  failed: number
}

/** The delivery log with every attempt, and resending by hand. */
export const deliveryOperations = {
  listDeliveries: {
    method: 'GET',
    path: '/properties/{propertyId}/deliveries',
    tag: 'webhooks',
    summary: 'List deliveries with every attempt, newest first',
    query: deliveryQuerySchema,
    status: 200,
    answer: deliveryPageSchema,
  },
  getDelivery: {
    method: 'GET',
    path: '/properties/{propertyId}/deliveries/{deliveryId}',
    tag: 'webhooks',
    summary: 'Get a delivery with every attempt',
    status: 200,
    answer: controlDeliverySchema,
  },
  resendDelivery: {
    method: 'POST',
    path: '/properties/{propertyId}/deliveries/{deliveryId}/resend',
    tag: 'webhooks',
    summary: 'Make one extra attempt of a delivery, outside its ladder of retries',
    status: 200,
    answer: attemptSchema,
  },
  resendDeliveries: {
    method: 'POST',
    path: '/properties/{propertyId}/deliveries/resend',
    tag: 'webhooks',
    summary: 'Make one extra attempt of each delivery of a status',
    description: 'At most 10,000, the oldest first; answers when all attempts have ended.',
    body: resendInputSchema,
    status: 200,
    answer: resendResultSchema,
  },
} as const satisfies Record<string, ControlOperation>
