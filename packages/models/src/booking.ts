import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { type Named, openEnum } from './open.ts'
import { isoDate, minorUnits, timestamp, uuid, wholeNumber } from './primitives.ts'

/** Booking statuses that the specification names (spec 3). The full list is not public: expect others. */
export const bookingStatuses = ['new', 'confirmed', 'paid', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** The guest embedded in a booking (spec 2.2). */
export const guestSchema = z.looseObject({
  id: uuid().check(z.describe('Guest identifier; the `gid` of a payment.')),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
})
/** The guest embedded in a booking (spec 2.2). */
export type Guest = Named<z.infer<typeof guestSchema>>

/** One night in one bed (spec 2.3). */
export const stayDateSchema = z.looseObject({
  date: isoDate().check(z.describe('The night, as the calendar date of arrival, YYYY-MM-DD.')),
  amount: minorUnits().check(z.describe('Price of the night in minor units.')),
  room: uuid().check(z.describe('Room identifier.')),
  bed: uuid().check(z.describe('Bed identifier.')),
})
/** One night in one bed; `amount` in minor units (spec 2.3). */
export type StayDate = Named<z.infer<typeof stayDateSchema>>

/** A booking, read from a response (spec 2.1): unknown fields and statuses pass through. */
export const bookingSchema = z.looseObject({
  id: uuid().check(z.describe('Booking identifier; the `bid` of a payment.')),
  status: openEnum(bookingStatuses).check(z.describe('Named values; the full list is open (spec 3).')),
  total: minorUnits().check(z.describe('Total in minor units: 52000 is 520.00.')),
  created: timestamp(),
  updated: timestamp(),
  paidDays: z.int().check(z.describe('Number of paid days.')),
  description: z.string().check(z.describe('Free text.')),
  guest: guestSchema,
  stay_dates: z.array(stayDateSchema),
})
/** A booking; amounts are integers in minor units (spec 2.1). */
export type Booking = Named<z.infer<typeof bookingSchema>>

/** A page of bookings (spec 4.1). */
export const bookingPageSchema = z.looseObject({
  results: z.array(bookingSchema),
  total_count: z.int().check(z.gte(0), z.describe('Bookings that match, over all pages.')),
  total_pages: z.int().check(z.gte(0), z.describe('Pages of the asked size.')),
  current_page: z
    .int()
    .check(z.gte(1), z.describe('The page asked for; beyond the last one `results` is empty.')),
})
/** A page of bookings (spec 4.1). */
export type BookingPage = Named<z.infer<typeof bookingPageSchema>>

/** Query of `GET /bookings` (spec 4.1, D8). Strict: unknown parameters are refused. */
export const listBookingsQuerySchema = z
  .strictObject({
    page: z._default(wholeNumber({ min: 1 }), 1).check(z.describe('Page number, from 1.')),
    limit: z
      ._default(wholeNumber({ min: 1, max: limits.maxPageSize }), limits.defaultPageSize)
      .check(z.describe('Bookings per page.')),
    status: z
      .optional(z.string().check(z.minLength(1, 'must not be empty')))
      .check(z.describe('Only this status.')),
    guest_id: z.optional(uuid()).check(z.describe('Only bookings of this guest.')),
    start_date: z.optional(isoDate()).check(z.describe('Only with a stay date on or after this date.')),
    end_date: z.optional(isoDate()).check(z.describe('Only with a stay date on or before this date.')),
  })
  .check(
    z.refine((query) => !(query.start_date && query.end_date && query.start_date > query.end_date), {
      error: 'must not be after end_date',
      path: ['start_date'],
    }),
  )
/** What a caller may ask of `GET /bookings`. */
export interface ListBookingsQuery {
  /** Page number from 1. @default 1 */
  page?: number
  /** Bookings per page, 1–100. @default 10 */
  limit?: number
  /** Only bookings of this status. */
  status?: string
  /** Only bookings of this guest (UUID). */
  guest_id?: string
  /** Only bookings with a stay date on or after this date, YYYY-MM-DD. */
  start_date?: string
  /** Only bookings with a stay date on or before this date, YYYY-MM-DD. */
  end_date?: string
}
/** The query of `GET /bookings` after parsing: numbers are numbers, defaults are filled in. */
export type ParsedListBookingsQuery = z.infer<typeof listBookingsQuerySchema>
