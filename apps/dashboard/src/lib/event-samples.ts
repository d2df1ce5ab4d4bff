import type { EventType } from '@svc/models'

/** The fields of an event's data: name and form. */
export interface EventField {
  name: string
  form: string
}

const ids = {
  booking: '8d5f7a3e-1c2b-4d6e-9f80-a1b2c3d4e5f6',
  payment: '3b1e6c52-9a47-4f0d-8c21-7e5d4b3a2f10',
}
const room = 'c0ffee00-1111-4222-8333-444455556666'
const booking = {
  bookingId: ids.booking,
  status: 'confirmed',
  room,
  total: 5_200,
  dates: [{ date: '2026-12-01', amount: 5_200 }],
}

const bookingFields: EventField[] = [
  { name: 'bookingId', form: 'string' },
  { name: 'status', form: 'string' },
  { name: 'room', form: 'string (UUID)' },
  { name: 'total', form: 'integer, minor units' },
  { name: 'dates', form: 'array of { date: YYYY-MM-DD, amount: integer }' },
]
const paymentAmount: EventField[] = [
  { name: 'paymentId', form: 'string (UUID)' },
  { name: 'amount', form: 'decimal string' },
]

/** Form and example of the data of each event (spec 6). */
export const eventSamples: Record<EventType, { fields: EventField[]; data: Record<string, unknown> }> = {
  'booking.created': { fields: bookingFields, data: booking },
  'booking.updated': { fields: bookingFields, data: { ...booking, status: 'paid' } },
  'booking.cancelled': {
    fields: [{ name: 'bookingId', form: 'string' }],
    data: { bookingId: ids.booking },
  },
  'payment.created': {
    fields: [
      ...paymentAmount,
      { name: 'paymentMethod', form: 'Cash | Bank Transfer | Credit Card | POS | OTA' },
      { name: 'type', form: 'income | outgoing' },
    ],
    data: { paymentId: ids.payment, amount: '120.5000', paymentMethod: 'Credit Card', type: 'income' },
  },
  'payment.updated': { fields: paymentAmount, data: { paymentId: ids.payment, amount: '99.0000' } },
  'message.received': {
    fields: [
      { name: 'bookingId', form: 'string' },
      { name: 'messageId', form: 'string' },
      { name: 'threadId', form: 'string' },
      { name: 'content', form: 'string' },
    ],
    data: {
      bookingId: ids.booking,
      messageId: '5f0c2d1e-7777-4888-9999-aaaabbbbcccc',
      threadId: 'thread-1',
      content: 'Is there a kitchen?',
    },
  },
}
