import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { keepNewest } from '../../keep-newest.ts'
import { changesBookings } from '../changes-bookings.ts'
import { changesClaims } from '../changes-claims.ts'
import { cleanText } from '../clean-text.ts'
import type { Connection, Statement, Value } from './node-sqlite.ts'
import { ownClaimTexts } from './claim-texts.ts'
import { sqliteError } from './errors.ts'

/** Distinct statements are a few hundred (lists of values make the most); beyond that the oldest is dropped. */
const CACHED_STATEMENTS = 500

interface Prepared {
  statement: Statement
  reads: boolean
  bookings: boolean
  claims: boolean
}

/** One connection to SQLite with its prepared statements. Everything on it runs synchronously. */
export class SqliteConnection implements DatabaseConnection {
  readonly raw: Connection
  readonly #path: string
  readonly #statements = new Map<string, Prepared>()
  /** Whether a statement since the last commit may have changed bookings. Whoever commits looks, and sets it back. */
  changedBookings = false
  /** How many statements may have ended claims on deliveries, committed or not. Whoever hears of others counts them too. */
  claimChanges = 0

  constructor(raw: Connection, path: string) {
    this.raw = raw
    this.#path = path
  }

  run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    try {
      const { statement, reads, bookings, claims } = this.#prepare(sql)
      if (bookings) this.changedBookings = true
      if (claims) this.claimChanges += 1
      const values = parameters.map(bindable)
      if (reads) {
        const rows = statement.all(...values) as Row[]
        return { rows, numAffectedRows: BigInt(rows.length) }
      }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw sqliteError(error, this.#path)
    }
  }

  /** Changes rows, with the least that can be done for it. Returns how many. */
  change(sql: string, parameters: readonly unknown[]): number {
    try {
      const { statement, bookings, claims } = this.#prepare(sql)
      if (bookings) this.changedBookings = true
      if (claims) this.claimChanges += 1
      return Number(statement.run(...parameters.map(bindable)).changes)
    } catch (error) {
      throw sqliteError(error, this.#path)
    }
  }

  /** The rows alone, with the least that can be done for them. */
  all(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      const { statement, bookings, claims } = this.#prepare(sql)
      if (bookings) this.changedBookings = true
      if (claims) this.claimChanges += 1
      return statement.all(...parameters.map(bindable))
    } catch (error) {
      throw sqliteError(error, this.#path)
    }
  }

  /** An error of a statement that was run on {@link raw}, translated like those of the methods here. */
  failure(error: unknown): unknown {
    return sqliteError(error, this.#path)
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.run<Row>(sql, parameters)
  }

  async *streamQuery<Row>(
    { sql, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncGenerator<QueryResult<Row>> {
    // Not a cached statement: the same query may run again on this connection while this one is half read.
    let rows: Row[] = []
    for (const row of this.raw.prepare(sql).iterate(...parameters.map(bindable))) {
      rows.push(row as Row)
      if (rows.length < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length > 0) yield { rows }
  }

  close(): void {
    this.#statements.clear()
    if (this.raw.isOpen) this.raw.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.raw.prepare(sql)
    const prepared = {
      statement,
      reads: statement.columns().length > 0,
      bookings: changesBookings(sql),
      claims: changesClaims(sql, ownClaimTexts),
    }
    this.#statements.set(sql, prepared)
    keepNewest(this.#statements, CACHED_STATEMENTS)
    return prepared
  }
}

function bindable(value: unknown): Value {
  if (typeof value === 'string') return cleanText(value)
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return value as Value
}
