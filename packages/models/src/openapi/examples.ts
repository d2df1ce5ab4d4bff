import type { Booking } from '../booking.ts'
import type { Delivery } from '../delivery.ts'
import type { EventOf } from '../event.ts'
import type { CreatePayment, UpdatePayment } from '../payment-requests.ts'
import type { Payment } from '../payment.ts'
import type { EventType } from '../vocabulary.ts'
import type { CreateWebhookEndpoint, UpdateWebhookEndpoint } from '../webhook-requests.ts'
import type { CreatedWebhookEndpoint, WebhookEndpoint } from '../webhook.ts'

// One story runs through all examples: Aoife takes two nights in a six-bed dorm (a Friday and a dearer Saturday)
// through Hostelworld, which keeps a deposit of 15 %; she pays the balance at check-in. A test checks each example
// against its schema.

const propertyId = 'c0a8f3de-52b1-4a0e-8d27-94f6b1c37e10'
const room = '9b2f6c1e-0d74-4c58-a1f3-6e8d5b7a2c94'
const endpointId = '5d9e2b74-a3c8-4f16-b0d5-17e4c6f8a923'

export const booking = {
  id: '3f0b7a52-6c1d-4b7e-9a55-0d7f3c1e8b42',
  status: 'confirmed',
  total: 6900,
  created: '2026-11-02T09:14:27.000Z',
  updated: '2026-11-20T15:42:10.000Z',
  paidDays: 2,
  description: 'Hostelworld HW-519-204817. Arrives about 23:30. Lower bunk if possible.',
  guest: {
    id: 'e71c4d08-2b9f-4a63-8c5e-f0d1a7b36294',
    first_name: 'Aoife',
    last_name: 'Ní Bhriain',
    email: 'aoife.nibhriain@example.com',
    phone: '+353 85 555 0142',
  },
  stay_dates: [
    { date: '2026-11-20', amount: 3200, room, bed: '1a6d8e3f-74c2-4b95-9e0a-c5f7d2b81364' },
    { date: '2026-11-21', amount: 3700, room, bed: '1a6d8e3f-74c2-4b95-9e0a-c5f7d2b81364' },
  ],
} satisfies Booking

export const bookingPage = { results: [booking], total_count: 1, total_pages: 1, current_page: 1 }

export const createBalance = {
  amount: '58.65',
  paymentMethod: 'Credit Card',
  type: 'income',
  bid: booking.id,
  name: 'Balance at check-in',
  description: 'Desk terminal 2, receipt 004417',
} satisfies CreatePayment

export const createRefund = {
  amount: '37',
  paymentMethod: 'Bank Transfer',
  type: 'outgoing',
  gid: booking.guest.id,
  name: 'Refund of the second night',
} satisfies CreatePayment

export const createMinimal = {
  amount: '4.50',
  paymentMethod: 'Cash',
  type: 'income',
} satisfies CreatePayment

export const balance = {
  id: '84c5f7e2-1d3b-4e96-a8f0-2b7d9c6e5a31',
  bid: booking.id,
  gid: null,
  amount: '58.6500',
  paymentMethod: 'Credit Card',
  type: 'income',
  description: 'Desk terminal 2, receipt 004417',
  name: 'Balance at check-in',
  date: '2026-11-20T22:38:04.512Z',
  status: true,
} satisfies Payment

export const deposit = {
  id: 'd2e61f9a-5b07-4c8d-93a4-7f1e0b6c28d5',
  bid: booking.id,
  gid: null,
  amount: '10.3500',
  paymentMethod: 'OTA',
  type: 'income',
  description: null,
  name: 'Hostelworld deposit',
  date: '2026-11-02T09:14:28.031Z',
  status: true,
} satisfies Payment

export const addTowel = {
  amount: '60.65',
  description: 'Desk terminal 2, receipt 004417, with towel',
} satisfies UpdatePayment
export const unlink = { bid: null, gid: booking.guest.id } satisfies UpdatePayment
export const balanceWithTowel = { ...balance, ...addTowel, amount: '60.6500' } satisfies Payment

export const createEndpoint = {
  url: 'https://accounting.example.com/hooks/hostel',
  events: ['payment.created', 'payment.updated'],
} satisfies CreateWebhookEndpoint

export const createdEndpoint = {
  id: endpointId,
  url: createEndpoint.url,
  secret: 'whsec_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA',
  events: createEndpoint.events,
  is_active: true,
  created_at: '2026-11-18T10:05:33.120Z',
} satisfies CreatedWebhookEndpoint

export const endpoint = {
  id: endpointId,
  url: createEndpoint.url,
  events: createEndpoint.events,
  is_active: true,
  created_at: '2026-11-18T10:05:33.120Z',
  updated_at: '2026-11-18T10:05:33.120Z',
} satisfies WebhookEndpoint

export const switchOff = { is_active: false } satisfies UpdateWebhookEndpoint
export const moveEndpoint = {
  url: 'https://accounting.example.com/hooks/hostel-2',
} satisfies UpdateWebhookEndpoint
export const endpointOff = {
  ...endpoint,
  is_active: false,
  updated_at: '2026-11-21T08:00:00.000Z',
} satisfies WebhookEndpoint

export const deliveries = [
  {
    id: '6f3a9d1c-e05b-4728-b4c6-8d2f7e1a5093',
    event_type: 'payment.updated',
    status: 'failed',
    attempts: 2,
    last_attempted_at: '2026-11-20T22:42:11.300Z',
    delivered_at: null,
    response_status: 503,
    response_body: 'upstream is restarting',
    created_at: '2026-11-20T22:41:08.874Z',
  },
  {
    id: '0c7e4b92-8f15-4da3-a6d0-3e9b5c1f7284',
    event_type: 'payment.created',
    status: 'delivered',
    attempts: 1,
    last_attempted_at: '2026-11-20T22:38:04.611Z',
    delivered_at: '2026-11-20T22:38:04.611Z',
    response_status: 200,
    response_body: 'ok',
    created_at: '2026-11-20T22:38:04.512Z',
  },
] satisfies Delivery[]

const event = <Type extends EventType, Data>(type: Type, id: string, created_at: string, data: Data) => ({
  id,
  type,
  property_id: propertyId,
  created_at,
  data,
})

const dates = booking.stay_dates.map(({ date, amount }) => ({ date, amount }))

/** One or two realistic deliveries for each event, by what they show. */
export const events = {
  'booking.created': {
    'Two nights': event(
      'booking.created',
      'b81d5f3e-2c94-4e07-9f6a-d7c0e8a14b52',
      '2026-11-02T09:14:27.000Z',
      { bookingId: booking.id, status: 'new', room, total: booking.total, dates },
    ),
  },
  'booking.updated': {
    'Second night dropped': event(
      'booking.updated',
      '27f9c0d6-4b1e-48a5-8e73-f6d2b5a90c18',
      '2026-11-19T18:20:45.900Z',
      {
        bookingId: booking.id,
        status: 'confirmed',
        room,
        total: 3200,
        dates: dates.slice(0, 1),
      },
    ),
    'Status only': event(
      'booking.updated',
      'a4e07c5b-9d32-4f81-b6e9-05c8d1f7a236',
      '2026-11-20T22:38:05.000Z',
      { bookingId: booking.id, status: 'paid' },
    ),
  },
  'booking.cancelled': {
    'Cancelled by the guest': event(
      'booking.cancelled',
      'f5b2d8e1-7a06-4c39-9d4f-1e6c0b8a7523',
      '2026-11-19T18:22:10.250Z',
      { bookingId: booking.id },
    ),
  },
  'payment.created': {
    'Balance at check-in': event(
      'payment.created',
      '0c7e4b92-8f15-4da3-a6d0-3e9b5c1f7284',
      '2026-11-20T22:38:04.512Z',
      { paymentId: balance.id, amount: balance.amount, paymentMethod: 'Credit Card', type: 'income' },
    ),
  },
  'payment.updated': {
    'Towel added': event(
      'payment.updated',
      '6f3a9d1c-e05b-4728-b4c6-8d2f7e1a5093',
      '2026-11-20T22:41:08.874Z',
      { paymentId: balance.id, amount: balanceWithTowel.amount },
    ),
  },
  'message.received': {
    'Late arrival': event(
      'message.received',
      '93d6e8b0-c1f4-4a57-8b2d-e5f90a7c6d14',
      '2026-11-20T19:03:51.000Z',
      {
        bookingId: booking.id,
        messageId: 'hw-88120443',
        threadId: 'hw-519-204817',
        content: 'Hi! My bus gets in at 23:10, is the desk still open then?',
      },
    ),
  },
} satisfies { [Type in EventType]: Record<string, EventOf<Type>> }
