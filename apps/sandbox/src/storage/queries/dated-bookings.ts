import { sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'
import { endOfDay, nightNumber } from './booking-counts.ts'

/** Which nights are asked for: one of a booking's nights has to lie in between, both included. */
export interface DatedFilter {
  status?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

interface Page {
  total: number
  texts: string[]
}

interface DatedValues {
  propertyId: string
  status: string
  start: string
  end: string
  /** The latest `created`. */
  until: number
  limit: number
  offset: number
}

/** Which of the conditions a query has: it is compiled once for each combination. */
interface Form {
  status: boolean
  start: boolean
  end: boolean
}

const forever = Number.MAX_SAFE_INTEGER

/** A page of bookings by their nights, alone or with a status. */
export async function selectDatedPage(
  db: Db,
  propertyId: string,
  { status, start_date, end_date }: DatedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page> {
  const form = { status: status !== undefined, start: start_date !== undefined, end: end_date !== undefined }
  const { page, total, days } = queriesOf(form)
  const values = {
    propertyId,
    status: status ?? '',
    start: start_date ?? '',
    end: end_date ?? '',
    until: forever,
    limit,
    offset,
  }
  const start = offset > walked ? await startOfPage() : undefined
  const rows = await page(db, { ...values, ...start })
  const [first] = rows
  return {
    total: first ? first.total : await countOf(total(db, values)),
    texts: rows.map(({ json }) => json),
  }

  async function startOfPage() {
    if (form.start && form.end) return undefined
    const counts = await days(db, values)
    return form.end
      ? startFromTheOldest(counts, (await countOf(total(db, values))) - offset, nightNumber(values.end))
      : startFromTheNewest(counts, offset, -nightNumber(values.start))
  }
}

async function countOf(rows: Promise<{ total: number | string | null }[]>): Promise<number> {
  return Number((await rows)[0]?.total ?? 0)
}

/** Up to this number, bookings are skipped one by one. */
const walked = 200

type Days = readonly { day: string; bookings: number | string; top: number | string }[]

/**
 * Where a far page starts when all that arrive until a night are asked for: `left` before the end. Old days of creation,
 * of which every booking had arrived by then, are skipped by their counts; how many come before them need not be known.
 */
function startFromTheOldest(newestFirst: Days, left: number, last: number) {
  let behind = left
  for (const { day, bookings, top } of newestFirst.toReversed()) {
    if (Number(bookings) === 0) continue
    if (Number(top) === 0 || Number(top) > last) return undefined
    behind -= Number(bookings)
    if (behind <= 0) return { until: endOfDay(day) - 1, offset: -behind }
  }
  return undefined
}

/** The same for all that leave on a night or later: new days of creation, of which no booking had left before it. */
function startFromTheNewest(newestFirst: Days, offset: number, first: number) {
  let left = offset
  let start: { until: number; offset: number } | undefined
  for (const { day, bookings, top } of newestFirst) {
    if (Number(bookings) === 0) continue
    start = { until: endOfDay(day) - 1, offset: left }
    if (Number(bookings) > left || Number(top) === 0 || Number(top) > first) break
    left -= Number(bookings)
  }
  return start
}

const compiled = new Map<string, ReturnType<typeof queries>>()

function queriesOf(form: Form): ReturnType<typeof queries> {
  const key = JSON.stringify(form)
  let found = compiled.get(key)
  if (!found) {
    found = queries(form)
    compiled.set(key, found)
  }
  return found
}

function queries(form: Form) {
  return {
    page: prepared((db, value: Slots<DatedValues>) => pageQuery(db, value, form)),
    total: prepared((db, value: Slots<DatedValues>) => db.selectNoFrom(totalOf(db, value, form).as('total'))),
    days: prepared((db, value: Slots<DatedValues>) => {
      const counts = db
        .selectFrom('booking_counts')
        .select((eb) => [
          'day',
          eb.fn.sum<number | string>('bookings').as('bookings'),
          eb.fn.max<number | string>('top').as('top'),
        ])
        .where('property_id', '=', value('propertyId'))
        .where('kind', '=', form.start ? 'since' : 'created')
      return (form.status ? counts.where('status', '=', value('status')) : counts)
        .groupBy('day')
        .orderBy('day', 'desc')
    }),
  }
}

/** Walks an index that has all that is asked for, newest first, and reads no booking but those of the page. */
function pageQuery(db: Db, value: Slots<DatedValues>, form: Form) {
  let ids = db.selectFrom('bookings').select(['created', 'id']).where('property_id', '=', value('propertyId'))
  if (form.end) {
    // The latest creation of those that arrive until then: what is newer is passed over. One bound and not two: SQLite
    // takes the first that it finds for the index.
    ids = ids.where('first_night', '<=', value('end')).where('created', '<=', (eb) =>
      eb
        .selectFrom('booking_counts')
        .select((counts) =>
          counts
            .case()
            .when(counts.fn.max('top'), '<', value('until'))
            .then(counts.fn.max('top'))
            .else(sql<number>`cast(${value('until')} as bigint)`)
            .end()
            .as('latest'),
        )
        .where('property_id', '=', value('propertyId'))
        .where('kind', '=', 'first')
        .where('day', '<=', value('end')),
    )
  } else {
    ids = ids.where('created', '<=', value('until'))
  }
  if (form.start) ids = ids.where('last_night', '>=', value('start'))
  // Not by the index of statuses, which has no nights.
  if (form.status) ids = ids.where((eb) => eb(sql`coalesce(${eb.ref('status')}, '')`, '=', value('status')))
  if (form.start && form.end) {
    ids = ids.where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('stay_gaps')
            .select(sql.lit(1).as('one'))
            .where('stay_gaps.property_id', '=', value('propertyId'))
            .whereRef('stay_gaps.booking_id', '=', 'bookings.id')
            .where('stay_gaps.after_night', '<', value('start'))
            .where('stay_gaps.before_night', '>', value('end')),
        ),
      ),
    )
  }
  const page = ids.orderBy('created', 'desc').orderBy('id').limit(value('limit')).offset(value('offset'))
  return db
    .selectFrom(page.as('page'))
    .innerJoin('bookings', (join) =>
      join.on('bookings.property_id', '=', value('propertyId')).onRef('bookings.id', '=', 'page.id'),
    )
    .select(['bookings.json', totalOf(db, value, form).as('total')])
    .orderBy('page.created', 'desc')
    .orderBy('page.id')
}

/**
 * How many match, from the counts that are kept of first and last nights: those that arrive until the end, without those
 * whose last night is before the start, and without those who are elsewhere just then.
 */
function totalOf(db: Db, value: Slots<DatedValues>, form: Form) {
  const sum = (kind: 'first' | 'last') => {
    const counts = db
      .selectFrom('booking_counts')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('bookings'), sql.lit(0)).as('bookings'))
      .where('property_id', '=', value('propertyId'))
      .where('kind', '=', kind)
    return form.status ? counts.where('status', '=', value('status')) : counts
  }
  const arrived = form.end ? sum('first').where('day', '<=', value('end')) : sum('first')
  if (!form.start) return sql<number>`${arrived}`
  const left = sum('last').where('day', '<', value('start'))
  if (!form.end) return sql<number>`${arrived} - ${left}`
  const away = db
    .selectFrom('stay_gaps')
    .innerJoin('bookings', (join) =>
      join
        .on('bookings.property_id', '=', value('propertyId'))
        .onRef('bookings.id', '=', 'stay_gaps.booking_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('away'))
    .where('stay_gaps.property_id', '=', value('propertyId'))
    .where('stay_gaps.after_night', '<', value('start'))
    .where('stay_gaps.before_night', '>', value('end'))
  return sql<number>`${arrived} - ${left} - ${form.status ? away.where('bookings.status', '=', value('status')) : away}`
}
