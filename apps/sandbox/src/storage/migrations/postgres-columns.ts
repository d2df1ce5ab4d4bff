import { sql } from 'kysely'
import { postgresCode } from '../postgres/errors.ts'
import type { Columns } from './columns.ts'

const UNDEFINED_TABLE = '42P01'

/** The differences of PostgreSQL, for a database in this layout. */
export function postgresColumns({ partitions, unlogged }: Pick<Columns, 'partitions' | 'unlogged'>): Columns {
  return {
    text: sql`text collate "C"`,
    integer: 'bigint',
    shared: true,
    partitions,
    unlogged,
    // A sequence of its own and no identity, which partitioned tables and some distributed engines do not know.
    numbered: (table, key) =>
      table
        .addColumn('seq', 'bigserial', (column) => column.notNull())
        .addPrimaryKeyConstraint(`${tableName(table)}_key`, key as never),
    // Without parameters the server takes several statements as one text.
    run: async (db, statements) => void (await sql.raw(statements.join(';\n')).execute(db)),
    isMissingTable: (error) => postgresCode(error) === UNDEFINED_TABLE,
    finish: (table, options) =>
      partitions > 0 && options?.spread ? table.modifyEnd(sql`partition by hash (property_id)`) : table,
    async divide(db, tables) {
      if (partitions === 0) return
      for (const table of tables) {
        for (let part = 0; part < partitions; part += 1) {
          const name = sql.table(`${table}_p${part}`)
          const values = sql`modulus ${sql.lit(partitions)}, remainder ${sql.lit(part)}`
          await sql`create table ${name} partition of ${sql.table(table)} for values with (${values})`.execute(
            db,
          )
        }
      }
    },
  }
}

function tableName(table: {
  toOperationNode(): { table: { table: { identifier: { name: string } } } }
}): string {
  return table.toOperationNode().table.table.identifier.name
}
