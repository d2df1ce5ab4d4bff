import type { StoredClock } from '../clock/clock.ts'
import type { Control } from '../control/context.ts'
import { SnapshotStore } from '../control/snapshots.ts'
import { Tables } from '../control/tables.ts'
import type { ServiceContext } from '../service/context.ts'
import { insertClock } from '../storage/clock-store.ts'
import type { RateLimiter } from '../storage/rate-limiter.ts'
import { ensureFirstProperty, type FirstPropertyOptions } from './first-property.ts'

/** What the control API works on: all tables, and a reset to the state after the start. */
export function openControl(
  parts: Omit<Control, 'tables' | 'snapshots' | 'reset'> & {
    clock: StoredClock
    rateLimiter: RateLimiter
    /** What an emptied database starts with again: the first property and its key. */
    first: FirstPropertyOptions
  },
): Control {
  const { rateLimiter, first, ...rest } = parts
  const { storage, context, clock, faults, log } = rest
  const { runtime, secrets } = context
  const tables = new Tables({
    storage,
    runtime,
    secrets,
    async ensureFirstProperty(tx, now) {
      await ensureFirstProperty(tx, { ...first, context: now === undefined ? context : atTime(context, now) })
    },
    async replaced() {
      await clock.reload()
      await rateLimiter.reset()
    },
  })
  return {
    ...rest,
    tables,
    snapshots: new SnapshotStore({ uuid: runtime.uuid, clock, tables, faults }),
    async reset() {
      faults.clear()
      log.clear()
      const { state, startedAt } = clock.initial()
      const value = JSON.stringify(state)
      await tables.rebuild({ fill: (tx) => insertClock(tx, value, startedAt), clock: value })
    },
  }
}

/** The same context at another moment: that of the clock that is about to be set. */
function atTime(context: ServiceContext, now: number): ServiceContext {
  const { runtime } = context
  return { ...context, runtime: { ...runtime, clock: { ...runtime.clock, now: () => now } } }
}
