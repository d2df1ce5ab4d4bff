import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** The time zone of a property. Empty: nobody has said it, and it is UTC. */
export async function propertyZone(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema.alterTable('properties').addColumn('time_zone', text).execute()
}
