import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { cleanText } from '../clean-text.ts'
import { StorageError, StorageUnavailable } from '../errors.ts'
import { postgresError } from './errors.ts'

/** Kysely's PostgreSQL on a driver that throws our errors. */
export function postgresDialect(pool: Pool): Dialect {
  return {
    createDriver: () => postgresDriver(pool),
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Kysely's own lock is an advisory one, and lock.ts has taken a lock that every engine has. */
class Adapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve()
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve()
  }
}

function postgresDriver(pool: Pool): Driver {
  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      try {
        return new PostgresConnection(await pool.connect())
      } catch (error) {
        throw postgresError(error)
      }
    },
    async beginTransaction(connection, { isolationLevel, accessMode }) {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
      await (connection as PostgresConnection).begin(`begin${level}${accessMode ? ` ${accessMode}` : ''}`)
    },
    async commitTransaction(connection) {
      await (connection as PostgresConnection).commit()
    },
    rollbackTransaction: (connection) => (connection as PostgresConnection).rollback(),
    releaseConnection: async (connection) => (connection as PostgresConnection).release(),
    destroy: () => Promise.resolve(),
  }
}

type Result = { command: string; rowCount: number | null; rows: unknown[] }
const nothing: Result = { command: '', rowCount: null, rows: [] }

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  #last: Promise<unknown> = Promise.resolve()
  #inTransaction = false
  #discard = false
  #released = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  /** Queries that are sent at once (`Promise.all`) go one after the other: pg no longer wants to queue them. */
  query(text: string, parameters: readonly unknown[] = []): Promise<Result> {
    const result = this.#last.then(() => this.#query(text, parameters))
    this.#last = result.catch(() => {})
    return result
  }

  async #query(text: string, parameters: readonly unknown[]): Promise<Result> {
    if (this.#released) {
      throw new StorageError(
        'transaction_ended',
        `A query came after its transaction had ended (is an await missing?): ${text}`,
      )
    }
    try {
      const values = parameters.map((value) => (typeof value === 'string' ? cleanText(value) : value))
      const result: Result | Result[] = await this.#client.query(text, values)
      // Of several statements in one text, the last one says how it went.
      return Array.isArray(result) ? (result.at(-1) ?? nothing) : result
    } catch (error) {
      const known = postgresError(error)
      if (known instanceof StorageUnavailable) this.#discard = true
      throw known
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.query(sql, parameters)
    const rows = result.rows as Row[]
    return result.rowCount === null ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount) }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<Row>> {
    // `declare … cursor` lives in a transaction only, so a stream brings its own unless it is in one.
    const own = !this.#inTransaction
    if (own) await this.begin('begin read only')
    try {
      await this.query(`declare stream no scroll cursor for ${query.sql}`, query.parameters)
      for (;;) {
        const rows = (await this.query(`fetch ${chunkSize} from stream`)).rows as Row[]
        if (rows.length > 0) yield { rows }
        if (rows.length < chunkSize) break
      }
      await this.query('close stream')
    } finally {
      if (own) await this.rollback()
    }
  }

  async begin(statement: string): Promise<void> {
    await this.query(statement)
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    // A transaction in which a query has failed answers COMMIT with ROLLBACK, and no error.
    const { command } = await this.query('commit')
    this.#inTransaction = false
    if (command === 'COMMIT') return
    throw new StorageError(
      'transaction_aborted',
      'A query of this transaction has failed; nothing was committed',
    )
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    try {
      await this.query('rollback')
    } catch {
      // The connection is lost, and with it the transaction. The error that caused the rollback is the one to report.
      this.#discard = true
    }
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    this.#client.release(this.#discard)
  }
}
