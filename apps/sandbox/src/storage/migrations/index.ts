import type { Kysely } from 'kysely'
import { initial } from './0001-tables.ts'
import { attemptWire } from './0002-attempt-wire.ts'
import { countsByWeek } from './0003-counts-by-week.ts'
import { propertyZone } from './0004-property-zone.ts'
import type { Columns } from './columns.ts'

/**
 * Every change of the tables, in order, from the first. Append only: a migration that has been released is never
 * edited, renamed or removed. A list in code, not a folder to scan, so that bundling keeps it whole.
 *
 * A new database gets the statements of all of them at once (new-tables.ts), so they have no parameters, but literals.
 *
 * Two versions of a node serve one database during an upgrade (D28). So each migration but the first is named
 * `0003-what-it-does-since-0002`: programs that know 0002 still work on the tables after it. What that asks of a migration
 * is in docs/decisions/0023-migrations-expand-first.md.
 */
export const migrations: Record<string, (db: Kysely<unknown>, columns: Columns) => Promise<void>> = {
  '0001-tables': initial,
  '0002-attempt-wire-since-0001': attemptWire,
  '0003-counts-by-week-since-0003': countsByWeek,
  '0004-property-zone-since-0003': propertyZone,
}

/** The tables before the first release. Their layout has changed, so a database that has them cannot be used. */
export const retired = ['0001-initial']
