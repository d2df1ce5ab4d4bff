import {
  type CompiledQuery,
  type DatabaseConnection,
  type Kysely,
  type QueryResult,
  Transaction,
} from 'kysely'
import { StorageError } from '../errors.ts'
import { runsTexts } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import { sqliteKysely } from './dialect.ts'
import type { SqliteConnection } from './connection.ts'
import type { Db } from '../storage.ts'

/** Runs one work. */
export type RunWork = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

/**
 * Works run in a savepoint each, inside the transaction that their batch has opened (group-commit.ts). They run one after
 * the other, so one name is enough. Made without Kysely's `transaction()`, which costs as much as three inserts.
 */
export function createRunWork(connection: SqliteConnection): RunWork {
  const kysely = sqliteKysely<Schema>(connection)

  return async function runWork(work) {
    const own = new WorkConnection(connection)
    const tx = transactionOn(kysely, own)
    runsTexts(tx, (sql, values) => own.all(sql, values))
    connection.run('savepoint work', [])
    try {
      const value = await work(tx)
      // As in PostgreSQL: a work that swallowed the error of a query cannot commit the rest of what it did.
      if (own.failed) {
        throw new StorageError(
          'transaction_aborted',
          'A query of this transaction has failed; nothing was committed',
          { cause: own.failed },
        )
      }
      connection.run('release work', [])
      return value
    } catch (error) {
      takeBack(connection)
      throw error
    } finally {
      own.end()
    }
  }
}

/** Runs a work that is over when it returns, in a savepoint. */
export function inSavepoint<T>(connection: SqliteConnection, work: (connection: SqliteConnection) => T): T {
  connection.run('savepoint work', [])
  try {
    const value = work(connection)
    connection.run('release work', [])
    return value
  } catch (error) {
    takeBack(connection)
    throw error
  }
}

function takeBack(connection: SqliteConnection): void {
  // A full disk or an I/O error has rolled back the whole batch already; group-commit.ts sees to the others.
  if (!connection.raw.isTransaction) return
  connection.run('rollback to work', [])
  connection.run('release work', [])
}

/** Kysely's transaction, whose queries all go to this connection. */
function transactionOn(kysely: Kysely<Schema>, connection: DatabaseConnection): Transaction<Schema> {
  const executor = kysely
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  return new Transaction<Schema>({ ...unused, executor })
}

/** What Kysely needs of a database to begin and to close: a transaction does neither. */
const unused = { config: {}, driver: {}, dialect: {} } as Omit<
  ConstructorParameters<typeof Transaction<Schema>>[0],
  'executor'
>

/**
 * What one work runs its queries on. It behaves like a transaction of PostgreSQL where SQLite would be more lenient,
 * so that a mistake shows on both: no query after one that failed, and none after the work has ended.
 */
class WorkConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection
  failed: Error | undefined
  #ended = false

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  all(sql: string, values: readonly unknown[]): unknown[] {
    this.#check(sql)
    try {
      return this.#connection.all(sql, values)
    } catch (error) {
      throw this.#fail(error)
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#check(sql)
    try {
      return this.#connection.run<Row>(sql, parameters)
    } catch (error) {
      throw this.#fail(error)
    }
  }

  #check(sql: string): void {
    if (this.#ended) {
      throw new StorageError(
        'transaction_ended',
        `A query came after its transaction was already committed or rolled back (is an await missing?): ${sql}`,
      )
    }
    if (this.failed) {
      throw new StorageError(
        'transaction_aborted',
        'A query of this transaction has failed; no other can follow it',
        { cause: this.failed },
      )
    }
  }

  #fail(error: unknown): Error {
    this.failed = error instanceof Error ? error : new Error(String(error))
    return this.failed
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query)
    for (let at = 0; at < rows.length; at += chunkSize) yield { rows: rows.slice(at, at + chunkSize) }
  }

  end(): void {
    this.#ended = true
  }
}
