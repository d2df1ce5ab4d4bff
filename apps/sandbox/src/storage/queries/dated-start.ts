import { sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'
import { createdWeek, endOfWeek, nightNumber } from './booking-counts.ts'
import { awayThen, byForm, type DatedForm, type DatedValues } from './dated-form.ts'

/** Weeks whose counts by night are read at once: a page that is not so far needs few, and one far away few reads. */
const firstWeeks = 4

/**
 * Where a far page of a list by nights starts: before which moment, and how many of those that are asked for come before
 * it from there on. Weeks of creation are skipped by their counts, so that no more than one is walked. Of a week that is
 * asked for as a whole the number is known; of another it is added up from the counts by week and night.
 *
 * @param latest creation of any that are asked for
 * @returns undefined where the counts do not tell: then all is walked
 */
export async function startOfDatedPage(
  db: Db,
  { values, form, latest }: { values: DatedValues; form: DatedForm; latest: number },
): Promise<{ until: number; offset: number } | undefined> {
  const queries = queriesOf(form)
  const weeks = weeksOf(await queries.weeks(db, values), { values, form, newest: createdWeek(latest) })
  const away = new Map<string, number>()
  if (form.start && form.end) {
    for (const { created } of await queries.away(db, values)) add(away, createdWeek(created), 1)
  }
  let left = values.offset
  let counts = new Map<string, number>()
  let readTo = 0
  let atOnce = firstWeeks
  for (const [at, { week, bookings, isWhole }] of weeks.entries()) {
    if (!isWhole && at >= readTo) {
      readTo = Math.min(at + atOnce, weeks.length)
      atOnce *= 2
      counts = await countsOf({ ...values, newest: week, oldest: weeks[readTo - 1]?.week ?? week })
    }
    const matching = (isWhole ? bookings : (counts.get(week) ?? 0)) - (away.get(week) ?? 0)
    if (matching > left) return { until: endOfWeek(week) - 1, offset: left }
    left -= matching
  }
  return undefined

  /** Those that have arrived until the end, without those that are gone before the start. */
  async function countsOf(range: DatedValues): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const arrived = form.end ? await queries.arriving(db, range) : []
    const leaving = form.start ? await queries.leaving(db, range) : []
    for (const { week, bookings } of arrived) add(found, week, Number(bookings))
    for (const { week, bookings } of leaving)
      add(found, week, form.end ? -Number(bookings) : Number(bookings))
    return found
  }
}

function add(counts: Map<string, number>, week: string, by: number): void {
  counts.set(week, (counts.get(week) ?? 0) + by)
}

interface Week {
  week: string
  bookings: number
  /** Whether all of them have a night until the end, and one from the start on. */
  isWhole: boolean
}

/** The weeks of creation that can have what is asked for, newest first. */
function weeksOf(
  rows: readonly { kind: string; week: string; bookings: number | string; top: number | string }[],
  { values, form, newest }: { values: DatedValues; form: DatedForm; newest: string },
): Week[] {
  const weeks = new Map<string, Week>()
  const most = {
    created: form.end ? nightNumber(values.end) : undefined,
    since: form.start ? -nightNumber(values.start) : undefined,
  }
  for (const { kind, week, bookings, top } of rows) {
    if (Number(bookings) === 0 || (form.end && week > newest)) continue
    let known = weeks.get(week)
    if (!known) weeks.set(week, (known = { week, bookings: Number(bookings), isWhole: true }))
    const bound = most[kind as keyof typeof most]
    // 0: not known.
    if (bound !== undefined && (Number(top) === 0 || Number(top) > bound)) known.isWhole = false
  }
  return [...weeks.values()]
}

const queriesOf = byForm((form) => ({
  weeks: prepared((db, value: Slots<DatedValues>) => {
    const counts = db
      .selectFrom('booking_counts')
      .select((eb) => [
        'kind',
        'day as week',
        eb.fn.sum<number | string>('bookings').as('bookings'),
        eb.fn.max<number | string>('top').as('top'),
      ])
      .where('property_id', '=', value('propertyId'))
      .where('kind', 'in', [...(form.end ? ['created'] : []), ...(form.start ? ['since'] : [])])
    return (form.status ? counts.where('status', '=', value('status')) : counts)
      .groupBy(['kind', 'day'])
      .orderBy('day', 'desc')
  }),
  arriving: prepared((db, value: Slots<DatedValues>) =>
    ofWeeks(db, value, form)
      .where('counts.kind', '=', 'arriving')
      .where(nightOfWeek('<=', value('end'))),
  ),
  leaving: prepared((db, value: Slots<DatedValues>) =>
    ofWeeks(db, value, form)
      .where('counts.kind', '=', 'leaving')
      .where(nightOfWeek(form.end ? '<' : '>=', value('start'))),
  ),
  away: prepared((db, value: Slots<DatedValues>) => awayThen(db, value, form).select('bookings.created')),
}))

/** Bounds the nights of one week, which are a range of the key. */
function nightOfWeek(comparison: '<=' | '<' | '>=', night: string) {
  const from = sql`weeks.week || ' '`
  const bound = sql`weeks.week || ' ' || cast(${night} as text)`
  return comparison === '>='
    ? sql<boolean>`counts.day >= ${bound} and counts.day < weeks.week || '~'`
    : sql<boolean>`counts.day >= ${from} and counts.day ${sql.raw(comparison)} ${bound}`
}

/** Adds up counts of some weeks of creation; of which kind and nights, the caller says. */
function ofWeeks(db: Db, value: Slots<DatedValues>, form: DatedForm) {
  const weeks = db
    .selectFrom('booking_counts')
    .select('day as week')
    .distinct()
    .where('property_id', '=', value('propertyId'))
    .where('kind', '=', 'created')
    .where('day', '>=', value('oldest'))
    .where('day', '<=', value('newest'))
  // Crossed, so that SQLite goes from the weeks to the counts, and not the other way.
  const counts = db
    .selectFrom(weeks.as('weeks'))
    .crossJoin('booking_counts as counts')
    .select((eb) => ['weeks.week', eb.fn.sum<number | string>('counts.bookings').as('bookings')])
    .where('counts.property_id', '=', value('propertyId'))
    .groupBy('weeks.week')
  return form.status ? counts.where('counts.status', '=', value('status')) : counts
}
