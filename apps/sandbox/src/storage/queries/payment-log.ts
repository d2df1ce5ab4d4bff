import type { Db } from '../storage.ts'
import type { PaymentCursor } from './payments.ts'

/** What an index finds, however many payments there are. */
export interface PaymentRange {
  bid?: string | undefined
  /** Milliseconds: recorded then or later. */
  since?: number | undefined
  /** Milliseconds: recorded earlier. */
  before?: number | undefined
}

function inRange(db: Db, propertyId: string, { bid, since, before }: PaymentRange) {
  let query = db.selectFrom('payments').where('property_id', '=', propertyId)
  if (bid !== undefined) query = query.where('bid', '=', bid)
  if (since !== undefined) query = query.where('date', '>=', since)
  if (before !== undefined) query = query.where('date', '<', before)
  return query
}

/** A page of all payments of a property, deleted ones too, newest first, and how many there are in all. */
export async function selectPaymentPage(
  db: Db,
  propertyId: string,
  range: PaymentRange,
  page: { limit: number; offset: number; sort?: 'date' | '-date' | undefined },
): Promise<{ total: number; texts: string[] }> {
  const query = inRange(db, propertyId, range)
  const direction = page.sort === 'date' ? 'asc' : 'desc'
  const { total } = await query.select((eb) => eb.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const payments = await query
    .select('json')
    .orderBy('date', direction)
    .orderBy('seq', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { total: Number(total), texts: payments.map(({ json }) => json) }
}

/** The next payments in their order, deleted ones too, after those that were read before. */
export function selectNextPayments(
  db: Db,
  propertyId: string,
  range: PaymentRange,
  {
    after,
    limit,
    sort,
  }: { after: PaymentCursor | undefined; limit: number; sort?: 'date' | '-date' | undefined },
): Promise<(PaymentCursor & { json: string })[]> {
  const direction = sort === 'date' ? 'asc' : 'desc'
  let query = inRange(db, propertyId, range)
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('date', 'seq'), sort === 'date' ? '>' : '<', eb.tuple(after.date, after.seq)),
    )
  }
  return query
    .select(['date', 'seq', 'json'])
    .orderBy('date', direction)
    .orderBy('seq', direction)
    .limit(limit)
    .execute()
}

/** One payment as JSON, also a deleted one. */
export async function selectPayment(db: Db, propertyId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('json')
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.json
}
