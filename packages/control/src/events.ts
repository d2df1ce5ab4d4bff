import { eventTypes, limits, timestamp, uuid, type Named } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** Body of `POST …/messages`. */
export const messageInputSchema = z.strictObject({
  bookingId: uuid().check(z.describe('A booking of the property.')),
  content: text(100_000).check(z.describe('What the guest writes.')),
  threadId: z.optional(text(limits.nameLength)).check(z.describe("Default: the booking's thread.")),
})
/** An inbound OTA message. */
export type MessageInput = z.input<typeof messageInputSchema>

/** An OTA message of a guest, as `message.received` carries it. */
export const messageSchema = z.looseObject({
  id: uuid().check(z.describe('Message identifier.')),
  bookingId: uuid(),
  threadId: z.string().check(z.describe('Identifies a conversation.')),
  content: z.string(),
  created_at: timestamp(),
})
/** An OTA message of a guest, as `message.received` carries it. */
export type Message = Named<z.infer<typeof messageSchema>>

/** Body of `POST …/events`. */
export const eventInputSchema = z.strictObject({
  type: z.enum(eventTypes).check(z.describe('Name of the event.')),
  data: z
    .optional(z.record(z.string(), z.unknown()))
    .check(z.describe('Fields of its data; what is left out is filled in.')),
})
/** A sample event for the subscribed endpoints. `data` is filled in where left out. */
export type EventInput = z.input<typeof eventInputSchema>

/** An event that fired, and the deliveries that it caused. */
export const firedEventSchema = z.looseObject({
  id: uuid().check(z.describe('Event identifier.')),
  type: z.enum(eventTypes),
  property_id: uuid(),
  created_at: timestamp(),
  data: z.record(z.string(), z.unknown()).check(z.describe('What the deliveries carry.')),
  delivery_ids: z
    .array(uuid())
    .check(z.describe('One for each subscribed endpoint; empty when there is none.')),
})
/** An event that fired, and the deliveries that it caused. */
export type FiredEvent = Named<z.infer<typeof firedEventSchema>>

export const eventOperations = {
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
