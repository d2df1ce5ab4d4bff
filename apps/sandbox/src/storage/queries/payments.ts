import type { Selectable, Updateable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { PaymentTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type PaymentRow = Selectable<PaymentTable>

/** Where a page of payments ended: the next one starts below it. */
export type PaymentCursor = Pick<PaymentRow, 'date' | 'seq'>

const insertOne = prepared((db, value: Slots<Omit<PaymentRow, 'seq'>>) =>
  db.insertInto('payments').values({
    property_id: value('property_id'),
    id: value('id'),
    bid: value('bid'),
    gid: value('gid'),
    date: value('date'),
    status: value('status'),
    json: value('json'),
  }),
)

export async function insertPayment(tx: Db, row: Omit<PaymentRow, 'seq'>): Promise<void> {
  await insertOne(tx, row)
}

/** The row, held until the transaction ends: two changes at once must not both compare with the same old values. */
export function lockPayment(tx: Db, propertyId: string, id: string): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function changePayment(
  tx: Db,
  propertyId: string,
  id: string,
  changes: Updateable<PaymentTable>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set(changes)
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .execute()
}

type PageValues = { propertyId: string; bid: string; date: number; seq: number; limit: number }

const page = (ofBooking: boolean) =>
  prepared((db, value: Slots<PageValues>) => {
    let query = db
      .selectFrom('payments')
      .select(['date', 'seq', 'json'])
      .where('property_id', '=', value('propertyId'))
      .where('status', '=', 1)
      // As a row comparison: both dialects start in their index there, also without statistics about the table.
      .where((eb) => eb(eb.refTuple('date', 'seq'), '<', eb.tuple(value('date'), value('seq'))))
      .orderBy('date', 'desc')
      .orderBy('seq', 'desc')
      .limit(value('limit'))
    if (ofBooking) query = query.where('bid', '=', value('bid'))
    return query
  })
const pageOfAll = page(false)
const pageOfBooking = page(true)

const newest: PaymentCursor = { date: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

/** Active payments, newest `date` first, `seq` deciding between equal dates; at most `limit` after the cursor. */
export function selectPayments(
  db: Db,
  propertyId: string,
  {
    bid,
    after = newest,
    limit,
  }: { bid?: string | undefined; after?: PaymentCursor | undefined; limit: number },
): Promise<(PaymentCursor & { json: string })[]> {
  const { date, seq } = after
  return (bid === undefined ? pageOfAll : pageOfBooking)(db, { propertyId, bid: bid ?? '', date, seq, limit })
}
