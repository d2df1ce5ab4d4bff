import type { BookingQuery } from '@svc/control'
import type { Db } from '../storage.ts'
import type { BookingFilter, BookingTexts, Window } from './booking-list.ts'
import { selectBookingPage } from './booking-pages.ts'
import { arrivalParts, type BookingPart } from './bookings-by-arrival.ts'
import { selectGuestArrivals } from './guest-bookings.ts'
import { fieldToSort } from './sorted.ts'

/**
 * A page in the asked order. Each is put together of what an index has in order already, and counts that are kept say
 * where a page starts: none is slower with a million bookings.
 */
export async function selectSortedPage(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  { sort, ...window }: Window & Pick<BookingQuery, 'sort'>,
): Promise<BookingTexts> {
  const { start_date, end_date, guest_id, status } = filter
  if (start_date !== undefined && end_date !== undefined && start_date > end_date)
    return { total: 0, texts: [] }
  const { field, down } = fieldToSort(sort, 'created')
  if (field === 'created' ? down : field === 'status' && status !== undefined)
    return selectBookingPage(db, propertyId, filter, window)
  // Several reads, of one moment.
  const read = async (tx: Db): Promise<BookingTexts> => {
    if (field === 'created') return oldestFirst(tx, propertyId, filter, window)
    if (field === 'status') return ofParts(await statusParts(tx, propertyId, filter, down), window)
    if (guest_id !== undefined) return selectGuestArrivals(tx, propertyId, filter, { ...window, down })
    return ofParts(await arrivalParts(tx, propertyId, filter, down), window)
  }
  return db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').execute(read)
}

async function ofParts(parts: readonly BookingPart[], { limit, offset }: Window): Promise<BookingTexts> {
  const texts: string[] = []
  let total = 0
  for (const part of parts) {
    const from = Math.max(0, offset - total)
    const most = Math.min(limit - texts.length, part.total - from)
    if (most > 0) texts.push(...(await part.read({ limit: most, offset: from })))
    total += part.total
  }
  return { total, texts }
}

/** A page from the other end, turned round. */
async function oldestFirst(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  { limit, offset }: Window,
): Promise<BookingTexts> {
  const { total } = await selectBookingPage(db, propertyId, filter, { limit: 0, offset: 0 })
  const most = Math.min(limit, total - offset)
  if (most <= 0) return { total, texts: [] }
  const window = { limit: most, offset: total - offset - most }
  const { texts } = await selectBookingPage(db, propertyId, filter, window)
  return { total, texts: texts.toReversed() }
}

/** One status after the other, the newest first in each. */
async function statusParts(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  down: boolean,
): Promise<BookingPart[]> {
  const rows = await db
    .selectFrom('booking_counts')
    .select('status')
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'all')
    .where('bookings', '>', 0)
    .orderBy('status', down ? 'desc' : 'asc')
    .execute()
  const parts: BookingPart[] = []
  for (const { status } of rows) {
    const read = (window: Window) => selectBookingPage(db, propertyId, { ...filter, status }, window)
    const { total } = await read({ limit: 0, offset: 0 })
    parts.push({ total, read: async (window) => (await read(window)).texts })
  }
  return parts
}
