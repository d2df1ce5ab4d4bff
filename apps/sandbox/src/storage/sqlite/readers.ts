import type { Mutex } from 'async-mutex'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { RunText } from '../prepared.ts'
import { sqliteDriver } from './dialect.ts'
import type { SqliteConnection } from './connection.ts'

/**
 * Reads of a file go through connections of their own, so they see what has been committed and never wait for a
 * writer. A query runs synchronously, so one connection would do, if it were not for those that stay out: a
 * transaction over several reads, or a stream to a slow caller. Each of these gets another one.
 */
export function fileReaders(
  open: () => SqliteConnection,
  /** Throws when the file is not there any more. */
  check: () => void,
): Driver & { all: RunText; closeAll(): void } {
  const idle: SqliteConnection[] = []
  const all = new Set<SqliteConnection>()

  const driver = sqliteDriver<SqliteConnection>({
    async acquire() {
      check()
      const connection = idle.pop() ?? open()
      all.add(connection)
      return connection
    },
    begin: (connection) => void connection.run('begin', []),
    commit: (connection) => void connection.run('commit', []),
    rollback: (connection) => void connection.run('rollback', []),
    release(connection) {
      if (connection.raw.isOpen && idle.length < 2) {
        idle.push(connection)
        return
      }
      connection.close()
      all.delete(connection)
    },
  })
  let always: SqliteConnection | undefined
  return Object.assign(driver, {
    /** One query at once, on a connection that is never in a transaction or a stream. */
    all(sql: string, values: readonly unknown[]) {
      check()
      if (!always?.raw.isOpen) all.add((always = open()))
      return always.all(sql, values)
    },
    closeAll() {
      for (const connection of all) connection.close()
      all.clear()
      idle.length = 0
    },
  })
}

/**
 * `:memory:` is one connection for all: a reader waits until no batch of writes is in progress on it, or it would see
 * what may yet be rolled back.
 */
export function memoryReaders(connection: SqliteConnection, mutex: Mutex): Driver & { all: RunText } {
  const driver = sqliteDriver<TurnOnConnection>({
    acquire: async () => new TurnOnConnection(connection, await mutex.acquire()),
    begin: () => void connection.run('begin', []),
    commit: () => void connection.run('commit', []),
    rollback: () => void connection.run('rollback', []),
    release: (turn) => turn.end(),
  })
  return Object.assign(driver, {
    all(sql: string, values: readonly unknown[]) {
      // Nobody is at work on it: a query is over before anybody else can begin.
      if (!mutex.isLocked()) return connection.all(sql, values)
      return mutex.runExclusive(() => connection.all(sql, values))
    },
  })
}

class TurnOnConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection
  readonly end: () => void

  constructor(connection: SqliteConnection, end: () => void) {
    this.#connection = connection
    this.end = end
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#connection.executeQuery<Row>(query)
  }

  async *streamQuery<Row>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncGenerator<QueryResult<Row>> {
    const { rows } = this.#connection.run<Row>(sql, parameters)
    // All rows are in memory already. A slow reader of the stream must not delay the writers.
    if (!this.#connection.raw.isTransaction) this.end()
    for (let at = 0; at < rows.length; at += chunkSize) yield { rows: rows.slice(at, at + chunkSize) }
  }
}
