import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Runs `work` while these tables keep no index but their keys, and makes the indexes at its end: sorted once, each page
 * is written once. A row in the middle of an index costs a page of it, and of a million rows most are in the middle. It
 * belongs to the transaction around it: nobody else sees a table without its indexes, and what fails leaves them there.
 */
export async function withoutIndexes<T>(
  connection: SqliteConnection,
  tables: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const list = tables.map(() => '?').join(', ')
  // Those of keys have no text, and cannot be dropped.
  const indexes = connection.all(
    `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in (${list}) order by rowid`,
    tables,
  ) as { name: string; sql: string }[]
  for (const { name } of indexes) connection.raw.exec(`drop index "${name}"`)
  const value = await work()
  for (const { sql } of indexes) connection.raw.exec(sql)
  return value
}
