import type { Fault } from '@svc/control'
import { ServiceError } from '../service/errors.ts'
import type { FaultStore } from './faults.ts'
import type { Tables } from './tables.ts'

/** Snapshots that a sandbox keeps: they are whole copies in memory. */
const maxSnapshots = 100

/**
 * Snapshots of everything, for a fresh state per test. They live in the memory of this node: taking and restoring one
 * of a small property takes a few milliseconds, and they end with the process.
 */
export class SnapshotStore {
  readonly #uuid: () => string
  readonly #tables: Tables
  readonly #faults: FaultStore
  readonly #snapshots = new Map<string, { tables: Awaited<ReturnType<Tables['dump']>>; faults: Fault[] }>()

  constructor(options: { uuid: () => string; tables: Tables; faults: FaultStore }) {
    this.#uuid = options.uuid
    this.#tables = options.tables
    this.#faults = options.faults
  }

  /** Copies the state as it is now, the clock and the faults included. */
  async take(): Promise<string> {
    if (this.#snapshots.size >= maxSnapshots) {
      throw new ServiceError(
        'validation_error',
        `There are ${maxSnapshots} snapshots, which is the most: delete some (DELETE /sandbox/snapshots/:id).`,
      )
    }
    const tables = await this.#tables.dump()
    const id = this.#uuid()
    this.#snapshots.set(id, { tables, faults: this.#faults.list() })
    return id
  }

  /** Brings the state of a snapshot back; it can be restored any number of times. */
  async restore(id: string): Promise<void> {
    const snapshot = this.#snapshots.get(id)
    if (!snapshot) throw noSnapshot(id)
    await this.#tables.replace(snapshot.tables)
    this.#faults.replace(snapshot.faults)
  }

  delete(id: string): void {
    if (!this.#snapshots.delete(id)) throw noSnapshot(id)
  }
}

function noSnapshot(id: string): ServiceError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id
  return new ServiceError(
    'not_found',
    `No snapshot with the id "${shown}": it was deleted, or taken before this server was started.`,
  )
}
