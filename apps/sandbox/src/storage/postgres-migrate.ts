import { Kysely, sql } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import { StorageUnusable } from './errors.ts'
import { migrate } from './migrate.ts'
import { postgresColumns } from './migrations/postgres-columns.ts'
import { pause } from '../timers.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { CANNOT_CONNECT_NOW, postgresCode } from './postgres-errors.ts'

/** "svc-sandbox" for advisory locks, which are told apart by two numbers. */
const LOCK_SPACE = 0x53_56_43_53
/** How long to wait for a server that says that it is starting. */
const START_MS = 30_000

/**
 * Makes the schema and brings its tables up to date, on one connection without time limits. Nodes that start at the
 * same time wait for each other. Resolves with the schema's name.
 */
export async function migratePostgres(config: ClientConfig, name: string, schema?: string): Promise<string> {
  const pool = new Pool({ ...config, max: 1, statement_timeout: 0, query_timeout: 0, lock_timeout: 0 })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  try {
    const client = await connect(pool)
    client.release()
    const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
    return await db.connection().execute((connection) => migrateLocked(connection, name, schema))
  } finally {
    await pool.end().catch(() => {})
  }
}

async function migrateLocked(db: Kysely<unknown>, name: string, schema: string | undefined): Promise<string> {
  // The lock belongs to the session: a node that dies meanwhile lets go of it.
  await sql`select pg_advisory_lock(${LOCK_SPACE}, hashtext(${schema ?? ''}))`.execute(db)
  if (schema !== undefined) await db.schema.createSchema(schema).ifNotExists().execute()
  const current = (await sql<{ name: string | null }>`select current_schema() as name`.execute(db)).rows[0]
    ?.name
  if (!current) {
    throw new StorageUnusable(
      `Cannot use the database ${name}: it has no schema that this user may use. Create one: create schema public`,
    )
  }
  await migrate(db, postgresColumns, name, current)
  await sql`select pg_advisory_unlock(${LOCK_SPACE}, hashtext(${schema ?? ''}))`.execute(db)
  return current
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
