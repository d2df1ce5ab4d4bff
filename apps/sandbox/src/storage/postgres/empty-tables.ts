import { sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'
import { isNotSupported } from './errors.ts'

/** Up to so many rows a table is emptied row by row. Its references are looked up for each of them. */
export const fewRows = 1000

/**
 * Deletes every row of these tables. `truncate` is quick, and locks readers out up to the end of the transaction: during an
 * import of many seconds their five ran out. So tables that hold little, as those of a database that is filled for the
 * first time, are emptied by `delete`: readers see the old rows until the new ones are committed, and only writers wait.
 */
export async function emptyPostgresTables(tx: Db, tables: readonly (keyof Schema)[]): Promise<void> {
  if (!(await keepOthersFromWriting(tx, tables)) || !(await holdLittle(tx, tables))) {
    await sql`truncate table ${sql.join(tables.map((table) => sql.table(table)))}`.execute(tx)
    return
  }
  for (const table of tables) await tx.deleteFrom(table).execute()
}

/** Without it, what others commit meanwhile would stay beside the new rows. */
async function keepOthersFromWriting(tx: Db, tables: readonly (keyof Schema)[]): Promise<boolean> {
  const names = sql.join(tables.map((table) => sql.table(table)))
  await sql`savepoint emptying`.execute(tx)
  try {
    await sql`lock table ${names} in exclusive mode`.execute(tx)
    await sql`release savepoint emptying`.execute(tx)
    return true
  } catch (error) {
    // Some engines that speak PostgreSQL have no such statement.
    if (!isNotSupported(error)) throw error
    await sql`rollback to savepoint emptying`.execute(tx)
    return false
  }
}

async function holdLittle(tx: Db, tables: readonly (keyof Schema)[]): Promise<boolean> {
  const parts = tables.map(
    (table) => sql`exists (select 1 from ${sql.table(table)} offset ${sql.lit(fewRows)})`,
  )
  const { rows } = await sql<{ much: boolean }>`select ${sql.join(parts, sql` or `)} as much`.execute(tx)
  return rows[0]?.much === false
}
