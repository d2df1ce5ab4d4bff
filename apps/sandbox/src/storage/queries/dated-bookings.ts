import { type AliasedExpression, type SelectQueryBuilder, sql } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'
import type { BookingTexts, Window } from './booking-list.ts'
import { hasStatusToo, isAway } from './by-nights.ts'
import { awayThen, byForm, type DatedForm, type DatedValues } from './dated-form.ts'
import { startOfDatedPage } from './dated-start.ts'

/** Which nights are asked for: one of a booking's nights has to lie in between, both included. */
export interface DatedFilter {
  status?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
}

const forever = Number.MAX_SAFE_INTEGER

/** Up to this number, bookings are skipped one by one. */
const walked = 200

/** A page of bookings by their nights, alone or with a status. */
export async function selectDatedPage(
  db: Db,
  propertyId: string,
  { status, start_date, end_date }: DatedFilter,
  { limit, offset }: Window,
): Promise<BookingTexts> {
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
    const total = rows[0] ? rows[0].total : await countedOf()
    return { total, texts: rows.map(({ json }) => json) }
  }
  const total = await countedOf()
  if (offset >= total) return { total, texts: [] }
  const start = await startOfDatedPage(db, { values, form })
  // No more than there are: behind the last one, the rest of the list would be walked.
  const most = Math.min(limit, total - offset)
  const query = start && start.sure >= most ? queries.sure : queries.far
  const rows = await query(db, {
    ...values,
    until: start?.until ?? forever,
    offset: start?.offset ?? offset,
    limit: most,
  })
  return { total, texts: rows.map(({ json }) => json) }

  async function countedOf(): Promise<number> {
    const [row] = await queries.total(db, values)
    return row?.total ?? 0
  }
}

const queriesOf = byForm((form) => ({
  near: prepared((db, value: Slots<DatedValues>) => pageQuery(db, value, form, true)),
  far: prepared((db, value: Slots<DatedValues>) => pageQuery(db, value, form, false)),
  sure: prepared((db, value: Slots<DatedValues>) => surePageQuery(db, value, form)),
  total: prepared((db, value: Slots<DatedValues>) => db.selectNoFrom(totalOf(db, value, form).as('total'))),
}))

/**
 * Walks an index that has all that is asked for, newest first, and reads no booking but those of the page.
 *
 * @param isFirst nothing is known of where it begins, and the count is asked for too
 */
function pageQuery(db: Db, value: Slots<DatedValues>, form: DatedForm, isFirst: boolean) {
  let ids = db.selectFrom('bookings').select(['created', 'id']).where('property_id', '=', value('propertyId'))
  if (form.end) ids = ids.where('first_night', '<=', value('end'))
  if (form.end && isFirst) {
    // The latest creation of those that arrive until then: what is newer is passed over.
    ids = ids.where('created', '<=', (eb) =>
      eb
        .selectFrom('booking_counts')
        .select((counts) => counts.fn.max<number>('top').as('latest'))
        .where('property_id', '=', value('propertyId'))
        .where('kind', '=', 'first')
        .where('day', '<=', value('end')),
    )
  } else {
    ids = ids.where('created', '<=', value('until'))
  }
  if (form.start) ids = ids.where('last_night', '>=', value('start'))
  if (form.status) ids = ids.where((eb) => hasStatusToo(eb, value('status')))
  if (form.start && form.end) {
    ids = ids.where((eb) => eb.not(isAway(eb, value('propertyId'), value('start'), value('end'))))
  }
  return withJson(db, value, ids, isFirst ? totalOf(db, value, form).as('total') : sql<number>`0`.as('total'))
}

/** Where all of a week are asked for by their nights, they are not looked at: those of a status are passed in its own index. */
function surePageQuery(db: Db, value: Slots<DatedValues>, form: DatedForm) {
  const ids = db
    .selectFrom('bookings')
    .select(['created', 'id'])
    .where('property_id', '=', value('propertyId'))
    .where('created', '<=', value('until'))
  const asked = form.status ? ids.where('status', '=', value('status')) : ids
  return withJson(db, value, asked, sql<number>`0`.as('total'))
}

/** A page of these, newest first. */
function withJson(
  db: Db,
  value: Slots<DatedValues>,
  ids: SelectQueryBuilder<Schema, 'bookings', { created: number; id: string }>,
  total: AliasedExpression<number, 'total'>,
) {
  const page = ids.orderBy('created', 'desc').orderBy('id').limit(value('limit')).offset(value('offset'))
  return db
    .selectFrom(page.as('page'))
    .innerJoin('bookings', (join) =>
      join.on('bookings.property_id', '=', value('propertyId')).onRef('bookings.id', '=', 'page.id'),
    )
    .select(['bookings.json', total])
    .orderBy('page.created', 'desc')
    .orderBy('page.id')
}

/**
 * How many match, from the counts that are kept of first and last nights: those whose last night is from the start on,
 * without those that arrive after the end, and without those who are elsewhere just then. The same could be counted from
 * the other side, by the nights before; but a property has more of them behind it than before it.
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
  if (!form.start) return sql<number>`${sum('first').where('day', '<=', value('end'))}`
  const leaving = sum('last').where('day', '>=', value('start'))
  if (!form.end) return sql<number>`${leaving}`
  const later = sum('first').where('day', '>', value('end'))
  const away = awayThen(db, value, form).select((eb) => eb.fn.countAll<number>().as('away'))
  return sql<number>`${leaving} - ${later} - ${away}`
}
