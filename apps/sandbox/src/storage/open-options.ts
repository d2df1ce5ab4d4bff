/** How a database is opened. */
export interface OpenStorageOptions {
  /** `:memory:`, the path of an SQLite file (made, with its folder, when it is not there), or `postgres://…`. */
  database: string
  /** Schema of PostgreSQL that holds the tables, made when it is not there. @default that of the connection */
  schema?: string | undefined
  /** How long a writer waits for another one before it is refused as busy, in milliseconds. @default 5000 */
  lockTimeoutMs?: number | undefined
  /** Shown by PostgreSQL as part of the application's name, to tell nodes apart. @default 'all' */
  role?: string | undefined
  /** Connections to PostgreSQL at most. @default 10 */
  maxConnections?: number | undefined
  /**
   * Parts into which PostgreSQL divides each table that grows, by property; `off`: none. A database keeps what it was
   * made with, and another number is refused. @default what the database has, `off` for a new one
   */
  partitions?: number | 'off' | undefined
  /**
   * How PostgreSQL tells one node what another has changed: `notify` has a connection that listens, `poll` looks four
   * times a second. @default 'notify'
   */
  wake?: 'notify' | 'poll' | undefined
  logger?: StorageLogger | undefined
}

/** The log of the storage: reconnections, listeners that failed. Pino's logger fits. */
export interface StorageLogger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
