import type { Booking, BookingPage, ParsedListBookingsQuery } from '@svc/models'
import { type WholeBooking, findBooking, selectBookingPage } from '../storage/queries/bookings.ts'
import type { Db } from '../storage/storage.ts'
import { notFound } from './errors.ts'
import { toPage } from './page.ts'
import { readId, timestamp } from './wire.ts'

/** A booking as the wire shows it (spec 2.1). */
export function toBooking({ booking, guest, stay_dates }: WholeBooking): Booking {
  return {
    id: booking.id,
    status: booking.status,
    total: booking.total,
    created: timestamp(booking.created),
    updated: timestamp(booking.updated),
    paidDays: booking.paidDays,
    description: booking.description,
    guest: {
      id: guest.id,
      first_name: guest.first_name,
      last_name: guest.last_name,
      email: guest.email,
      phone: guest.phone,
    },
    stay_dates: stay_dates.map(({ date, amount, room, bed }) => ({ date, amount, room, bed })),
  }
}

/** A page of bookings, newest `created` first (spec 4.1, D8). Beyond the last page `results` is empty. */
export async function listBookings(
  db: Db,
  propertyId: string,
  query: ParsedListBookingsQuery,
): Promise<BookingPage> {
  const { page, limit, ...filter } = query
  // A page number near 2^53 must not become an offset that no database can count to.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  const { total, bookings } = await selectBookingPage(db, propertyId, filter, { limit, offset })
  return toPage(bookings.map(toBooking), total, { page, limit })
}

/**
 * One booking, complete (spec 4.2).
 *
 * @throws ServiceError `not_found`
 */
export async function getBooking(db: Db, propertyId: string, bookingId: string): Promise<Booking> {
  const id = readId(bookingId)
  const found = id && (await findBooking(db, propertyId, id))
  if (!found) throw notFound('booking', bookingId)
  return toBooking(found)
}
