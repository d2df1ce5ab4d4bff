import { sql } from 'kysely'
import type { Columns } from './columns.ts'

export const sqliteColumns: Columns = {
  text: 'text',
  integer: 'integer',
  shared: false,
  partitions: 0,
  unlogged: false,
  // `seq` is the rowid, under which SQLite stores the row; the key is an index beside it.
  numbered: (table, key) =>
    table
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addUniqueConstraint('row_key', key as never),
  async run(db, statements) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
  isMissingTable: (error) => error instanceof Error && error.message.startsWith('no such table'),
  // Strict tables refuse a value of the wrong type, as PostgreSQL does.
  finish: (table, options) => table.modifyEnd(options?.clustered ? sql`strict, without rowid` : sql`strict`),
  divide: () => Promise.resolve(),
}
