import { sql } from 'kysely'
import { postgresCode } from '../postgres-errors.ts'
import type { Columns } from './columns.ts'

const UNDEFINED_TABLE = '42P01'

export const postgresColumns: Columns = {
  text: sql`text collate "C"`,
  integer: 'bigint',
  shared: true,
  isMissingTable: (error) => postgresCode(error) === UNDEFINED_TABLE,
  seq: (table) =>
    table.addColumn('seq', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey()),
  finish: (table) => table,
}
