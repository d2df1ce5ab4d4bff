import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { StorageError } from './errors.ts'
import { sqliteDriver } from './sqlite-dialect.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * A Kysely transaction on this driver is a savepoint inside the transaction that the batch has opened
 * (group-commit.ts). Works run one after the other, so one name is enough.
 */
export function savepointDriver(connection: SqliteConnection): Driver {
  return sqliteDriver<WorkConnection>({
    acquire: async () => new WorkConnection(connection),
    begin: () => void connection.run('savepoint work', []),
    commit(work) {
      // As in PostgreSQL: a work that swallowed the error of a query cannot commit the rest of what it did.
      if (work.failed) {
        throw new StorageError(
          'transaction_aborted',
          'A query of this transaction has failed; nothing was committed',
          {
            cause: work.failed,
          },
        )
      }
      connection.run('release work', [])
    },
    rollback() {
      // A full disk or an I/O error has rolled back the whole batch already; group-commit.ts sees to the others.
      if (!connection.raw.isTransaction) return
      connection.run('rollback to work', [])
      connection.run('release work', [])
    },
    release: (work) => work.end(),
  })
}

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

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) {
      throw new StorageError(
        'transaction_ended',
        `A query came after its transaction had ended (is an await missing?): ${sql}`,
      )
    }
    if (this.failed) {
      throw new StorageError(
        'transaction_aborted',
        'A query of this transaction has failed; no other can follow it',
        {
          cause: this.failed,
        },
      )
    }
    try {
      return this.#connection.run<Row>(sql, parameters)
    } catch (error) {
      this.failed = error instanceof Error ? error : new Error(String(error))
      throw error
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<Row>> {
    const { rows } = await this.executeQuery<Row>(query)
    for (let at = 0; at < rows.length; at += chunkSize) yield { rows: rows.slice(at, at + chunkSize) }
  }

  end(): void {
    this.#ended = true
  }
}
