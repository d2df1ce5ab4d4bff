import { sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'
import { awayThen, byForm, type DatedForm, type DatedValues } from './dated-form.ts'
import { startOfDatedPage } from './dated-start.ts'

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

const forever = Number.MAX_SAFE_INTEGER

/** Up to this number, bookings are skipped one by one. */
const walked = 200

/** A page of bookings by their nights, alone or with a status. */
export async function selectDatedPage(
  db: Db,
  propertyId: string,
  { status, start_date, end_date }: DatedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page> {
  const form = { status: status !== undefined, start: start_date !== undefined, end: end_date !== undefined }
  const queries = queriesOf(form)
  const values: DatedValues = {
    propertyId,
    status: status ?? '',
    start: start_date ?? '',
    end: end_date ?? '',
    until: forever,
    limit,
    offset,
    newest: '',
    oldest: '',
  }
  if (offset <= walked) {
    const rows = await queries.near(db, values)
    const total = rows[0] ? rows[0].total : (await countedOf()).total
    return { total, texts: rows.map(({ json }) => json) }
  }
  const { total, latest } = await countedOf()
  if (offset >= total) return { total, texts: [] }
  const start = await startOfDatedPage(db, { values, form, latest })
  // No more than there are: behind the last one, the rest of the list would be walked.
  const rows = await queries.far(db, { ...values, ...start, limit: Math.min(limit, total - offset) })
  return { total, texts: rows.map(({ json }) => json) }

  async function countedOf(): Promise<{ total: number; latest: number }> {
    const [row] = await queries.total(db, values)
    return { total: row?.total ?? 0, latest: Number(row?.latest ?? 0) }
  }
}

const queriesOf = byForm((form) => ({
  near: prepared((db, value: Slots<DatedValues>) => pageQuery(db, value, form, true)),
  far: prepared((db, value: Slots<DatedValues>) => pageQuery(db, value, form, false)),
  total: prepared((db, value: Slots<DatedValues>) =>
    db.selectNoFrom([
      totalOf(db, value, form).as('total'),
      (form.end ? latestOf(db, value) : sql<number>`0`).as('latest'),
    ]),
  ),
}))

/** The latest creation of those that arrive until the end. */
function latestOf(db: Db, value: Slots<DatedValues>) {
  return db
    .selectFrom('booking_counts')
    .select((eb) => eb.fn.max<number | string | null>('top').as('latest'))
    .where('property_id', '=', value('propertyId'))
    .where('kind', '=', 'first')
    .where('day', '<=', value('end'))
}

/** Walks an index that has all that is asked for, newest first, and reads no booking but those of the page. */
function pageQuery(db: Db, value: Slots<DatedValues>, form: DatedForm, counted: boolean) {
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
    .select(['bookings.json', counted ? totalOf(db, value, form).as('total') : sql<number>`0`.as('total')])
    .orderBy('page.created', 'desc')
    .orderBy('page.id')
}

/**
 * How many match, from the counts that are kept of first and last nights: those that arrive until the end, without those
 * whose last night is before the start, and without those who are elsewhere just then.
 */
function totalOf(db: Db, value: Slots<DatedValues>, form: DatedForm) {
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
  const away = awayThen(db, value, form).select((eb) => eb.fn.countAll<number>().as('away'))
  return sql<number>`${arrived} - ${left} - ${away}`
}
