import type { Insertable, Selectable, Updateable } from 'kysely'
import type { GuestTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type GuestRow = Selectable<GuestTable>

export async function insertGuest(tx: Db, row: Insertable<GuestTable>): Promise<void> {
  await tx.insertInto('guests').values(row).execute()
}

export function findGuest(db: Db, propertyId: string, id: string): Promise<GuestRow | undefined> {
  return db
    .selectFrom('guests')
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function changeGuest(
  tx: Db,
  propertyId: string,
  id: string,
  changes: Updateable<GuestTable>,
): Promise<void> {
  await tx
    .updateTable('guests')
    .set(changes)
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .execute()
}

export async function guestExists(db: Db, propertyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('guests')
    .select('id')
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  return row !== undefined
}
