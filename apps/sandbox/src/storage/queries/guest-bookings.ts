import type { ExpressionBuilder } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'
import type { BookingFilter, BookingTexts, Window } from './booking-list.ts'
import { isAway } from './by-nights.ts'
import { byForm, type DatedForm } from './dated-form.ts'

interface GuestValues {
  propertyId: string
  guest: string
  status: string
  start: string
  end: string
  limit: number
  offset: number
}

/** A page of the bookings of a guest, newest `created` first, then by `id`. */
export async function selectGuestPage(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  window: Window,
): Promise<BookingTexts> {
  const rows = await queriesOf(formOf(filter)).page(db, { ...valuesOf(propertyId, filter), ...window })
  // A page beyond the last one is a single row without a booking beside the count.
  const texts = rows.flatMap(({ json }) => json ?? [])
  return { total: Number(rows[0]?.total ?? 0), texts }
}

/** The bookings of a guest by arrival, those without a night last. They are few enough to be sorted. */
export async function selectGuestArrivals(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  { limit, offset, down }: Window & { down: boolean },
): Promise<BookingTexts> {
  const rows = await queriesOf(formOf(filter)).all(db, valuesOf(propertyId, filter))
  // Sorted here: asked for this order, SQLite walks the nights of all guests.
  const nightOf = ({ first_night }: { first_night: string | null }) => first_night ?? ''
  const stays = rows.filter((row) => nightOf(row) !== '')
  stays.sort((a, b) => (nightOf(a) < nightOf(b) ? -1 : Number(nightOf(a) > nightOf(b))))
  if (down) stays.reverse()
  const texts = [...stays, ...rows.filter((row) => nightOf(row) === '')].map(({ json }) => json)
  return { total: texts.length, texts: texts.slice(offset, offset + limit) }
}

function formOf({ status, start_date, end_date }: BookingFilter): DatedForm {
  return { status: status !== undefined, start: start_date !== undefined, end: end_date !== undefined }
}

function valuesOf(propertyId: string, filter: BookingFilter): GuestValues {
  const { status = '', guest_id = '', start_date = '', end_date = '' } = filter
  return { propertyId, guest: guest_id, status, start: start_date, end: end_date, limit: 0, offset: 0 }
}

const queriesOf = byForm((form) => ({
  /** The count comes from the index of guests where nothing else is asked for, and no booking is read beside the page. */
  page: prepared((db, value: Slots<GuestValues>) => {
    const matching = db.selectFrom('bookings').where(matches(value, form))
    const counted = matching.select((eb) => eb.fn.countAll<number | string>().as('total')).as('counted')
    const page = matching
      .select(['created', 'id'])
      .orderBy('created', 'desc')
      .orderBy('id')
      .limit(value('limit'))
      .offset(value('offset'))
      .as('page')
    return db
      .selectFrom(counted)
      .leftJoin(page, (join) => join.onTrue())
      .leftJoin('bookings', (join) =>
        join.on('bookings.property_id', '=', value('propertyId')).onRef('bookings.id', '=', 'page.id'),
      )
      .select(['counted.total', 'bookings.json'])
      .orderBy('page.created', 'desc')
      .orderBy('page.id')
  }),
  all: prepared((db, value: Slots<GuestValues>) =>
    db
      .selectFrom('bookings')
      .select(['json', 'first_night'])
      .where(matches(value, form))
      .orderBy('created', 'desc')
      .orderBy('id'),
  ),
}))

function matches(value: Slots<GuestValues>, form: DatedForm) {
  return (eb: ExpressionBuilder<Schema, 'bookings'>) => {
    const conditions = [
      eb('bookings.property_id', '=', value('propertyId')),
      eb('bookings.guest_id', '=', value('guest')),
    ]
    if (form.status) conditions.push(eb('bookings.status', '=', value('status')))
    // One night must satisfy both bounds: a stay around the asked days, yet not on them, is none of them (D8).
    if (form.end) conditions.push(eb('bookings.first_night', '<=', value('end')))
    if (form.start) conditions.push(eb('bookings.last_night', '>=', value('start')))
    if (form.start && form.end) {
      conditions.push(eb.not(isAway(eb, value('propertyId'), value('start'), value('end'))))
    }
    return eb.and(conditions)
  }
}
