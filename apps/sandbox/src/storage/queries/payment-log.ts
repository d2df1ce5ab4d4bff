import type { Db } from '../storage.ts'

/** A page of all payments of a property, deleted ones too, newest first, and how many there are in all. */
export async function selectPaymentPage(
  db: Db,
  propertyId: string,
  filter: { bid?: string | undefined },
  page: { limit: number; offset: number; sort?: 'date' | '-date' | undefined },
): Promise<{ total: number; texts: string[] }> {
  let query = db.selectFrom('payments').where('property_id', '=', propertyId)
  if (filter.bid !== undefined) query = query.where('bid', '=', filter.bid)
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
