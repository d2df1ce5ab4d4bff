import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { StorageUnusable } from './errors.ts'
import type { Columns } from './migrations/columns.ts'
import { migrations, retired } from './migrations/index.ts'
import { makeTables } from './new-tables.ts'

const TABLE = 'schema_migrations'

/**
 * Brings the tables to this version's state. Several processes may do so at once: the dialect's lock lets one work.
 *
 * @param schema where PostgreSQL has them
 * @throws {StorageUnusable} when a newer version has changed the tables in a way that this one cannot serve, or one from
 *   before the first release made them
 */
export async function migrate(
  db: Kysely<unknown>,
  columns: Columns,
  name: string,
  schema?: string,
): Promise<void> {
  let applied = await appliedMigrations(db, columns)
  if (applied === undefined) {
    try {
      await makeTables(db, { migrations: bound(columns), table: TABLE, run: columns.run })
      return
    } catch (error) {
      // Another process may have made them meanwhile.
      applied = await appliedMigrations(db, columns)
      if (applied === undefined) throw error
    }
  }
  const known = Object.keys(migrations)
  if (applied.some((migration) => retired.includes(migration))) {
    throw new StorageUnusable(
      `Cannot use the database ${name}: a version of svc-sandbox from before the first release has made its tables. ` +
        'Choose another --database, or delete this one to start anew. Nothing was changed',
    )
  }
  const newer = applied.filter((migration) => !known.includes(migration))
  const isWhole = known.every((migration) => applied.includes(migration))
  if (newer.length > 0 && isWhole && newer.every((migration) => servesProgramOf(migration, known))) return
  if (newer.length > 0) {
    throw new StorageUnusable(
      `Cannot use the database ${name}: a newer version of svc-sandbox has changed it (${newer.join(', ')}). ` +
        'Update svc-sandbox, or choose another --database. Nothing was changed',
    )
  }
  if (applied.length === known.length) return

  const { Migrator } = await import('kysely/migration')
  const migrator = new Migrator({
    db,
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    // Kysely does not take undefined for "not given".
    ...(schema !== undefined && { migrationTableSchema: schema }),
    provider: { getMigrations: () => Promise.resolve(asMigrations(bound(columns))) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/**
 * Whether a program that knows these migrations works on the tables after a later one too, whose name says since which
 * one that is so. While nodes are replaced one by one, an old one may start again on tables that a new one has expanded
 * (D28).
 */
function servesProgramOf(migration: string, known: readonly string[]): boolean {
  const since = /-since-(\d{4})$/.exec(migration)?.[1]
  return since !== undefined && known.some((name) => name.startsWith(`${since}-`))
}

function bound(columns: Columns): Record<string, (db: Kysely<unknown>) => Promise<void>> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, up]) => [name, (db: Kysely<unknown>) => up(db, columns)]),
  )
}

function asMigrations(steps: ReturnType<typeof bound>): Record<string, Migration> {
  return Object.fromEntries(Object.entries(steps).map(([name, up]) => [name, { up }]))
}

/** Names of the migrations that the database has seen; undefined for a new one. */
async function appliedMigrations(db: Kysely<unknown>, columns: Columns): Promise<string[] | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(
      db,
    )
    return rows.map((row) => row.name)
  } catch (error) {
    if (columns.isMissingTable(error)) return undefined
    throw error
  }
}
