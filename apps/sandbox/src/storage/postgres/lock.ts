import { type Kysely, sql } from 'kysely'
import { StorageConflict } from '../errors.ts'
import type { StorageLogger } from '../open-options.ts'
import type { PostgresConfig } from './config.ts'
import { isNotSupported, postgresCode } from './errors.ts'

/** "svc-sandbox" for advisory locks, which are told apart by two numbers. */
const LOCK_SPACE = 0x53_56_43_53
const LOCK_TABLE = 'migration_lock'

export interface MigrationLockOptions {
  config: PostgresConfig
  schema?: string | undefined
  logger?: StorageLogger | undefined
}

/**
 * Waits until no other node is migrating this schema, and keeps the others waiting until the returned function is
 * called. Either lock belongs to a session: a node that dies lets go of it.
 */
export async function lockForMigration(
  db: Kysely<unknown>,
  options: MigrationLockOptions,
): Promise<() => Promise<void>> {
  const key = sql`${LOCK_SPACE}, hashtext(${options.schema ?? ''})`
  if (await isAdvisoryLocked(db, key)) {
    return async () => void (await sql`select pg_advisory_unlock(${key})`.execute(db))
  }
  options.logger?.warn(
    {},
    'this database has no advisory locks: nodes that start at once wait for a locked row',
  )
  return lockRow(db, options)
}

/** Takes the advisory lock. @returns false where there is none, or where the function does nothing */
async function isAdvisoryLocked(db: Kysely<unknown>, key: ReturnType<typeof sql>): Promise<boolean> {
  try {
    await sql`select pg_advisory_lock(${key})`.execute(db)
    const { rows } = await sql<{ held: number | string }>`
      select count(*) as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
      db,
    )
    return rows.some(({ held }) => Number(held) > 0)
  } catch (error) {
    if (isNotSupported(error)) return false
    throw error
  }
}

async function lockRow(db: Kysely<unknown>, { config, schema }: MigrationLockOptions) {
  if (schema !== undefined) await unlessOtherDid(() => db.schema.createSchema(schema).ifNotExists().execute())
  const table = db.schema
    .createTable(LOCK_TABLE)
    .ifNotExists()
    .addColumn('id', 'integer', (column) => column.primaryKey())
  await unlessOtherDid(() => table.execute())
  await sql`insert into ${sql.table(LOCK_TABLE)} (id) values (1) on conflict (id) do nothing`.execute(db)
  // On a connection of its own: the migration has transactions of its own, and this one lasts longer than they do.
  const client = new config.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select id from ${LOCK_TABLE} where id = 1 for update`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return () => client.end().catch(() => {})
}

/** What PostgreSQL says of a schema and of a table that are there already. */
const madeByOther: ReadonlySet<unknown> = new Set(['42P06', '42P07'])

/** "If not exists" looks first and makes then: of two nodes at once, one can fail, by a unique index or by the name. */
async function unlessOtherDid(make: () => Promise<void>): Promise<void> {
  try {
    await make()
  } catch (error) {
    const isThere =
      error instanceof StorageConflict ? error.rule === 'unique' : madeByOther.has(postgresCode(error))
    if (!isThere) throw error
  }
}
