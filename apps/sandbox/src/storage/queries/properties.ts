import type { Insertable, Selectable, Updateable } from 'kysely'
import type { PropertyTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type PropertyRow = Selectable<PropertyTable>

export async function insertProperty(tx: Db, row: Insertable<PropertyTable>): Promise<void> {
  await tx.insertInto('properties').values(row).execute()
}

export async function updateProperty(tx: Db, id: string, changes: Updateable<PropertyTable>): Promise<void> {
  await tx.updateTable('properties').set(changes).where('id', '=', id).execute()
}

/** Oldest first. */
export function selectProperties(db: Db): Promise<PropertyRow[]> {
  return db.selectFrom('properties').selectAll().orderBy('seq').execute()
}

export function findProperty(db: Db, id: string): Promise<PropertyRow | undefined> {
  return db.selectFrom('properties').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Holds the property's row until the transaction ends, so that a rule over several rows ("at most 50") holds on every
 * node. An update that changes nothing locks on PostgreSQL and costs nothing on SQLite, which has one writer.
 *
 * @returns whether the property exists
 */
export async function lockProperty(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('properties')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
