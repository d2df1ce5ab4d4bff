import type { Db } from '../storage.ts'
import { startOfPage } from './booking-counts.ts'
import type { BookingFilter, Window } from './booking-list.ts'
import { selectBookingPage } from './booking-pages.ts'
import { hasStatusToo, isAway } from './by-nights.ts'

/** Bookings that stand together in an order, and how many they are. */
export interface BookingPart {
  total: number
  read(window: Window): Promise<string[]>
}

interface Counted {
  day: string
  bookings: number
}

/**
 * Bookings by the night of their arrival: those that had arrived before the asked nights, those that arrive in them, and
 * where no nights are asked for, those that have none. Equals are in the order of the index of nights.
 */
export async function arrivalParts(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  down: boolean,
): Promise<BookingPart[]> {
  const { start_date, end_date } = filter
  const { total } = await selectBookingPage(db, propertyId, filter, { limit: 0, offset: 0 })
  const days = await countsByDay(db, propertyId, filter, down)
  const arriving = days.reduce((sum, { bookings }) => sum + bookings, 0)

  const within: BookingPart = {
    total: arriving,
    read(window) {
      const { at, offset } = startOfPage(days, window.offset)
      const [from, to] = down ? [start_date, at?.day] : [at?.day, end_date]
      return selectArrivals(db, propertyId, { ...filter, from, to }, { ...window, offset, down })
    },
  }
  if (start_date === undefined && end_date === undefined) {
    const none: BookingPart = {
      total: total - arriving,
      read: (window) => selectWithoutNights(db, propertyId, filter, window),
    }
    return [within, none]
  }
  const before: BookingPart = {
    total: total - arriving,
    async read(window) {
      const from = dayBefore(start_date ?? '', await longestStay(db, propertyId))
      return selectArrivals(db, propertyId, { ...filter, from, before: start_date }, { ...window, down })
    },
  }
  return down ? [within, before] : [before, within]
}

/** How many arrive on each of the asked nights: kept, not counted. */
async function countsByDay(
  db: Db,
  propertyId: string,
  { status, start_date, end_date }: BookingFilter,
  down: boolean,
): Promise<Counted[]> {
  let query = db
    .selectFrom('booking_counts')
    .select((eb) => ['day', eb.fn.sum<number | string>('bookings').as('bookings')])
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'first')
  if (status !== undefined) query = query.where('status', '=', status)
  if (start_date !== undefined) query = query.where('day', '>=', start_date)
  if (end_date !== undefined) query = query.where('day', '<=', end_date)
  const rows = await query
    .groupBy('day')
    .orderBy('day', down ? 'desc' : 'asc')
    .execute()
  return rows.map(({ day, bookings }) => ({ day, bookings: Number(bookings) }))
}

/** Days from the first to the last night of any stay, which bounds how far back a guest of today can have come. */
async function longestStay(db: Db, propertyId: string): Promise<number> {
  const { days } = await db
    .selectFrom('booking_counts')
    .select((eb) => eb.fn.max<number | string | null>('top').as('days'))
    .where('property_id', '=', propertyId)
    .where('kind', '=', 'all')
    .executeTakeFirstOrThrow()
  return Number(days ?? 0)
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}

interface Arrivals extends Omit<BookingFilter, 'guest_id'> {
  /** First and last night of arrival. */
  from?: string | undefined
  to?: string | undefined
  /** Arrived before this night, and is there at one of the asked ones. */
  before?: string | undefined
}

async function selectArrivals(
  db: Db,
  propertyId: string,
  { status, start_date, end_date, from, to, before }: Arrivals,
  { limit, offset, down }: Window & { down: boolean },
): Promise<string[]> {
  let query = db
    .selectFrom('bookings')
    .select('json')
    .where('property_id', '=', propertyId)
    .where('first_night', 'is not', null)
  if (from !== undefined) query = query.where('first_night', '>=', from)
  if (to !== undefined) query = query.where('first_night', '<=', to)
  if (status !== undefined) query = query.where((eb) => hasStatusToo(eb, status))
  if (before !== undefined) {
    query = query.where('first_night', '<', before).where('last_night', '>=', before)
    if (start_date !== undefined && end_date !== undefined) {
      query = query.where((eb) => eb.not(isAway(eb, propertyId, start_date, end_date)))
    }
  }
  const direction = down ? 'desc' : 'asc'
  const rows = await query
    .orderBy('first_night', direction)
    .orderBy('last_night', direction)
    .orderBy('status', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ json }) => json)
}

/** There are few of them, if any: the API makes none. */
async function selectWithoutNights(
  db: Db,
  propertyId: string,
  { status }: BookingFilter,
  { limit, offset }: Window,
): Promise<string[]> {
  let query = db
    .selectFrom('bookings')
    .select('json')
    .where('property_id', '=', propertyId)
    .where('first_night', 'is', null)
  if (status !== undefined) query = query.where('status', '=', status)
  const rows = await query.orderBy('created', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  return rows.map(({ json }) => json)
}
