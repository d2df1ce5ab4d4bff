import { sql } from 'kysely'
import { StorageConflict } from './errors.ts'
import { countBookings } from './queries/booking-counts.ts'
import type { BookingRow } from './queries/bookings.ts'
import type { Schema } from './schema.ts'
import type { Db, Storage } from './storage.ts'

export type Row = Record<string, unknown>
/** All rows of all tables, in the order in which they can be inserted again. */
export type Dump = Record<string, Row[]>

/** Hears how many rows are in, of how many. */
export type OnRows = (done: number, rows: number) => void | Promise<void>

/** Parents before children. `order` makes a dump of the same rows the same each time. Counts follow from the rest. */
const tables: { [Table in Exclude<keyof Schema, 'booking_counts'>]: { order: string[]; seq?: true } } = {
  meta: { order: ['key'] },
  properties: { order: ['seq'], seq: true },
  api_keys: { order: ['seq'], seq: true },
  allowed_origins: { order: ['property_id', 'origin'] },
  guests: { order: ['property_id', 'id'] },
  bookings: { order: ['property_id', 'created', 'id'] },
  stay_gaps: { order: ['property_id', 'booking_id', 'after_night'] },
  payments: { order: ['seq'], seq: true },
  messages: { order: ['property_id', 'created_at', 'id'] },
  webhook_endpoints: { order: ['seq'], seq: true },
  events: { order: ['seq'], seq: true },
  deliveries: { order: ['seq'], seq: true },
  attempts: { order: ['seq'], seq: true },
  idempotency_records: { order: ['property_id', 'created_at', 'scope'] },
}
const names = Object.keys(tables) as (keyof typeof tables)[]

/** Values of one insert: SQLite takes 32,766 at most, and shorter statements are made faster. */
const VALUES_PER_INSERT = 2000

/**
 * Every row of every table, as of one moment when `db` is `storage.db`. Inside a transaction of PostgreSQL other
 * writers can come between two tables.
 */
export function dumpTables(db: Db): Promise<Dump> {
  if (db.isTransaction) return readAll(db)
  return db.transaction().setIsolationLevel('repeatable read').execute(readAll)
}

async function readAll(db: Db): Promise<Dump> {
  const dump: Dump = {}
  for (const name of names) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(name)}
      order by ${sql.join(tables[name].order.map((column) => sql.ref(column)))}`.execute(db)
    dump[name] = rows
  }
  return dump
}

/**
 * Inserts the rows of a dump into empty tables. Rows written later get a higher `seq` than any of them.
 *
 * @param onRows hears after each piece how many rows are in; what it throws ends the load
 * @throws {StorageConflict} when the rows are not of these tables, or do not fit together
 */
export async function loadTables(
  storage: Pick<Storage, 'raiseSequences'>,
  tx: Db,
  dump: Dump,
  onRows?: OnRows,
): Promise<void> {
  const unknown = Object.keys(dump).find((name) => !(name in tables))
  if (unknown !== undefined) throw new StorageConflict('other', `unknown table "${unknown}"`)
  const all = Object.values(dump).reduce((sum, rows) => sum + rows.length, 0)
  let done = 0
  for (const name of names) {
    const rows = dump[name] ?? []
    const columns = Object.keys(rows[0] ?? {})
    const chunk = Math.max(1, Math.floor(VALUES_PER_INSERT / Math.max(1, columns.length)))
    for (let at = 0; at < rows.length; at += chunk) {
      await tx
        .insertInto(name)
        .values(rows.slice(at, at + chunk))
        .execute()
      await onRows?.(done + Math.min(at + chunk, rows.length), all)
    }
    done += rows.length
  }
  await countBookings(tx, (dump['bookings'] ?? []) as unknown as BookingRow[])
  await storage.raiseSequences(
    tx,
    names.filter((name) => tables[name].seq),
  )
}

/** Deletes every row of every table. Numbers (`seq`) are never used again. */
export function clearTables(storage: Pick<Storage, 'emptyTables'>, tx: Db): Promise<void> {
  return storage.emptyTables(tx, ['booking_counts', ...names.toReversed()])
}
