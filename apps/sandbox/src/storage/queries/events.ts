import type { Insertable } from 'kysely'
import type { EventTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export async function insertEvent(tx: Db, row: Insertable<EventTable>): Promise<void> {
  await tx.insertInto('events').values(row).execute()
}
