import { eventTypes, limits, timestamp, uuid, type Named, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { type QueryInput, text } from './fields.ts'
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
export type MessageInput = z.input<typeof messageInputSchema>

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
export type Message = Named<z.infer<typeof messageSchema>>

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
export type EventInput = z.input<typeof eventInputSchema>

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
export type FiredEvent = Named<z.infer<typeof firedEventSchema>>

/** One page of events, newest first. */
export const eventPageSchema = /* @__PURE__ */ lazily(() => pageOf(firedEventSchema))
/** One page of events, newest first. */
export type EventPage = Named<z.infer<typeof eventPageSchema>>

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
export type EventQuery = QueryInput<typeof eventQuerySchema>

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
