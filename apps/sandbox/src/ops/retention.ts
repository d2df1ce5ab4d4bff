import { limits } from '@svc/models'
import type { Clock } from '../runtime.ts'
import { clearInterval, setImmediate, setInterval } from '../timers.ts'
import {
  type AgedDelivery,
  removeBareEvents,
  removeDeliveries,
  selectNewestFloor,
  selectOldestDeliveries,
  selectOldestEvents,
} from '../storage/queries/retention.ts'
import { selectProperties } from '../storage/queries/properties.ts'
import type { Storage } from '../storage/storage.ts'

/** For how long finished records are kept, in days of the virtual clock; `off`: without a limit. */
export interface RetentionPeriods {
  /** Delivered deliveries with their attempts, and events without deliveries. @default 30 */
  deliveredDays?: number | 'off' | undefined
  /**
   * Dead deliveries with their attempts. They are kept longer, because a person may want to resend them. @default 90
   */
  deadDays?: number | 'off' | undefined
  /** Requests in the log of this node, in hours: their bodies hold personal data. @default 24 */
  requestLogHours?: number | 'off' | undefined
}

/** What one run removed. Attempts go with their deliveries and are not counted. */
export interface Removed {
  deliveries: number
  events: number
  /** Of the request log of this node. */
  requests: number
}

export interface RetentionOptions extends RetentionPeriods {
  storage: Storage
  clock: Clock
  /** @default none */
  requestLog?: { removeBefore(time: number): number } | undefined
  /** @default silent */
  logger?:
    | { info(details: object, message: string): void; warn(details: object, message: string): void }
    | undefined
  /** Called with what was removed, for metrics. */
  onRemoved?: ((removed: Removed) => void) | undefined
  /** Rows that one transaction removes: small, so no caller waits long for it. @default 100 */
  batch?: number | undefined
}

export interface Retention {
  /** Removes what is old enough now, and resolves when all of it is removed. */
  run(): Promise<Removed>
  /** Runs every five minutes of real time from now on; never keeps the process alive. */
  start(): void
  /** Ends after the current transaction. */
  stop(): Promise<void>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const everyMs = 5 * 60_000
/** Rows that one query reads: a millisecond or two of SQLite. */
const page = 1_000

/**
 * Keeps the database from growing without a limit: removes settled deliveries and bare events by age (idempotency
 * records go after their 24 hours, http/expired-records.ts). What is still pending or failed is never touched, nor are
 * bookings, payments and messages, and of each endpoint the last 50 deliveries stay however old they are, because its
 * history promises them. Several nodes may run it at once.
 */
export function createRetention(options: RetentionOptions): Retention {
  const {
    storage,
    clock,
    logger,
    onRemoved,
    batch = 100,
    deliveredDays = 30,
    deadDays = 90,
    requestLogHours = 24,
  } = options
  let running: Promise<Removed> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  // In an object: the loops below read what another function changes.
  const stopping = { now: false }

  async function removeAll(): Promise<Removed> {
    const now = clock.now()
    const deliveredBefore = deliveredDays === 'off' ? -Infinity : now - deliveredDays * dayMs
    const deadBefore = deadDays === 'off' ? -Infinity : now - deadDays * dayMs
    const removed = {
      deliveries: await ofEachProperty((id) => removeSettled(id, deliveredBefore, deadBefore)),
      events: await ofEachProperty((id) => removeEvents(id, deliveredBefore)),
      requests: removeRequests(now),
    }
    onRemoved?.(removed)
    if (removed.deliveries + removed.events + removed.requests > 0) {
      logger?.info({ removed }, 'retention removed what had run its course')
    }
    return removed
  }

  function removeRequests(now: number): number {
    if (requestLogHours === 'off' || !options.requestLog) return 0
    return options.requestLog.removeBefore(now - requestLogHours * hourMs)
  }

  async function ofEachProperty(remove: (propertyId: string) => Promise<number>): Promise<number> {
    let total = 0
    for (const { id } of await selectProperties(storage.db)) if (!stopping.now) total += await remove(id)
    return total
  }

  async function removeSettled(
    propertyId: string,
    deliveredBefore: number,
    deadBefore: number,
  ): Promise<number> {
    const settled = (row: AgedDelivery) =>
      row.next_attempt_at === null &&
      ((row.status === 'delivered' && (row.delivered_at ?? Infinity) <= deliveredBefore) ||
        (row.status === 'dead' && (row.last_attempted_at ?? Infinity) <= deadBefore))
    const newest = Math.max(deliveredBefore, deadBefore)
    // New rows only raise the floor, so a floor that was read once stays safe.
    const floors = new Map<string, number>()
    async function isShown({ endpoint_id, seq }: AgedDelivery): Promise<boolean> {
      let floor = floors.get(endpoint_id)
      if (floor === undefined) {
        floor = await selectNewestFloor(storage.db, propertyId, endpoint_id, limits.deliveryHistory)
        floors.set(endpoint_id, floor)
      }
      return seq >= floor
    }

    let total = 0
    let after = 0
    while (!stopping.now) {
      const rows = await selectOldestDeliveries(storage.db, propertyId, after, page)
      const old = rows.filter(({ created_at }) => created_at <= newest)
      const chosen: number[] = []
      for (const row of old) if (settled(row) && !(await isShown(row))) chosen.push(row.seq)
      total += await inBatches(chosen, (seqs) =>
        storage.write((tx) => removeDeliveries(storage, tx, propertyId, seqs, settled)),
      )
      if (old.length < page) break
      after = rows.at(-1)!.seq
      await turn()
    }
    return total
  }

  async function removeEvents(propertyId: string, before: number): Promise<number> {
    let total = 0
    let after = 0
    while (!stopping.now) {
      const rows = await selectOldestEvents(storage.db, propertyId, after, page)
      const old = rows.filter(({ created_at }) => created_at <= before)
      const bare = old.filter(({ delivered }) => !delivered).map(({ seq }) => seq)
      total += await inBatches(bare, (seqs) =>
        storage.write((tx) => removeBareEvents(storage, tx, propertyId, seqs)),
      )
      if (old.length < page) break
      after = rows.at(-1)!.seq
      await turn()
    }
    return total
  }

  async function inBatches(
    seqs: readonly number[],
    remove: (seqs: readonly number[]) => Promise<number>,
  ): Promise<number> {
    let total = 0
    for (let start = 0; start < seqs.length && !stopping.now; start += batch) {
      total += await remove(seqs.slice(start, start + batch))
      await turn()
    }
    return total
  }

  function run(): Promise<Removed> {
    running ??= removeAll().finally(() => (running = undefined))
    return running
  }

  return {
    run,
    start() {
      timer ??= setInterval(() => {
        run().catch((error: unknown) =>
          // Requests report a database error themselves. The next run tries again.
          logger?.warn({ err: error }, 'retention could not run'),
        )
      }, everyMs).unref()
    },
    async stop() {
      stopping.now = true
      clearInterval(timer)
      await running?.catch(() => {})
    },
  }
}

/** SQLite answers within one turn of the event loop. This lets requests run in between. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
