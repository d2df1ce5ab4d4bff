import type { Selectable } from 'kysely'
import type { BookingCountTable, BookingTable } from '../schema.ts'
import type { Db } from '../storage.ts'

type Counted = Pick<Selectable<BookingTable>, 'status' | 'created' | 'first_night' | 'last_night'>
type Count = Omit<Selectable<BookingCountTable>, 'property_id'>

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** Weeks that a date of JavaScript can lie before 1970, and more: with them added, weeks sort as texts. */
const furthest = 100_000_000

/** Above the number of every night: of a booking that has none, nothing follows from its week. */
const anyNight = 1_000_000_000

/** The number of a night in `top` of the counts of weeks of creation. */
export function nightNumber(night: string): number {
  return Date.parse(night) / dayMs + furthest
}

/** The week of a time, in a form that sorts. */
export function createdWeek(created: number): string {
  return String(Math.floor(created / weekMs) + furthest).padStart(9, '0')
}

/** The first millisecond after a week of {@link createdWeek}. */
export function endOfWeek(week: string): number {
  return (Number(week) - furthest + 1) * weekMs
}

/** Adds up what changes in the counts of one property, and writes it in one statement. */
export class BookingTally {
  readonly #counts: Count[] = []
  /** By what they are of, without a text made for each look: a million bookings look for five million of them. */
  readonly #found = new Map<string, Map<string, Map<string, Count>>>()

  /** A booking that is added (1) or removed (-1). */
  add(booking: Counted, by: 1 | -1): void {
    const { status, created, first_night, last_night } = booking
    const week = createdWeek(created)
    this.#count('created', week, status, by, first_night === null ? anyNight : nightNumber(first_night))
    this.#count('since', week, status, by, last_night === null ? anyNight : -nightNumber(last_night))
    let days = 0
    if (first_night !== null && last_night !== null) {
      days = Math.round((Date.parse(last_night) - Date.parse(first_night)) / dayMs)
      this.#count('first', first_night, status, by, created)
      this.#count('last', last_night, status, by, 0)
      this.#count('arriving', `${week} ${first_night}`, status, by, 0)
      this.#count('leaving', `${week} ${last_night}`, status, by, 0)
    }
    this.#count('all', '', status, by, days)
  }

  #count(kind: string, day: string, status: string, by: number, top: number): void {
    const days = getOrSet(this.#found, kind)
    const statuses = getOrSet(days, day)
    const count = statuses.get(status)
    if (!count) {
      const made = { kind, day, status, bookings: by, top }
      statuses.set(status, made)
      this.#counts.push(made)
      return
    }
    count.bookings += by
    count.top = Math.max(count.top, top)
  }

  async write(tx: Db, propertyId: string): Promise<void> {
    const rows = this.#counts
      .map((count) => ({ property_id: propertyId, ...count }))
      // Always in the same order: two nodes that lock the same rows in different orders would wait for each other.
      .toSorted((left, right) => (orderOf(left) < orderOf(right) ? -1 : 1))
    for (let from = 0; from < rows.length; from += rowsPerStatement) {
      await tx
        .insertInto('booking_counts')
        .values(rows.slice(from, from + rowsPerStatement))
        .onConflict((conflict) =>
          conflict.columns(['property_id', 'kind', 'day', 'status']).doUpdateSet((eb) => ({
            bookings: eb('booking_counts.bookings', '+', eb.ref('excluded.bookings')),
            top: eb
              .case()
              .when('excluded.top', '>', eb.ref('booking_counts.top'))
              .then(eb.ref('excluded.top'))
              .else(eb.ref('booking_counts.top'))
              .end(),
          })),
        )
        .execute()
    }
  }
}

/** SQLite takes 32,766 values in a statement. */
const rowsPerStatement = 1_000

const orderOf = ({ kind, day, status }: Count): string => `${kind} ${day} ${status}`

function getOrSet<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  let found = maps.get(key)
  if (!found) maps.set(key, (found = new Map()))
  return found
}

/** Counts bookings that were inserted without {@link BookingTally}: many at once, of any properties. */
export async function countBookings(
  tx: Db,
  bookings: readonly (Counted & { property_id: string })[],
): Promise<void> {
  const tallies = new Map<string, BookingTally>()
  for (const booking of bookings) {
    const tally = tallies.get(booking.property_id) ?? new BookingTally()
    tallies.set(booking.property_id, tally)
    tally.add(booking, 1)
  }
  for (const [propertyId, tally] of tallies) await tally.write(tx, propertyId)
}

/** How many bookings there are, of all properties. */
export async function countAllBookings(db: Db): Promise<number> {
  const row = await db
    .selectFrom('booking_counts')
    .select((eb) => eb.fn.sum<number | string | null>('bookings').as('total'))
    .where('kind', '=', 'all')
    .executeTakeFirstOrThrow()
  return Number(row.total ?? 0)
}
