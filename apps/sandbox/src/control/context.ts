import type { StoredClock } from '../clock/clock.ts'
import type { DeliveryEngine } from '../delivery/engine.ts'
import type { ServiceContext } from '../service/context.ts'
import type { Storage } from '../storage/storage.ts'
import type { FaultStore } from './faults.ts'
import type { RequestLog } from './request-log.ts'
import type { SnapshotStore } from './snapshots.ts'
import type { Tables } from './tables.ts'

/** What the control API works on. */
export interface Control {
  storage: Storage
  context: ServiceContext
  clock: StoredClock
  engine: DeliveryEngine
  faults: FaultStore
  log: RequestLog
  snapshots: SnapshotStore
  tables: Tables
  /** Empties the sandbox and brings it back to its state after the start. */
  reset(): Promise<void>
}
