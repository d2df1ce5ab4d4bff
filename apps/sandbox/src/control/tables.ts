import type { SandboxExport } from '@svc/control'
import { Readable } from 'node:stream'
import { invalid } from '../service/errors.ts'
import { exportedRow, importedRows } from '../service/exported-rows.ts'
import { newSigningSecret } from '../service/tokens.ts'
import type { Runtime } from '../runtime.ts'
import { clearTables, type Dump, dumpTables, loadTables, type OnRows, type Row } from '../storage/dump.ts'
import { StorageConflict } from '../storage/errors.ts'
import { storedNow, swapClock } from '../storage/clock-store.ts'
import { dropAllClaims } from '../storage/queries/delivery-claims.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Db, Storage } from '../storage/storage.ts'

export interface TablesOptions {
  storage: Storage
  runtime: Runtime
  secrets: SecretBox
  /**
   * Makes sure, inside the transaction that replaced everything, that the first property and its key are there.
   * `now` is the virtual time afterwards, if it is known.
   */
  ensureFirstProperty(tx: Db, now?: number): Promise<void>
  /** Called after everything was replaced: state in memory (the clock, rate-limit windows) must be read again. */
  replaced(): Promise<void>
}

/** All tables at once: for snapshots, reset, export and import. */
export class Tables {
  readonly #options: TablesOptions

  constructor(options: TablesOptions) {
    this.#options = options
  }

  /** Every row, as of one moment. */
  dump(): Promise<Dump> {
    return dumpTables(this.#options.storage.db)
  }

  /** Replaces all rows by these. */
  async replace(tables: Dump, onRows?: OnRows): Promise<void> {
    const clock = tables['meta']?.find(({ key }) => key === 'clock')?.['value']
    await this.rebuild({
      fill: (tx) => loadTables(this.#options.storage, tx, tables, onRows),
      ...(typeof clock === 'string' ? { clock } : {}),
    })
  }

  /**
   * Empties the tables and fills them again, in one transaction: readers see the old or the new state.
   *
   * @param state.clock the stored clock that `fill` writes
   */
  async rebuild(state: { fill: (tx: Db) => Promise<void>; clock?: string }): Promise<void> {
    const { storage, runtime, ensureFirstProperty, replaced } = this.#options
    const now = state.clock === undefined ? undefined : storedNow(state.clock, runtime.clock.real())
    // A clock that goes back goes first: for a moment of the later time, the rows of the earlier one would all be due.
    const goesBack = now !== undefined && now < runtime.clock.now()
    const before = goesBack ? await this.#setClock(state.clock ?? '') : undefined
    try {
      await storage.write(async (tx) => {
        await clearTables(storage, tx)
        await state.fill(tx)
        // Claims of attempts in progress belong to the old state: their results will find no claim.
        await dropAllClaims(tx)
        await ensureFirstProperty(tx, now)
        await storage.notify(tx, 'access')
      })
    } catch (error) {
      if (before !== undefined) await this.#setClock(before)
      throw error
    }
    await replaced()
    await storage.notify(storage.db, 'clock')
    await storage.notify(storage.db, 'deliveries')
  }

  /** Stores another clock, applies it to this node, and returns the stored one. */
  async #setClock(value: string): Promise<string | undefined> {
    const { storage, replaced } = this.#options
    const before = await storage.write(async (tx) => {
      const stored = await swapClock(tx, value)
      await storage.notify(tx, 'clock')
      return stored
    })
    await replaced()
    return before
  }

  /**
   * Everything as one JSON document, written piece by piece. Without secrets it has no API keys, no webhook secrets and
   * no stored answers of idempotency keys, which may hold one.
   */
  async export(options: { secrets: boolean }): Promise<Readable> {
    const { runtime, secrets } = this.#options
    const tables = await this.dump()
    const head: Omit<SandboxExport, 'tables'> = {
      format: 'svc-sandbox-export',
      version: 1,
      exported_at: new Date(runtime.clock.now()).toISOString(),
      secrets: options.secrets,
    }
    return Readable.from(
      exportText(head, tables, (table, row) => outgoing(table, row, options.secrets, secrets)),
    )
  }

  /**
   * Replaces everything by an exported document. Endpoints that come without their secret get new ones.
   *
   * @param onRows hears how many rows are in, of how many; the last ones are of no use before all are committed
   * @throws ServiceError `validation_error` when the rows are not of this version's tables
   */
  async import(document: Pick<SandboxExport, 'tables'>, onRows?: OnRows): Promise<void> {
    const { runtime, secrets } = this.#options
    try {
      const tables: Dump = {}
      for (const [name, rows] of Object.entries(importedRows(document.tables))) {
        tables[name] = rows.map((row) => incoming(name, row, runtime, secrets))
      }
      await this.replace(tables, onRows)
    } catch (error) {
      const unfit =
        error instanceof StorageConflict || error instanceof TypeError || error instanceof RangeError
      if (!unfit) throw error
      throw invalid([{ path: 'tables', message: `cannot be loaded: ${error.message}` }])
    }
  }
}

/** Rows of one piece: few enough to keep the pieces small, many enough to keep them few. */
const rowsPerPiece = 500

function* exportText(
  head: object,
  tables: Dump,
  shown: (table: string, row: Row) => Row | null,
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  let firstTable = true
  for (const [name, rows] of Object.entries(tables)) {
    // Follows from the bookings.
    if (name === 'stay_gaps') continue
    yield `${firstTable ? '' : ','}\n${JSON.stringify(name)}:[`
    firstTable = false
    let firstRow = true
    for (let from = 0; from < rows.length; from += rowsPerPiece) {
      let piece = ''
      for (const row of rows.slice(from, from + rowsPerPiece)) {
        const out = shown(name, row)
        if (!out) continue
        piece += `${firstRow ? '' : ','}\n${JSON.stringify(out)}`
        firstRow = false
      }
      if (piece !== '') yield piece
    }
    yield ']'
  }
  yield '}}\n'
}

/** A row as an export shows it; null: it does not. */
function outgoing(table: string, row: Row, withSecrets: boolean, box: SecretBox): Row | null {
  if (!withSecrets && (table === 'api_keys' || table === 'idempotency_records')) return null
  const opened = { ...exportedRow(table, row) }
  for (const column of sealedColumns[table] ?? []) {
    const value = row[column]
    opened[column] = withSecrets && typeof value === 'string' ? box.open(value) : null
  }
  return opened
}

function incoming(table: string, row: Row, runtime: Runtime, box: SecretBox): Row {
  const sealed = { ...row }
  for (const column of sealedColumns[table] ?? []) {
    const value = row[column]
    if (typeof value === 'string') sealed[column] = box.seal(value)
  }
  if (table === 'webhook_endpoints' && typeof row.secret !== 'string') {
    sealed.secret = box.seal(newSigningSecret(runtime))
  }
  return sealed
}

/** Columns whose value is sealed when a secret key is configured: an export carries it open, or not at all. */
const sealedColumns: Record<string, readonly string[]> = {
  webhook_endpoints: ['secret', 'previous_secret'],
  idempotency_records: ['body'],
}
