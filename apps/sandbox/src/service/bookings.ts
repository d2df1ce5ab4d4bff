import type { Booking, BookingPage, ParsedListBookingsQuery } from '@svc/models'
import { findBooking, selectBookingPage } from '../storage/queries/bookings.ts'
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
