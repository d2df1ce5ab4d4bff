import type { Insertable, Selectable, Updateable } from 'kysely'
import type { PaymentTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type PaymentRow = Selectable<PaymentTable>

/** Where a page of payments ended: the next one starts below it. */
export type PaymentCursor = Pick<PaymentRow, 'date' | 'seq'>

export async function insertPayment(tx: Db, row: Insertable<PaymentTable>): Promise<void> {
  await tx.insertInto('payments').values(row).execute()
}

/** The row, held until the transaction ends: two changes at once must not both compare with the same old values. */
export function lockPayment(tx: Db, propertyId: string, id: string): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .returningAll()
    .executeTakeFirst()
}

export async function changePayment(tx: Db, id: string, changes: Updateable<PaymentTable>): Promise<void> {
  await tx.updateTable('payments').set(changes).where('id', '=', id).execute()
}

/** Sets `status` to 0, also where it is 0 already (D10). @returns whether the payment exists */
export async function softDeletePayment(tx: Db, propertyId: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('payments')
    .set({ status: 0 })
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Active payments, newest `date` first (D10), `seq` deciding between equal dates; at most `limit` after the cursor. */
export function selectPayments(
  db: Db,
  propertyId: string,
  page: { bid?: string | undefined; after?: PaymentCursor | undefined; limit: number },
): Promise<PaymentRow[]> {
  let query = db
    .selectFrom('payments')
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('status', '=', 1)
    .orderBy('date', 'desc')
    .orderBy('seq', 'desc')
    .limit(page.limit)
  const { bid, after } = page
  if (bid !== undefined) query = query.where('bid', '=', bid)
  if (after !== undefined) {
    query = query.where((eb) =>
      eb.and([
        // Not a row value comparison: PostgreSQL and SQLite both walk the index with this form.
        eb('date', '<=', after.date),
        eb.or([eb('date', '<', after.date), eb('seq', '<', after.seq)]),
      ]),
    )
  }
  return query.execute()
}
