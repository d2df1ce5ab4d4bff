import type { Kysely } from 'kysely'
import type { Columns } from './columns.ts'

/** What went over the wire in an attempt. Empty for attempts of before, and of programs that know 0001 alone. */
export async function attemptWire(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('wire', text).execute()
}
