import { prepared, type Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'
import { endOfWeek, startOfPage } from './booking-counts.ts'
import type { BookingFilter, BookingTexts, Window } from './booking-list.ts'
import { selectDatedPage } from './dated-bookings.ts'
import { selectGuestPage } from './guest-bookings.ts'

type PageValues = { propertyId: string; status: string; before: number; limit: number; offset: number }

/** How many bookings there are, of a status or of all: kept, not counted. */
function keptCount(db: Db, value: Slots<PageValues>, withStatus: boolean) {
  const kept = db
    .selectFrom('booking_counts')
    .select((eb) => eb.fn.sum<number | string | null>('bookings').as('total'))
    .where('property_id', '=', value('propertyId'))
    .where('kind', '=', 'all')
    .where('day', '=', '')
  return withStatus ? kept.where('status', '=', value('status')) : kept
}

const countAlone = (withStatus: boolean) =>
  prepared((db, value: Slots<PageValues>) => keptCount(db, value, withStatus))

/**
 * Each row with the count beside it: of one moment on either dialect, and for a page half the cost of a join of both.
 */
const nearPage = (withStatus: boolean) =>
  prepared((db, value: Slots<PageValues>) => {
    const page = db
      .selectFrom('bookings')
      .select(['json', keptCount(db, value, withStatus).as('total')])
      .where('property_id', '=', value('propertyId'))
    return (withStatus ? page.where('status', '=', value('status')) : page)
      .orderBy('created', 'desc')
      .orderBy('id')
      .limit(value('limit'))
      .offset(value('offset'))
  })

/** The same for a later page: skipped bookings are passed in an index, and none of them is read. */
const farPage = (withStatus: boolean) =>
  prepared((db, value: Slots<PageValues>) => {
    const ids = db
      .selectFrom('bookings')
      .select(['created', 'id'])
      .where('property_id', '=', value('propertyId'))
      .where('created', '<', value('before'))
    const page = (withStatus ? ids.where('status', '=', value('status')) : ids)
      .orderBy('created', 'desc')
      .orderBy('id')
      .limit(value('limit'))
      .offset(value('offset'))
    return db
      .selectFrom(page.as('page'))
      .innerJoin('bookings', (join) =>
        join.on('bookings.property_id', '=', value('propertyId')).onRef('bookings.id', '=', 'page.id'),
      )
      .select(['bookings.json', keptCount(db, value, withStatus).as('total')])
      .orderBy('page.created', 'desc')
      .orderBy('page.id')
  })

const kept = [false, true].map((withStatus) => ({
  near: nearPage(withStatus),
  far: farPage(withStatus),
  count: countAlone(withStatus),
  weeks: createdCounts(withStatus),
})) as [KeptQueries, KeptQueries]

interface KeptQueries {
  near: ReturnType<typeof nearPage>
  far: ReturnType<typeof farPage>
  count: ReturnType<typeof countAlone>
  weeks: ReturnType<typeof createdCounts>
}

/** Up to this number, bookings are skipped one by one; beyond it, whole weeks are skipped by their counts. */
const walked = 200

function createdCounts(withStatus: boolean) {
  return prepared((db, value: Slots<PageValues>) => {
    const counts = db
      .selectFrom('booking_counts')
      .select((eb) => ['day as week', eb.fn.sum<number | string>('bookings').as('bookings')])
      .where('property_id', '=', value('propertyId'))
      .where('kind', '=', 'created')
    return (withStatus ? counts.where('status', '=', value('status')) : counts)
      .groupBy('day')
      .orderBy('day', 'desc')
  })
}

async function selectFarRows(db: Db, queries: KeptQueries, values: PageValues) {
  const { at, offset } = startOfPage(await queries.weeks(db, values), values.offset)
  // Beyond the last one there is nothing.
  if (!at) return []
  return queries.far(db, { ...values, before: endOfWeek(at.week), offset })
}

async function selectKeptPage(
  db: Db,
  propertyId: string,
  status: string | undefined,
  window: Window,
): Promise<BookingTexts> {
  const queries = kept[status === undefined ? 0 : 1]
  const values = { propertyId, status: status ?? '', before: 0, ...window }
  const rows =
    window.offset <= walked ? await queries.near(db, values) : await selectFarRows(db, queries, values)
  const [counted] = rows.length > 0 ? rows : await queries.count(db, values)
  const texts = rows.map(({ json }) => json)
  return { total: Number(counted?.total ?? 0), texts }
}

/** A page of bookings, newest `created` first, then by `id`. */
export async function selectBookingPage(
  db: Db,
  propertyId: string,
  filter: BookingFilter,
  window: Window,
): Promise<BookingTexts> {
  const { status, guest_id, start_date, end_date } = filter
  if (start_date !== undefined && end_date !== undefined && start_date > end_date)
    return { total: 0, texts: [] }
  if (guest_id === undefined && start_date === undefined && end_date === undefined) {
    return selectKeptPage(db, propertyId, status, window)
  }
  if (guest_id === undefined) return selectDatedPage(db, propertyId, filter, window)
  return selectGuestPage(db, propertyId, filter, window)
}
