import {
  bookingPageSchema,
  bookingSchema,
  isoDate,
  limits,
  type ListBookingsQuery,
  listBookingsQuerySchema,
  minorUnits,
  timestamp,
  uuid,
  lazily,
} from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { sortBy } from './page.ts'

/** Query of `GET …/bookings`: that of the client API, and an order. */
export const bookingQuerySchema = /* @__PURE__ */ lazily(() =>
  z.safeExtend(listBookingsQuerySchema, { sort: sortBy(['arrival', 'created', 'status']) }),
)
/** Which bookings, and in which order. A filter that is not given matches everything. */
export interface BookingQuery extends ListBookingsQuery {
  /** A field, the smallest first, or `-` and a field, the largest first. Default: newest first. For example `-arrival`. */
  sort?: 'arrival' | '-arrival' | 'created' | '-created' | 'status' | '-status' | undefined
}

/** An amount that a test may ask for. Its bounds keep the total of a stay within the safe integers. */
const amount = () =>
  minorUnits().check(z.gte(-1_000_000_000_000, 'is too small'), z.lte(1_000_000_000_000, 'is too large'))

const guestFields = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    id: z
      .exactOptional(uuid())
      .check(z.describe('A known guest, whose given fields change, or a new guest.')),
    first_name: z.exactOptional(z.string().check(z.maxLength(limits.nameLength))),
    last_name: z.exactOptional(z.string().check(z.maxLength(limits.nameLength))),
    email: z.exactOptional(z.string().check(z.maxLength(320))),
    phone: z.exactOptional(z.string().check(z.maxLength(64))),
  }),
)

const stayDates = /* @__PURE__ */ lazily(() =>
  z
    .array(
      z.strictObject({
        date: isoDate().check(z.describe('The night, as the calendar date of arrival, YYYY-MM-DD.')),
        amount: amount().check(z.describe('Price of the night in minor units.')),
        room: z.exactOptional(uuid()).check(z.describe('Default: one that the property has.')),
        bed: z.exactOptional(uuid()).check(z.describe('Default: one that the property has.')),
      }),
    )
    .check(
      z.minLength(1, 'must have at least one stay date'),
      z.maxLength(1_000, 'must have at most 1000 stay dates'),
    ),
)

const bookingFields = () => ({
  status: z.optional(text(64)).check(z.describe('Default `confirmed`.')),
  total: z.optional(amount()).check(z.describe('Minor units. Default: the sum of the nights.')),
  paidDays: z
    .optional(z.int().check(z.gte(0, 'must be at least 0'), z.lte(100_000)))
    .check(z.describe('Number of paid days. Default 0.')),
  description: z
    .optional(z.string().check(z.maxLength(limits.descriptionLength)))
    .check(z.describe('Free text. Default empty.')),
  guest: z.optional(guestFields).check(z.describe('Default: a realistic guest.')),
  stay_dates: z.optional(stayDates).check(z.describe('1–1000 nights. Default: some realistic ones.')),
})

/** Body of `POST …/bookings`: fields that are left out get realistic values. */
export const bookingInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    id: z.optional(uuid()).check(z.describe('Default: a new one.')),
    created: z.optional(timestamp()).check(z.describe('Default: the virtual now.')),
    updated: z.optional(timestamp()).check(z.describe('Default: as `created`.')),
    ...bookingFields(),
  }),
)

/** Body of `PATCH …/bookings/{bookingId}`. */
export const bookingChangesSchema = /* @__PURE__ */ lazily(() => z.strictObject(bookingFields()))

/** Who has booked: a known guest by its `id`, whose given fields change, or a new one. */
export type GuestInput = {
  /** A known guest, whose given fields change, or a new guest. A UUID. */
  id?: string
  /** First name, such as `Zoë`. */
  first_name?: string
  /** Last name, such as `Dupont`. */
  last_name?: string
  /** E-mail address, such as `zoe@example.com`. */
  email?: string
  /** Phone number, such as `+33 6 12 34 56 78`. */
  phone?: string
}
/** A night in a bed. */
export type StayDateInput = {
  /** The night, as the calendar date of arrival, YYYY-MM-DD. */
  date: string
  /** Price of the night in minor units: 2600 is 26.00. */
  amount: number
  /** Default: one that the property has. A UUID. */
  room?: string
  /** Default: one that the property has. A UUID. */
  bed?: string
}
/**
 * Changes of a booking. A change of the status alone fires the short `booking.updated`, any other change the full one.
 */
export interface BookingChanges {
  /** Its status: `paid`. A new booking without one is `confirmed`. */
  status?: string | undefined
  /** Total in minor units: 52000 is 520.00. Of a new booking without one: the sum of the nights. */
  total?: number | undefined
  /** How many of its days are paid: 3. Of a new booking without it: 0. */
  paidDays?: number | undefined
  /** Free text, such as the reference of a booking channel. Of a new booking without one: empty. */
  description?: string | undefined
  /** Who has booked. Of a new booking without one: a realistic guest. */
  guest?: GuestInput | undefined
  /** 1–1000 nights in a bed each, in place of those that it has. Of a new booking without them: some realistic ones. */
  stay_dates?: StayDateInput[] | undefined
}
/** The fields of a new booking; fields that are left out get realistic values. */
export interface BookingInput extends BookingChanges {
  /** Default: a new one. A UUID. */
  id?: string | undefined
  /** Default: the virtual now. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created?: string | undefined
  /** Default: as `created`. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  updated?: string | undefined
}

/** Bookings, which partners can only read: they are created and changed here, with their events (D17). */
export const bookingOperations = {
  listBookings: {
    method: 'GET',
    path: '/properties/{propertyId}/bookings',
    tag: 'bookings',
    summary: 'List bookings, newest first, as the client API does',
    description: 'By `arrival`, those without a night come last.',
    query: bookingQuerySchema,
    status: 200,
    answer: bookingPageSchema,
  },
  createBooking: {
    method: 'POST',
    path: '/properties/{propertyId}/bookings',
    tag: 'bookings',
    summary: 'Create a booking',
    description: 'Fields that are left out get realistic values. Fires `booking.created`.',
    body: bookingInputSchema,
    status: 201,
    answer: bookingSchema,
  },
  getBooking: {
    method: 'GET',
    path: '/properties/{propertyId}/bookings/{bookingId}',
    tag: 'bookings',
    summary: 'Get a booking',
    status: 200,
    answer: bookingSchema,
  },
  updateBooking: {
    method: 'PATCH',
    path: '/properties/{propertyId}/bookings/{bookingId}',
    tag: 'bookings',
    summary: 'Change a booking',
    description: 'Fires `booking.updated`, in its short shape when the status alone changed.',
    body: bookingChangesSchema,
    status: 200,
    answer: bookingSchema,
  },
  cancelBooking: {
    method: 'DELETE',
    path: '/properties/{propertyId}/bookings/{bookingId}',
    tag: 'bookings',
    summary: 'Cancel a booking',
    description: 'Fires `booking.cancelled`. A cancelled one stays as it is, and nothing fires.',
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>
