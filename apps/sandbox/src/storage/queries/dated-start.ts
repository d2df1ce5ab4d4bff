import { sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'
import { createdWeek, endOfWeek, nightNumber } from './booking-counts.ts'
import { awayThen, byForm, type DatedForm, type DatedValues } from './dated-form.ts'

/** Weeks whose counts are read at once: a page that is not so far needs few, and one far away few reads. */
const firstWeeks = 8

/**
 * Where a far page of a list by nights starts: before which moment, and how many of those that are asked for come before
 * it from there on. Weeks of creation are skipped by their counts, so that no more than one is walked. Of a week that is
 * asked for as a whole the number is known; of another it is added up from the counts by week and night.
 *
 * @returns undefined where the counts do not tell: then all is walked. `sure` is how many follow that week has at least, of
 *   which each is asked for by its nights; 0 where some are not
 */
export async function startOfDatedPage(
  db: Db,
  { values, form }: { values: DatedValues; form: DatedForm },
): Promise<{ until: number; offset: number; sure: number } | undefined> {
  const queries = queriesOf(form)
  const away = new Map<string, number>()
  if (form.start && form.end) {
    for (const { created } of await queries.away(db, values)) add(away, createdWeek(created), 1)
  }
  let left = values.offset
  let before = afterEveryWeek
  for (let atOnce = firstWeeks; ; atOnce *= 2) {
    const weeks = await weeksOf(db, { ...values, newest: before, limit: atOnce }, form)
    const [first, last] = [weeks[0], weeks.at(-1)]
    if (!first || !last) return undefined
    const isKnown = weeks.every(({ isWhole }) => isWhole)
    const counts = isKnown ? undefined : await countsOf({ ...values, newest: first.week, oldest: last.week })
    for (const { week, bookings, isWhole } of weeks) {
      const matching = (isWhole ? bookings : (counts?.get(week) ?? 0)) - (away.get(week) ?? 0)
      if (matching > left) {
        const sure = isWhole && !away.has(week) ? bookings - left : 0
        return { until: endOfWeek(week) - 1, offset: left, sure }
      }
      left -= matching
    }
    before = last.week
  }

  /**
   * Those that leave from the start on, without those that arrive after the end. Or, which is as many, those that arrive
   * until the end, without those that leave before the start: where all was booked after the nights that are asked for, it
   * adds up less.
   */
  async function countsOf(range: DatedValues): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const isAfter = form.end && range.oldest > createdWeek(Date.parse(values.end))
    const byArrival = !form.start || (form.end && isAfter)
    const some = await (byArrival ? queries.arrived : queries.leaving)(db, range)
    for (const { week, bookings } of some) add(found, week, Number(bookings))
    if (!form.start || !form.end) return found
    const others = await (byArrival ? queries.left : queries.later)(db, range)
    for (const { week, bookings } of others) add(found, week, -Number(bookings))
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

/** Sorts after each week. */
const afterEveryWeek = '~'

/** The next weeks of creation before `newest`, as many as `limit` says, newest first. */
async function weeksOf(db: Db, values: DatedValues, form: DatedForm): Promise<Week[]> {
  const { created, since } = queriesOf(form)
  const weeks = new Map<string, Week>()
  const looks = [
    ...(form.end ? ([[created, nightNumber(values.end)]] as const) : []),
    ...(form.start ? ([[since, -nightNumber(values.start)]] as const) : []),
  ]
  for (const [look, bound] of looks) {
    for (const { week, bookings, top } of await look(db, values)) {
      let known = weeks.get(week)
      if (!known) weeks.set(week, (known = { week, bookings: Number(bookings), isWhole: true }))
      // 0: not known.
      if (Number(top) === 0 || Number(top) > bound) known.isWhole = false
    }
  }
  return [...weeks.values()]
}

const queriesOf = byForm((form) => ({
  created: prepared((db, value: Slots<DatedValues>) => ofWeek(db, value, form, 'created')),
  since: prepared((db, value: Slots<DatedValues>) => ofWeek(db, value, form, 'since')),
  arrived: prepared((db, value: Slots<DatedValues>) => nights(db, value, form, 'arriving', '<=')),
  later: prepared((db, value: Slots<DatedValues>) => nights(db, value, form, 'arriving', '>')),
  left: prepared((db, value: Slots<DatedValues>) => nights(db, value, form, 'leaving', '<')),
  leaving: prepared((db, value: Slots<DatedValues>) => nights(db, value, form, 'leaving', '>=')),
  away: prepared((db, value: Slots<DatedValues>) => awayThen(db, value, form).select('bookings.created')),
}))

function ofWeek(db: Db, value: Slots<DatedValues>, form: DatedForm, kind: 'created' | 'since') {
  const counts = db
    .selectFrom('booking_counts')
    .select((eb) => [
      'day as week',
      eb.fn.sum<number | string>('bookings').as('bookings'),
      eb.fn.max<number | string>('top').as('top'),
    ])
    .where('property_id', '=', value('propertyId'))
    .where('kind', '=', kind)
    .where('day', '<', value('newest'))
  return (form.status ? counts.where('status', '=', value('status')) : counts)
    .groupBy('day')
    .orderBy('day', 'desc')
    .limit(value('limit'))
}

type Comparison = '<=' | '<' | '>=' | '>'

/** Adds up counts of some weeks of creation, of those that arrive or leave before or after what is asked for. */
function nights(
  db: Db,
  value: Slots<DatedValues>,
  form: DatedForm,
  kind: 'arriving' | 'leaving',
  comparison: Comparison,
) {
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
    .where('counts.kind', '=', kind)
    .where(nightOfWeek(comparison, kind === 'arriving' ? value('end') : value('start')))
    .groupBy('weeks.week')
  return form.status ? counts.where('counts.status', '=', value('status')) : counts
}

/** Bounds the nights of one week, which are a range of the key. */
function nightOfWeek(comparison: Comparison, night: string) {
  const bound = sql<boolean>`counts.day ${sql.raw(comparison)} weeks.week || ' ' || cast(${night} as text)`
  const rest = comparison.startsWith('>')
    ? sql`counts.day < weeks.week || '~'`
    : sql`counts.day >= weeks.week || ' '`
  return sql<boolean>`${bound} and ${rest}`
}
