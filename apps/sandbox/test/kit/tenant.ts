import type { Booking } from '@svc/models'
import type { BookingChanges, BookingInput, Message, MessageInput, SandboxControl } from '@svc/control'
import { type Call, asCaller } from './caller.ts'

/** A property with a key: tests that share a server do not share a property. */
export interface Tenant {
  id: string
  key: string
  /** The client API with the property's key. */
  call: Call
  control: SandboxControl
  createBooking(input?: BookingInput): Promise<Booking>
  updateBooking(id: string, changes: BookingChanges): Promise<Booking>
  cancelBooking(id: string): Promise<void>
  createMessage(input: MessageInput): Promise<Message>
  allow(...origins: string[]): Promise<string[]>
  dropKey(): Promise<void>
  /** The envelopes of the last 100 deliveries, oldest first. */
  envelopes(): Promise<{ id: string; type: string; property_id: string; created_at: string; data: unknown }[]>
}

/** A new property of a running sandbox. */
export async function openTenant(control: SandboxControl, send: Call): Promise<Tenant> {
  const { id } = await control.properties.create({ name: 'A hostel' })
  const own = control.property(id)
  const key = await own.apiKeys.create()
  return {
    id,
    key: key.key,
    control: own,
    call: asCaller(send, key.key),
    createBooking: (input) => own.bookings.create(input),
    updateBooking: (bookingId, changes) => own.bookings.update(bookingId, changes),
    cancelBooking: (bookingId) => own.bookings.cancel(bookingId),
    createMessage: (input) => own.messages.send(input),
    allow: (...origins) => own.origins.set(origins),
    dropKey: () => own.apiKeys.delete(key.id),
    async envelopes() {
      const { results } = await own.deliveries.list({ limit: 100 })
      return results.toReversed().map(({ body }) => JSON.parse(body))
    },
  }
}
