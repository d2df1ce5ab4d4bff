import { sql } from 'kysely'
import { postgresCode } from '../postgres-errors.ts'
import type { Columns } from './columns.ts'

const UNDEFINED_TABLE = '42P01'

export const postgresColumns: Columns = {
  text: sql`text collate "C"`,
  integer: 'bigint',
  shared: true,
  // A sequence of its own and no identity, which partitioned tables and some distributed engines do not know.
  numbered: (table, key) =>
    table
      .addColumn('seq', 'bigserial', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${tableName(table)}_key`, key as never),
  isMissingTable: (error) => postgresCode(error) === UNDEFINED_TABLE,
  finish: (table) => table,
}

function tableName(table: {
  toOperationNode(): { table: { table: { identifier: { name: string } } } }
}): string {
  return table.toOperationNode().table.table.identifier.name
}
