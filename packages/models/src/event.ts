import * as z from 'zod/mini'
import { amountOutput } from './amount-schema.ts'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { type Open, openEnum } from './open.ts'
import { isoDate, minorUnits, timestamp, uuid } from './primitives.ts'
import {
  type BookingStatus,
  type PaymentMethod,
  type PaymentType,
  bookingStatuses,
  type EventType,
  eventTypes,
  paymentMethods,
  paymentTypes,
} from './vocabulary.ts'

/** `data` of `booking.created`, and of `booking.updated` unless only the status changed. */
export const bookingDataSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    bookingId: z.string(),
    status: openEnum(bookingStatuses),
    room: z.string().check(documented('Room UUID of the first stay date.')),
    total: minorUnits(),
    dates: z.array(z.looseObject({ date: isoDate(), amount: minorUnits() })),
  }),
)
/** `data` of a booking event in its full shape. */
export type BookingData = {
  /** The booking. A UUID. */
  bookingId: string
  /** Status of the booking: `confirmed`. The full list is open. */
  status: Open<BookingStatus>
  /** The room of its first night. A UUID. */
  room: string
  /** Total in minor units: 52000 is 520.00. */
  total: number
  /** The nights, in order. */
  dates: {
    /** The night, as the calendar date of arrival: `2026-07-15`. */
    date: string
    /** Price of the night in minor units: 2500 is 25.00. */
    amount: number
  }[]
}

/**
 * `data` of `booking.updated` after a status-only change. Without the refinement a broken full shape would
 * pass as a short one with unknown fields. With it, `'dates' in data` tells the two apart.
 */
export const bookingStatusDataSchema = /* @__PURE__ */ lazily(() =>
  z
    .looseObject({
      bookingId: z.string(),
      status: openEnum(bookingStatuses),
    })
    .check(
      z.refine((data) => !('room' in data || 'total' in data || 'dates' in data), {
        error: 'must have bookingId and status alone, or room, total and dates too',
        abort: true,
      }),
    ),
)
/** `data` of `booking.updated` in its short shape. */
export type BookingStatusData = {
  /** The booking. A UUID. */
  bookingId: string
  /** Its new status: `paid`. The full list is open. */
  status: Open<BookingStatus>
}

/** The payload schemas by event name. */
export const eventDataSchemas = {
  'booking.created': bookingDataSchema,
  'booking.updated': /* @__PURE__ */ lazily(() => z.union([bookingDataSchema, bookingStatusDataSchema])),
  'booking.cancelled': /* @__PURE__ */ lazily(() => z.looseObject({ bookingId: z.string() })),
  'payment.created': /* @__PURE__ */ lazily(() =>
    z.looseObject({
      paymentId: uuid(),
      amount: amountOutput(),
      paymentMethod: openEnum(paymentMethods),
      type: openEnum(paymentTypes),
    }),
  ),
  'payment.updated': /* @__PURE__ */ lazily(() =>
    z.looseObject({ paymentId: uuid(), amount: amountOutput() }),
  ),
  'message.received': /* @__PURE__ */ lazily(() =>
    z.looseObject({
      bookingId: z.string(),
      messageId: z.string(),
      threadId: z.string(),
      content: z.string().check(documented('Message text.')),
    }),
  ),
} as const satisfies Record<EventType, unknown>

/** `data` of `booking.cancelled`. */
export type CancelledBookingData = {
  /** The booking. A UUID. */
  bookingId: string
}

/** `data` of `payment.created`. */
export type PaymentData = {
  /** The payment. A UUID. */
  paymentId: string
  /** Decimal string with four decimals: `"120.5000"`. Never a number. */
  amount: string
  /** `Cash`, `Bank Transfer`, `Credit Card`, `POS`, `OTA`, or a later one. */
  paymentMethod: Open<PaymentMethod>
  /** `income` or `outgoing`; a refund is an `outgoing` payment. */
  type: Open<PaymentType>
}

/** `data` of `payment.updated`. */
export type UpdatedPaymentData = {
  /** The payment. A UUID. */
  paymentId: string
  /** Its amount now, a decimal string with four decimals: `"120.5000"`. Never a number. */
  amount: string
}

/** `data` of `message.received`. */
export type MessageData = {
  /** The booking that the guest writes about. A UUID. */
  bookingId: string
  /** Identifies the message. A UUID. */
  messageId: string
  /** Identifies the conversation: `booking-4711`. */
  threadId: string
  /** What the guest wrote: `Is there a towel?` */
  content: string
}

/** `data` of each event. */
export type EventData = {
  /** A booking was made. */
  'booking.created': BookingData
  /** A booking has changed; `'dates' in data` tells the full shape from that of a status alone. */
  'booking.updated': BookingData | BookingStatusData
  /** A booking was cancelled. */
  'booking.cancelled': CancelledBookingData
  /** A payment was recorded. */
  'payment.created': PaymentData
  /** Amount, method or description of a payment have changed. */
  'payment.updated': UpdatedPaymentData
  /** A guest has written. */
  'message.received': MessageData
}

const envelope = <Data extends z.core.SomeType, Type extends z.core.SomeType>(type: Type, data: Data) =>
  z.looseObject({
    id: uuid().check(documented('Delivery id, stable across retries: deduplicate on it.')),
    type,
    property_id: uuid(),
    created_at: timestamp().check(documented('When the event fired.')),
    data,
  })

/** The envelope of a delivery (spec 6)whose `type` and `data` are not checked. */
export const eventEnvelopeSchema = /* @__PURE__ */ lazily(() =>
  envelope(z.string(), z.record(z.string(), z.unknown())),
)

/** The envelope schemas by event name. */
export const eventSchemas = {
  'booking.created': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('booking.created'), eventDataSchemas['booking.created']),
  ),
  'booking.updated': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('booking.updated'), eventDataSchemas['booking.updated']),
  ),
  'booking.cancelled': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('booking.cancelled'), eventDataSchemas['booking.cancelled']),
  ),
  'payment.created': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('payment.created'), eventDataSchemas['payment.created']),
  ),
  'payment.updated': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('payment.updated'), eventDataSchemas['payment.updated']),
  ),
  'message.received': /* @__PURE__ */ lazily(() =>
    envelope(z.literal('message.received'), eventDataSchemas['message.received']),
  ),
} as const satisfies Record<EventType, unknown>

/** An event of one type: `EventOf<'payment.created'>`. */
export type EventOf<Type extends EventType> = Type extends EventType ? EventEnvelope<Type> : never

/** What a delivery of one type carries. */
export type EventEnvelope<Type extends EventType> = {
  /** Delivery identifier (UUID), the same in every retry: deduplicate on it. */
  id: string
  /** Name of the event: `payment.created`. */
  type: Type
  /** The property that it is about. A UUID. */
  property_id: string
  /** When the event fired, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
  /** What has happened. */
  data: EventData[Type]
}
/** An event of a known type; `switch (event.type)` narrows `data`. */
export type WebhookEvent = { [Type in EventType]: EventOf<Type> }[EventType]
/** Only a type: a string that equals no known name, which is what lets `event.type === '…'` narrow an event. */
declare enum AnyOther {
  type = '',
}
/** The name of an event that this version does not know. To compare it with a newer name: `const type: string = event.type`. */
export type UnknownEventType = AnyOther.type
/** An event of a type that this version does not know: acknowledge it and ignore it. */
export type UnknownEvent = {
  /** Delivery identifier (UUID), the same in every retry: deduplicate on it. */
  id: string
  /** A name that is none of the known ones; assign it to a `string` to compare it. */
  type: UnknownEventType
  /** The property that it is about. A UUID. */
  property_id: string
  /** When the event fired, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created_at: string
  /** As it came. */
  data: Record<string, unknown>
}

/** Whether an event is of a type that this version knows: narrows to the union that `switch (event.type)` works on. */
export function isKnownEvent(event: WebhookEvent | UnknownEvent): event is WebhookEvent {
  return (eventTypes as readonly string[]).includes(event.type)
}
