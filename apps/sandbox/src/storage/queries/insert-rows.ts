import type { CompiledQuery, InsertObject } from 'kysely'
import { runCompiled } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'

/** Values of one statement: SQLite takes at most 32,766, and a long statement costs more to prepare than to run. */
const rowsAtOnce = 100

/** Statements by dialect, table, columns and number of rows: a bulk load builds and compiles each once. */
const statements = new WeakMap<object, Map<string, CompiledQuery>>()

/**
 * Inserts rows that have the same columns, many in one statement.
 *
 * @param options.unless rows that are there already, by these columns, stay as they are
 */
export async function insertRows<Table extends keyof Schema>(
  tx: Db,
  table: Table,
  rows: readonly InsertObject<Schema, Table>[],
  options: { unless?: readonly (keyof Schema[Table] & string)[] } = {},
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  for (let from = 0; from < rows.length;) {
    // The rest one by one: each length is a statement of its own.
    const count = rows.length - from >= rowsAtOnce ? rowsAtOnce : 1
    const values: unknown[] = []
    for (let at = from; at < from + count; at += 1) {
      const row = rows[at] as Record<string, unknown>
      for (const column of columns) values.push(row[column])
    }
    await runCompiled(tx, { ...statement(tx, table, { columns, count, ...options }), parameters: values })
    from += count
  }
}

function statement(
  tx: Db,
  table: keyof Schema,
  { columns, count, unless }: { columns: string[]; count: number; unless?: readonly string[] },
): CompiledQuery {
  const { adapter } = tx.getExecutor()
  const known = statements.get(adapter) ?? new Map<string, CompiledQuery>()
  statements.set(adapter, known)
  const key = [table, count, ...columns].join(' ')
  let query = known.get(key)
  if (!query) {
    const row = Object.fromEntries(columns.map((column) => [column, null]))
    const insert = tx.insertInto(table).values(Array.from({ length: count }, () => row))
    query = (
      unless ? insert.onConflict((conflict) => conflict.columns(unless as never).doNothing()) : insert
    ).compile()
    known.set(key, query)
  }
  return query
}
