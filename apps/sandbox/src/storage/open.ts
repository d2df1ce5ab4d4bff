import { StorageUnusable } from './errors.ts'
import { openSqlite } from './sqlite.ts'
import type { Storage } from './storage.ts'

export interface OpenStorageOptions {
  /** `:memory:`, the path of an SQLite file (made, with its folder, when it is not there), or `postgres://…`. */
  database: string
  /** Schema of PostgreSQL that holds the tables, made when it is not there. @default that of the connection */
  schema?: string
  /** How long a writer waits for another one before it is refused as busy, in milliseconds. @default 5000 */
  lockTimeoutMs?: number
  /** Shown by PostgreSQL as part of the application's name, to tell nodes apart. @default 'all' */
  role?: string
  /** Connections to PostgreSQL at most. @default 10 */
  maxConnections?: number
  logger?: StorageLogger
}

/** What storage tells in passing: reconnections, listeners that failed. Pino's logger is one. */
export interface StorageLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/**
 * Opens a database and brings its tables up to date (DESIGN 5).
 * @throws {StorageUnusable} when it cannot be used, with what is wrong and what to do
 */
export async function openStorage(options: OpenStorageOptions): Promise<Storage> {
  const { database } = options
  if (/^postgres(ql)?:\/\//.test(database)) {
    // Loaded when needed: pg takes longer to load than an SQLite database to open.
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(options)
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(database) || database === '') {
    throw new StorageUnusable(
      `Cannot use the database "${database.split('://')[0]}://…": give :memory:, the path of a file, or postgres://…`,
    )
  }
  return openSqlite(options)
}
