import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { limits } from './limits.ts'
import { isoDate, uuid, wholeNumber, withoutNul } from './primitives.ts'
import { bookingStatuses } from './vocabulary.ts'

/** Query of `GET /bookings` (spec 4.1, D8). Strict: unknown parameters are refused. */
export const listBookingsQuerySchema = /* @__PURE__ */ lazily(() =>
  z
    .strictObject({
      page: z._default(wholeNumber({ min: 1 }), 1).check(documented('Page number, from 1.')),
      limit: z
        ._default(wholeNumber({ min: 1, max: limits.maxPageSize }), limits.defaultPageSize)
        .check(documented('Bookings per page.')),
      status: z
        .optional(z.string().check(z.minLength(1, 'must not be empty'), withoutNul()))
        .check(
          documented(
            `Only this status: ${bookingStatuses.join(', ')} or another one. One that nobody has gives an empty page.`,
          ),
        ),
      guest_id: z.optional(uuid()).check(documented('Only bookings of this guest.')),
      start_date: z.optional(isoDate()).check(documented('Only with a stay date on or after this date.')),
      end_date: z.optional(isoDate()).check(documented('Only with a stay date on or before this date.')),
    })
    .check(
      z.refine((query) => !(query.start_date && query.end_date && query.start_date > query.end_date), {
        error: 'must not be after end_date',
        path: ['start_date'],
      }),
    ),
)
/** What a caller may ask of `GET /bookings`. */
export interface ListBookingsQuery {
  /** Page number from 1. @default 1 */
  page?: number | undefined
  /** Bookings per page, 1–100. @default 10 */
  limit?: number | undefined
  /** Only bookings of this status. */
  status?: string | undefined
  /** Only bookings of this guest (UUID). */
  guest_id?: string | undefined
  /** Only bookings with a stay date on or after this date, YYYY-MM-DD. */
  start_date?: string | undefined
  /** Only bookings with a stay date on or before this date, YYYY-MM-DD. */
  end_date?: string | undefined
}
/** The query of `GET /bookings` after parsing: numbers are numbers, defaults are filled in. */
export type ParsedListBookingsQuery = {
  /** Page number, from 1. For example 2. */
  page: number
  /** Bookings per page. For example 20. */
  limit: number
  /** Only this status: new, confirmed, paid, cancelled or another one. One that nobody has gives an empty page. */
  status?: string | undefined
  /** Only bookings of this guest. A UUID. */
  guest_id?: string | undefined
  /** Only with a stay date on or after this date: `2026-07-15`. */
  start_date?: string | undefined
  /** Only with a stay date on or before this date: `2026-07-15`. */
  end_date?: string | undefined
}
