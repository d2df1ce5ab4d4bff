import { type EventType, eventTypes, limits, timestamp, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { pageOf, pageQuery, sortBy } from './page.ts'

/** Body of `POST …/messages`. */
export const messageInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    bookingId: uuid().check(z.describe('A booking of the property.')),
    content: text(100_000).check(z.describe('What the guest writes.')),
    threadId: z.optional(text(limits.nameLength)).check(z.describe("Default: the booking's thread.")),
  }),
)
/** An inbound OTA message. */
export type MessageInput = {
  /** A booking of the property. A UUID. */
  bookingId: string
  /** What the guest writes. */
  content: string
  /** Default: the booking's thread. For example `booking-4711`. */
  threadId?: string | undefined
}

/** An OTA message of a guest, as `message.received` carries it. */
export const messageSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Message identifier.')),
    bookingId: uuid(),
    threadId: z.string().check(z.describe('Identifies a conversation.')),
    content: z.string(),
    created_at: timestamp(),
  }),
)
/** An OTA message of a guest, as `message.received` carries it. */
export type Message = {
  /** Message identifier. A UUID. */
  id: string
  /** The booking. A UUID. */
  bookingId: string
  /** Identifies a conversation. For example `booking-4711`. */
  threadId: string
  /** What the guest wrote: `Is there a towel?` */
  content: string
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
}

/** Body of `POST …/events`. */
export const eventInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    type: z.enum(eventTypes).check(z.describe('Name of the event.')),
    data: z
      .optional(z.record(z.string(), z.unknown()))
      .check(z.describe('Fields of its data; what is left out is filled in.')),
    endpoint_id: z
      .optional(uuid())
      .check(z.describe('To this endpoint alone, subscribed or not. Default: to all that are subscribed.')),
  }),
)
/** A sample event for the subscribed endpoints. `data` is filled in where left out. */
export type EventInput = {
  /** Name of the event: `payment.created`. */
  type: EventType
  /** Fields of its data; what is left out is filled in. */
  data?: Record<string, unknown> | undefined
  /** To this endpoint alone, subscribed or not. Default: to all that are subscribed. A UUID. */
  endpoint_id?: string | undefined
}

/** An event that fired, and the deliveries that it caused. */
export const firedEventSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Event identifier.')),
    type: z.enum(eventTypes),
    property_id: uuid(),
    created_at: timestamp(),
    data: z.record(z.string(), z.unknown()).check(z.describe('What the deliveries carry.')),
    delivery_ids: z
      .array(uuid())
      .check(z.describe('One for each subscribed endpoint; empty when there is none.')),
  }),
)
/** An event that fired, and the deliveries that it caused. */
export type FiredEvent = {
  /** Event identifier. A UUID. */
  id: string
  /** Name of the event: `payment.created`. */
  type: EventType
  /** The property. A UUID. */
  property_id: string
  /** When it was made, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
  /** What the deliveries carry. */
  data: Record<string, unknown>
  /** One for each subscribed endpoint; empty when there is none. UUIDs. */
  delivery_ids: string[]
}

/** One page of events, newest first. */
export const eventPageSchema = /* @__PURE__ */ lazily(() => pageOf(firedEventSchema))
/** One page of events, newest first. */
export type EventPage = {
  /** The entries of this page, newest first. */
  results: FiredEvent[]
  /** Entries that match, over all pages. For example 120. */
  total_count: number
  /** Pages of the asked size. For example 3. */
  total_pages: number
  /** The page asked for; beyond the last one `results` is empty. For example 1. */
  current_page: number
}

/** Query of `GET …/events`. */
export const eventQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    type: z.optional(text(100)).check(z.describe('Only those of this name.')),
    about: z
      .optional(uuid())
      .check(
        z.describe('Only those whose data names this booking, payment or message; of the newest 5,000.'),
      ),
    sort: sortBy(['created_at', 'type']),
    ...pageQuery(),
  }),
)
/** Which events. A filter that is not given matches everything. */
export type EventQuery = {
  /** Page number, from 1. Default 1. For example 2. */
  page?: number | undefined
  /** Entries per page, 1–100. Default 50. For example 20. */
  limit?: number | undefined
  /** Only those of this name: `payment.created`. */
  type?: string | undefined
  /** Only those whose data names this booking, payment or message; of the newest 5,000. A UUID. */
  about?: string | undefined
  /** A field, the smallest first, or `-` and a field, the largest first. Default: newest first. For example `-created_at`. */
  sort?: 'created_at' | '-created_at' | 'type' | '-type' | undefined
}

export const eventOperations = {
  listEvents: {
    method: 'GET',
    path: '/properties/{propertyId}/events',
    tag: 'bookings',
    summary: 'List events that went to an endpoint, newest first',
    query: eventQuerySchema,
    status: 200,
    answer: eventPageSchema,
  },
  getEvent: {
    method: 'GET',
    path: '/properties/{propertyId}/events/{eventId}',
    tag: 'bookings',
    summary: 'Get an event and the ids of its deliveries',
    status: 200,
    answer: firedEventSchema,
  },
  sendMessage: {
    method: 'POST',
    path: '/properties/{propertyId}/messages',
    tag: 'bookings',
    summary: 'Send a message as the guest of a booking',
    description: 'An inbound OTA message: fires `message.received`.',
    body: messageInputSchema,
    status: 201,
    answer: messageSchema,
  },
  triggerEvent: {
    method: 'POST',
    path: '/properties/{propertyId}/events',
    tag: 'bookings',
    summary: 'Fire a sample event at the subscribed endpoints',
    description: 'Leaves no booking, payment or message behind.',
    body: eventInputSchema,
    status: 201,
    answer: firedEventSchema,
  },
} as const satisfies Record<string, ControlOperation>
