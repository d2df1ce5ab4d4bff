import type { SqliteConnection } from './connection.ts'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** Kysely's SQLite on a driver of ours: its own is made for the API of better-sqlite3. */
export function sqliteDialect(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** SQLite can change tables inside a transaction; half a migration must not stay behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** The parts of a driver that differ; the rest is the same for all drivers. */
export function sqliteDriver<Own extends DatabaseConnection>(own: {
  acquire(): Promise<Own>
  begin(connection: Own): void
  commit(connection: Own): void
  rollback(connection: Own): void
  release(connection: Own): void
}): Driver {
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => own.acquire(),
    beginTransaction: async (connection) => own.begin(connection as Own),
    commitTransaction: async (connection) => own.commit(connection as Own),
    rollbackTransaction: async (connection) => own.rollback(connection as Own),
    releaseConnection: async (connection) => own.release(connection as Own),
    destroy: () => Promise.resolve(),
  }
}

/** Kysely on the bare connection. Migrations take the write lock before they look. */
export function sqliteKysely<Tables>(connection: SqliteConnection): Kysely<Tables> {
  const driver = sqliteDriver<SqliteConnection>({
    acquire: () => Promise.resolve(connection),
    begin: () => void connection.run('begin immediate', []),
    commit: () => void connection.run('commit', []),
    rollback: () => void connection.run('rollback', []),
    release: () => {},
  })
  return new Kysely<Tables>({ dialect: sqliteDialect(driver) })
}
