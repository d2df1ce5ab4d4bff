import type { BookingQuery } from '@svc/control'
import type { Booking, BookingPage, ParsedListBookingsQuery } from '@svc/models'
import { selectBookingPage } from '../storage/queries/booking-pages.ts'
import { findBooking } from '../storage/queries/bookings.ts'
import { selectSortedPage } from '../storage/queries/sorted-bookings.ts'
import type { Db } from '../storage/storage.ts'
import { notFound } from './errors.ts'
import { offsetOf, toWirePage } from './page.ts'
import { WireJson } from './wire-json.ts'
import { readId } from './wire.ts'

/** A page of bookings, newest `created` first (spec 4.1, D8). Beyond the last page `results` is empty. */
export async function listBookings(
  db: Db,
  propertyId: string,
  query: ParsedListBookingsQuery,
): Promise<WireJson<BookingPage>> {
  const { page, limit, ...filter } = query
  const asked = { page, limit }
  const { total, texts } = await selectBookingPage(db, propertyId, filter, {
    limit,
    offset: offsetOf(asked),
  })
  return toWirePage(texts, total, asked)
}

/** The same in the order that is asked for, which the control API alone has. */
export async function listSortedBookings(
  db: Db,
  propertyId: string,
  { sort, page, limit, ...filter }: ParsedListBookingsQuery & Pick<BookingQuery, 'sort'>,
): Promise<WireJson<BookingPage>> {
  const asked = { page, limit }
  const window = { sort, limit, offset: offsetOf(asked) }
  const { total, texts } = await selectSortedPage(db, propertyId, filter, window)
  return toWirePage(texts, total, asked)
}

/**
 * One booking, complete (spec 4.2).
 *
 * @throws ServiceError `not_found`
 */
export async function getBooking(db: Db, propertyId: string, bookingId: string): Promise<WireJson<Booking>> {
  const id = readId(bookingId)
  const json = id && (await findBooking(db, propertyId, id))
  if (!json) throw notFound('booking', bookingId)
  return new WireJson(json)
}
