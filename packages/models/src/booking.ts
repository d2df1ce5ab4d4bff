import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { type Open, openEnum } from './open.ts'
import { isoDate, minorUnits, timestamp, uuid } from './primitives.ts'
import { type BookingStatus, bookingStatuses } from './vocabulary.ts'

/** The guest embedded in a booking. */
export const guestSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(documented('Guest identifier; the `gid` of a payment.')),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
)
/** The guest embedded in a booking. */
export type Guest = {
  /** Guest identifier (UUID); the `gid` of a payment. */
  id: string
  /** First name, such as `Zoë`. */
  first_name: string
  /** Last name, such as `Dupont`. */
  last_name: string
  /** E-mail address, such as `zoe@example.com`. */
  email: string
  /** Phone number as it was given, such as `+33 6 12 34 56 78`. */
  phone: string
}

/** One night in one bed. */
export const stayDateSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    date: isoDate().check(documented('The night, as the calendar date of arrival, YYYY-MM-DD.')),
    amount: minorUnits().check(documented('Price of the night in minor units.')),
    room: uuid().check(documented('Room identifier.')),
    bed: uuid().check(documented('Bed identifier.')),
  }),
)
/** One night in one bed; `amount` in minor units. */
export type StayDate = {
  /** The night, as the calendar date of arrival: `2026-07-15`. */
  date: string
  /** Price of the night in minor units: 2500 is 25.00. */
  amount: number
  /** Room identifier (UUID). */
  room: string
  /** Bed identifier (UUID). */
  bed: string
}

/** A booking, read from a response (spec 2.1): unknown fields and statuses pass through. */
export const bookingSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(documented('Booking identifier; the `bid` of a payment.')),
    status: openEnum(bookingStatuses).check(documented('Named values; the full list is open.')),
    total: minorUnits().check(documented('Total in minor units: 52000 is 520.00.')),
    created: timestamp(),
    updated: timestamp(),
    paidDays: z.int().check(documented('Number of paid days.')),
    description: z.string().check(documented('Free text.')),
    guest: guestSchema,
    stay_dates: z.array(stayDateSchema),
  }),
)
/** A booking; amounts are integers in minor units. */
export type Booking = {
  /** Booking identifier (UUID); the `bid` of a payment. */
  id: string
  /** `new`, `confirmed`, `paid`, `cancelled`, or another one: the full list is open. */
  status: Open<BookingStatus>
  /** Total in minor units: 52000 is 520.00. */
  total: number
  /** When it was made, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  created: string
  /** When it was last changed, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  updated: string
  /** How many of its days are paid: 3. */
  paidDays: number
  /** Free text, such as the reference of a booking channel. */
  description: string
  /** Who has booked. */
  guest: Guest
  /** A night in a bed each, oldest first. */
  stay_dates: StayDate[]
}

/** A page of bookings. */
export const bookingPageSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    results: z.array(bookingSchema),
    total_count: z.int().check(z.gte(0), documented('Bookings that match, over all pages.')),
    total_pages: z.int().check(z.gte(0), documented('Pages of the asked size.')),
    current_page: z
      .int()
      .check(z.gte(1), documented('The page asked for; beyond the last one `results` is empty.')),
  }),
)
/** A page of bookings. */
export type BookingPage = {
  /** The bookings of this page, newest first. */
  results: Booking[]
  /** Bookings that match, over all pages: 42. */
  total_count: number
  /** Pages of the asked size: 5. */
  total_pages: number
  /** The page that was asked for, from 1. */
  current_page: number
}
