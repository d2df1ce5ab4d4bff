import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { type Named, openEnum } from './open.ts'
import { isoDate, minorUnits, timestamp, uuid } from './primitives.ts'
import { bookingStatuses } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** The guest embedded in a booking. */
export const guestSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Guest identifier (UUID); the `gid` of a payment. */
    id: uuid().check(documented('Guest identifier; the `gid` of a payment.')),
    /** First name, such as `Zoë`. */
    first_name: z.string(),
    /** Last name, such as `Dupont`. */
    last_name: z.string(),
    /** E-mail address, such as `zoe@example.com`. */
    email: z.string(),
    /** Phone number as it was given, such as `+33 6 12 34 56 78`. */
    phone: z.string(),
  }),
)
/** The guest embedded in a booking. */
export type Guest = Named<z.infer<typeof guestSchema>>

/** One night in one bed. */
export const stayDateSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** The night, as the calendar date of arrival: `2026-07-15`. */
    date: isoDate().check(documented('The night, as the calendar date of arrival, YYYY-MM-DD.')),
    /** Price of the night in minor units: 2500 is 25.00. */
    amount: minorUnits().check(documented('Price of the night in minor units.')),
    /** Room identifier (UUID). */
    room: uuid().check(documented('Room identifier.')),
    /** Bed identifier (UUID). */
    bed: uuid().check(documented('Bed identifier.')),
  }),
)
/** One night in one bed; `amount` in minor units. */
export type StayDate = Named<z.infer<typeof stayDateSchema>>

/** A booking, read from a response (spec 2.1): unknown fields and statuses pass through. */
export const bookingSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Booking identifier (UUID); the `bid` of a payment. */
    id: uuid().check(documented('Booking identifier; the `bid` of a payment.')),
    /** `new`, `confirmed`, `paid`, `cancelled`, or another one: the full list is open. */
    status: openEnum(bookingStatuses).check(documented('Named values; the full list is open.')),
    /** Total in minor units: 52000 is 520.00. */
    total: minorUnits().check(documented('Total in minor units: 52000 is 520.00.')),
    /** When it was made, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    created: timestamp(),
    /** When it was last changed, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    updated: timestamp(),
    /** How many of its days are paid: 3. */
    paidDays: z.int().check(documented('Number of paid days.')),
    /** Free text, such as the reference of a booking channel. */
    description: z.string().check(documented('Free text.')),
    /** Who has booked. */
    guest: guestSchema,
    /** A night in a bed each, oldest first. */
    stay_dates: z.array(stayDateSchema),
  }),
)
/** A booking; amounts are integers in minor units. */
export type Booking = Named<z.infer<typeof bookingSchema>>

/** A page of bookings. */
export const bookingPageSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** The bookings of this page, newest first. */
    results: z.array(bookingSchema),
    /** Bookings that match, over all pages: 42. */
    total_count: z.int().check(z.gte(0), documented('Bookings that match, over all pages.')),
    /** Pages of the asked size: 5. */
    total_pages: z.int().check(z.gte(0), documented('Pages of the asked size.')),
    /** The page that was asked for, from 1. */
    current_page: z
      .int()
      .check(z.gte(1), documented('The page asked for; beyond the last one `results` is empty.')),
  }),
)
/** A page of bookings. */
export type BookingPage = Named<z.infer<typeof bookingPageSchema>>
