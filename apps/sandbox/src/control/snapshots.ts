import type { Fault, Snapshot } from '@svc/control'
import type { Clock } from '../runtime.ts'
import { ServiceError } from '../service/errors.ts'
import { timestamp } from '../service/wire.ts'
import type { FaultStore } from './faults.ts'
import type { Tables } from './tables.ts'

/** Snapshots that a sandbox keeps: they are whole copies in memory. */
const maxSnapshots = 100

interface Kept extends Snapshot {
  tables: Awaited<ReturnType<Tables['dump']>>
  faults: Fault[]
}

/**
 * Snapshots of everything, for a fresh state per test. They live in the memory of this node: taking and restoring one
 * of a small property takes a few milliseconds, and they end with the process.
 */
export class SnapshotStore {
  readonly #uuid: () => string
  readonly #tables: Tables
  readonly #faults: FaultStore
  readonly #clock: Pick<Clock, 'now'>
  readonly #snapshots = new Map<string, Kept>()

  constructor(options: {
    uuid: () => string
    clock: Pick<Clock, 'now'>
    tables: Tables
    faults: FaultStore
  }) {
    this.#uuid = options.uuid
    this.#clock = options.clock
    this.#tables = options.tables
    this.#faults = options.faults
  }

  /** Copies the state as it is now, the clock and the faults included. */
  async take({ name = null }: { name?: string | null | undefined } = {}): Promise<Snapshot> {
    if (this.#snapshots.size >= maxSnapshots) {
      throw new ServiceError(
        'validation_error',
        `There are ${maxSnapshots} snapshots, which is the most: delete some (DELETE /sandbox/snapshots/:id).`,
      )
    }
    const tables = await this.#tables.dump()
    const id = this.#uuid()
    const taken = { id, name, taken_at: timestamp(this.#clock.now()) }
    this.#snapshots.set(id, { ...taken, tables, faults: this.#faults.list() })
    return taken
  }

  /** Those that are kept, newest first. */
  list(): Snapshot[] {
    const kept = [...this.#snapshots.values()].map(({ id, name, taken_at }) => ({ id, name, taken_at }))
    return kept.toReversed()
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
