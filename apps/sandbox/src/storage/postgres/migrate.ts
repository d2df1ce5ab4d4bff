import { randomInt } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import { Pool } from 'pg'
import { StorageUnusable } from '../errors.ts'
import { migrate } from '../migrate.ts'
import { postgresColumns } from '../migrations/postgres-columns.ts'
import { pause } from '../../timers.ts'
import type { OpenStorageOptions } from '../open-options.ts'
import type { PostgresConfig } from './config.ts'
import { postgresDialect } from './dialect.ts'
import { CANNOT_CONNECT_NOW, isBlocked, isNotSupported, postgresCode } from './errors.ts'
import { lockForMigration } from './lock.ts'

/** How long to wait for a server that says that it is starting. */
const START_MS = 30_000

/** How long a change of tables waits for a lock. Shorter than `deadlock_timeout`, a second. */
const LOCK_MS = 400
/** How long it is tried again. */
const BESIDE_MS = 60_000

/** Where the tables are, and how they are laid out. */
export interface PostgresLayout {
  schema: string
  /** Parts into which each table that grows is divided by property; 0: they are whole. */
  partitions: number
}

export type PostgresMigrateOptions = Pick<OpenStorageOptions, 'schema' | 'partitions' | 'logger'> & {
  config: PostgresConfig
  /** The database in messages. */
  name: string
}

/**
 * Makes the schema and brings its tables up to date, on one connection without time limits. Nodes that start at the
 * same time wait for each other.
 *
 * @throws {StorageUnusable} when the tables lie otherwise than `partitions` asks for
 */
export async function migratePostgres(options: PostgresMigrateOptions): Promise<PostgresLayout> {
  const config = { ...options.config, statement_timeout: 0, query_timeout: 0, lock_timeout: 0 }
  const pool = new Pool({ ...config, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    const client = await connect(pool)
    client.release()
    const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
    return await db.connection().execute((connection) => migrateLocked(connection, { ...options, config }))
  } finally {
    await pool.end().catch(() => {})
  }
}

async function migrateLocked(db: Kysely<unknown>, options: PostgresMigrateOptions): Promise<PostgresLayout> {
  const { schema, name } = options
  const unlock = await lockForMigration(db, options)
  try {
    if (schema !== undefined) await db.schema.createSchema(schema).ifNotExists().execute()
    const current = (await sql<{ name: string | null }>`select current_schema() as name`.execute(db)).rows[0]
      ?.name
    if (!current) {
      throw new StorageUnusable(
        `Cannot use the database ${name}: it has no schema that this user may use. Create one: create schema public`,
      )
    }
    const standing = await standingPartitions(db)
    const partitions = settlePartitions(options, standing)
    const unlogged = standing === undefined ? await hasUnloggedTables(db, options) : true
    await migrateBesideOthers(db, () => migrate(db, postgresColumns({ partitions, unlogged }), name, current))
    return { schema: current, partitions }
  } finally {
    await unlock()
  }
}

/**
 * Old nodes are at work while a new one changes their tables (D28). A change waits for the locks of what they do, and what
 * they do next waits behind it: so it gives up soon, before PostgreSQL ends one of the two for a deadlock, and tries again.
 */
async function migrateBesideOthers(db: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  await setLockTimeout(db, LOCK_MS)
  const until = performance.now() + BESIDE_MS
  for (;;) {
    try {
      await work()
      break
    } catch (error) {
      if (!isBlocked(error) || performance.now() > until) throw error
    }
    await pause(randomInt(50, 250))
  }
  await setLockTimeout(db, 0)
}

async function setLockTimeout(db: Kysely<unknown>, ms: number): Promise<void> {
  try {
    await sql`set lock_timeout = ${sql.lit(ms)}`.execute(db)
  } catch (error) {
    if (!isNotSupported(error)) throw error
  }
}

/** How many parts the tables of a database have; undefined for a new database. */
async function standingPartitions(db: Kysely<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ partitions: number | string }>`
    select (select count(*) from pg_inherits where inhparent = pg_class.oid) as partitions
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relname = 'payments' and nspname = current_schema()`.execute(db)
  return rows[0] && Number(rows[0].partitions)
}

function settlePartitions({ partitions, name }: PostgresMigrateOptions, standing: number | undefined) {
  const asked = partitions === 'off' ? 0 : partitions
  if (standing === undefined) return asked ?? 0
  if (asked === undefined || asked === standing) return standing
  const lie = standing === 0 ? 'its tables are whole' : `its tables have ${standing} partitions`
  const wanted = asked === 0 ? 'whole ones were asked for' : `${asked} were asked for`
  throw new StorageUnusable(
    `Cannot use the database ${name}: ${lie}, and ${wanted}. A database keeps the layout that it was made with: start ` +
      `with --partitions ${standing === 0 ? 'off' : standing} or without it, or bring the rows into a new database ` +
      '(docs/scaling.md, "Partitions by property"). Nothing was changed',
  )
}

async function hasUnloggedTables(db: Kysely<unknown>, { logger }: PostgresMigrateOptions): Promise<boolean> {
  await sql`begin`.execute(db)
  try {
    await sql`create unlogged table unlogged_probe (one int)`.execute(db)
    return true
  } catch (error) {
    if (!isNotSupported(error)) throw error
    logger?.warn(
      {},
      'this database has no unlogged tables: counts of the rate limit are logged like all others',
    )
    return false
  } finally {
    // Nobody else ever sees the table.
    await sql`rollback`.execute(db)
  }
}

async function connect(pool: Pool) {
  const until = performance.now() + START_MS
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (postgresCode(error) !== CANNOT_CONNECT_NOW || performance.now() > until) throw error
    }
    await pause(250)
  }
}
