import { sql } from 'kysely'
import type { Columns } from './columns.ts'

export const sqliteColumns: Columns = {
  text: 'text',
  integer: 'integer',
  shared: false,
  isMissingTable: (error) => error instanceof Error && error.message.startsWith('no such table'),
  seq: (table) => table.addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement()),
  // Strict tables refuse a value of the wrong type, as PostgreSQL does.
  finish: (table, options) => table.modifyEnd(options?.clustered ? sql`strict, without rowid` : sql`strict`),
}
