import type { Selectable } from 'kysely'
import type { BookingCountTable, BookingTable } from '../schema.ts'
import type { Db, InsertInBulk } from '../storage.ts'

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

/** Counts of one day or week by status: there are few, and looking through them is faster than a map. */
type ByStatus = Count[]

interface Night {
  number: number
  first: ByStatus
  last: ByStatus
}

interface Week {
  text: string
  created: ByStatus
  since: ByStatus
  /** By their first night, and by their last. */
  arriving: Map<Night, ByStatus>
  leaving: Map<Night, ByStatus>
}

/**
 * Adds up what changes in the counts of one property, and writes it in one statement. A million bookings look for seven
 * million counts: they are found without making or hashing a text for any of them, which took four times as long.
 */
export class BookingTally {
  readonly #counts: Count[] = []
  readonly #all: ByStatus = []
  readonly #weeks = new Map<number, Week>()
  readonly #nights = new Map<string, Night>()

  /** A booking that is added (1) or removed (-1). */
  add(booking: Counted, by: 1 | -1): void {
    const { status, created, first_night, last_night } = booking
    const week = this.#week(created)
    const first = first_night === null ? undefined : this.#night(first_night)
    const last = last_night === null ? undefined : this.#night(last_night)
    this.#count(week.created, 'created', week.text, status, by, first ? first.number : anyNight)
    this.#count(week.since, 'since', week.text, status, by, last ? -last.number : anyNight)
    let days = 0
    if (first && last && first_night !== null && last_night !== null) {
      days = last.number - first.number
      this.#count(first.first, 'first', first_night, status, by, created)
      this.#count(last.last, 'last', last_night, status, by, 0)
      const { text } = week
      this.#count(getOrMake(week.arriving, first), 'arriving', () => `${text} ${first_night}`, status, by, 0)
      this.#count(getOrMake(week.leaving, last), 'leaving', () => `${text} ${last_night}`, status, by, 0)
    }
    this.#count(this.#all, 'all', '', status, by, days)
  }

  #week(created: number): Week {
    const number = Math.floor(created / weekMs)
    let week = this.#weeks.get(number)
    if (!week) {
      const text = createdWeek(created)
      week = { text, created: [], since: [], arriving: new Map(), leaving: new Map() }
      this.#weeks.set(number, week)
    }
    return week
  }

  #night(text: string): Night {
    let night = this.#nights.get(text)
    if (!night) this.#nights.set(text, (night = { number: nightNumber(text), first: [], last: [] }))
    return night
  }

  #count(
    counts: ByStatus,
    kind: string,
    day: string | (() => string),
    status: string,
    by: number,
    top: number,
  ): void {
    for (const count of counts) {
      if (count.status !== status) continue
      count.bookings += by
      if (top > count.top) count.top = top
      return
    }
    const made = { kind, day: typeof day === 'string' ? day : day(), status, bookings: by, top }
    counts.push(made)
    this.#counts.push(made)
  }

  /** Always in the same order: two nodes that lock the same rows in different orders would wait for each other. */
  #rows(propertyId: string) {
    const keyed = this.#counts.map((count) => ({ key: `${count.kind} ${count.day} ${count.status}`, count }))
    return keyed
      .toSorted((left, right) => (left.key < right.key ? -1 : 1))
      .map(({ count }) => ({ property_id: propertyId, ...count }))
  }

  /** The same in bulk. */
  writeInBulk(insert: InsertInBulk, propertyId: string): void {
    insert(
      'booking_counts',
      propertyId,
      this.#rows(propertyId),
      'on conflict (property_id, kind, day, status) do update set bookings = booking_counts.bookings + excluded.bookings, ' +
        'top = max(booking_counts.top, excluded.top)',
    )
  }

  async write(tx: Db, propertyId: string): Promise<void> {
    const rows = this.#rows(propertyId)
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

function getOrMake<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  let found = lists.get(key)
  if (!found) lists.set(key, (found = []))
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

/** In which of these counts, in the order of a list, a page of it starts, and how many of that one come before it. */
export function startOfPage<Each extends { bookings: number | string }>(
  counts: readonly Each[],
  offset: number,
): { at: Each | undefined; offset: number } {
  let left = offset
  for (const at of counts) {
    if (Number(at.bookings) > left) return { at, offset: left }
    left -= Number(at.bookings)
  }
  return { at: undefined, offset: left }
}
