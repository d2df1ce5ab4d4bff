import * as z from 'zod/mini'
import { type Named, openEnum } from './open.ts'
import { isoDate, minorUnits, timestamp, uuid } from './primitives.ts'
import { bookingStatuses } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** The guest embedded in a booking. */
export const guestSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Guest identifier; the `gid` of a payment.')),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
)
/** The guest embedded in a booking. */
export type Guest = Named<z.infer<typeof guestSchema>>

/** One night in one bed. */
export const stayDateSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    date: isoDate().check(z.describe('The night, as the calendar date of arrival, YYYY-MM-DD.')),
    amount: minorUnits().check(z.describe('Price of the night in minor units.')),
    room: uuid().check(z.describe('Room identifier.')),
    bed: uuid().check(z.describe('Bed identifier.')),
  }),
)
/** One night in one bed; `amount` in minor units. */
export type StayDate = Named<z.infer<typeof stayDateSchema>>

/** A booking, read from a response (spec 2.1): unknown fields and statuses pass through. */
export const bookingSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Booking identifier; the `bid` of a payment.')),
    status: openEnum(bookingStatuses).check(z.describe('Named values; the full list is open.')),
    total: minorUnits().check(z.describe('Total in minor units: 52000 is 520.00.')),
    created: timestamp(),
    updated: timestamp(),
    paidDays: z.int().check(z.describe('Number of paid days.')),
    description: z.string().check(z.describe('Free text.')),
    guest: guestSchema,
    stay_dates: z.array(stayDateSchema),
  }),
)
/** A booking; amounts are integers in minor units. */
export type Booking = Named<z.infer<typeof bookingSchema>>

/** A page of bookings. */
export const bookingPageSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    results: z.array(bookingSchema),
    total_count: z.int().check(z.gte(0), z.describe('Bookings that match, over all pages.')),
    total_pages: z.int().check(z.gte(0), z.describe('Pages of the asked size.')),
    current_page: z
      .int()
      .check(z.gte(1), z.describe('The page asked for; beyond the last one `results` is empty.')),
  }),
)
/** A page of bookings. */
export type BookingPage = Named<z.infer<typeof bookingPageSchema>>
