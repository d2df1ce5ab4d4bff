import type { Insertable, Selectable, Updateable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
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

const idById = prepared((db, value: Slots<{ propertyId: string; id: string }>) =>
  db
    .selectFrom('guests')
    .select('id')
    .where('property_id', '=', value('propertyId'))
    .where('id', '=', value('id')),
)

export async function guestExists(db: Db, propertyId: string, id: string): Promise<boolean> {
  return (await idById(db, { propertyId, id })).length > 0
}
