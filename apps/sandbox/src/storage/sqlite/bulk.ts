import type { Statement, Value } from './node-sqlite.ts'
import type { SqliteConnection } from './connection.ts'
import type { InsertInBulk } from '../storage.ts'

/** Rows of one statement. More are no faster, and one by one they take a third longer. */
const rowsAtOnce = [25, 5, 1]

/**
 * Inserts past Kysely and what looks at each value: of the time for a million bookings it took a tenth. What all rows have
 * in common, their property, is written into the statement: each value that is handed over costs half a microsecond.
 */
export function insertInBulk(connection: SqliteConnection): InsertInBulk {
  const statements = new Map<string, Statement>()

  function statement(
    into: { table: string; columns: readonly string[]; property: string },
    count: number,
    otherwise: string,
  ) {
    const { table, columns, property } = into
    const key = `${table} ${count} ${property}`
    let known = statements.get(key)
    if (!known) {
      const row = `('${property.replaceAll("'", "''")}'${', ?'.repeat(columns.length)})`
      const rows = Array.from({ length: count }, () => row).join(', ')
      const names = ['property_id', ...columns].join(', ')
      known = connection.raw.prepare(`insert into ${table} (${names}) values ${rows} ${otherwise}`)
      statements.set(key, known)
    }
    return known
  }

  return function insert(table, property, rows, otherwise = '') {
    const [first] = rows
    if (!first) return
    connection.changedBookings = true
    const columns = Object.keys(first).filter((column) => column !== 'property_id')
    const into = { table, columns, property }
    let from = 0
    for (const count of rowsAtOnce) {
      if (rows.length - from < count) continue
      // One list for all: it has its length from the start.
      const values = Array.from<Value>({ length: count * columns.length })
      for (; rows.length - from >= count; from += count) {
        let place = 0
        for (let at = from; at < from + count; at += 1) {
          const row = rows[at] as Record<string, Value>
          for (const column of columns) values[place++] = row[column] as Value
        }
        try {
          statement(into, count, otherwise).run(...values)
        } catch (error) {
          throw connection.failure(error)
        }
      }
    }
  }
}

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
  try {
    for (const { sql } of indexes) connection.raw.exec(sql)
  } catch (error) {
    throw connection.failure(error)
  }
  return value
}

/**
 * Runs `work` on a file without its log, if nobody else has opened the file: in a large transaction each page would be
 * written into the log first, and from there into the file, which took a fifth of the processor's time and twice the
 * room. The journal that stands in for the log holds the pages alone that were there before; what breaks off is rolled
 * back by it, by the next process that opens the file where this one has died.
 */
export async function withoutLog<T>(
  connection: SqliteConnection,
  changed: () => void,
  work: () => Promise<T>,
): Promise<T> {
  if (!journalMode(connection, 'delete')) return work()
  changed()
  try {
    return await work()
  } finally {
    journalMode(connection, 'wal')
    changed()
  }
}

/** False where another connection has the file open: then nothing is changed. */
function journalMode(connection: SqliteConnection, mode: 'delete' | 'wal'): boolean {
  try {
    return connection.raw.prepare(`pragma journal_mode = ${mode}`).get()?.['journal_mode'] === mode
  } catch {
    return false
  }
}
