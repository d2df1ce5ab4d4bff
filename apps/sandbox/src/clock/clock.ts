import type { Clock } from '../runtime.ts'
import {
  type ClockState,
  initialiseClock,
  readClock,
  updateClock,
  virtualNow,
} from '../storage/clock-store.ts'
import { machineNow } from '../timers.ts'
import { createSubscribers } from '../subscribers.ts'
import type { Storage } from '../storage/storage.ts'

export interface OpenClockOptions {
  storage: Storage
  /** `manual`: time stands still until it is advanced. @default what the database has, `real` for a new one */
  mode?: Clock['mode'] | undefined
  /** Where a new database starts, in milliseconds since 1970. One that has a clock keeps its time. @default now */
  now?: number | undefined
  /** The machine's clock. @default Date.now, as it was when this module was loaded */
  real?: () => number
}

/** The virtual clock of a database (D19): its state is stored, and every node that uses the database agrees on it. */
export interface StoredClock extends Clock {
  /**
   * Changes mode or time. Switching the mode alone keeps the virtual now.
   * @throws {RangeError} when `now` is before the virtual now: the clock never goes back
   */
  set(change: { mode?: Clock['mode'] | undefined; now?: number | undefined }): Promise<void>
  /** Advances to `ms` since 1970. @throws {RangeError} when that is in the past */
  advanceTo(ms: number): Promise<void>
  /** Milliseconds by which the virtual clock is ahead of the machine's. */
  offsetMs(): number
  /** Calls the listener at each change, made here or on another node. Returns a function that stops listening. */
  onChange(heard: () => void): () => void
  /** Reads the clock from the database again, after its rows were replaced (import, restore). */
  reload(): Promise<void>
  /** The state that a new or emptied database begins with, and the moment from which it counts as new. */
  initial(): { state: ClockState; startedAt: number }
  close(): void
}

/** The last millisecond that ISO 8601 writes with four digits for the year: the clock goes no further. */
export const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export async function openClock(options: OpenClockOptions): Promise<StoredClock> {
  const { storage, real = machineNow } = options
  const changes = createSubscribers<[]>()
  function initial(): { state: ClockState; startedAt: number } {
    const startedAt = options.now ?? real()
    return { state: startState(options.mode ?? 'real', startedAt, real()), startedAt }
  }
  const first = initial()
  requireTime(first.startedAt)
  let state = await initialiseClock(storage, first.state, first.startedAt)

  const now = () => virtualNow(state, real())

  function take(next: ClockState): void {
    const changed = JSON.stringify(next) !== JSON.stringify(state)
    state = next
    if (changed) changes.tell()
  }

  let asked = 0
  let taken = 0

  async function reload(): Promise<void> {
    const own = ++asked
    const stored = (await readClock(storage.db)) ?? (await initialiseClock(storage, state, now()))
    // Answers can overtake each other: the answer to an earlier question has nothing new.
    if (own < taken) return
    taken = own
    take(stored)
  }

  // When a reload fails because the database is away, the next notification or the reconnection reloads.
  const tryReload = () => reload().catch(() => {})

  function afterChange(
    stored: ClockState,
    change: { mode?: Clock['mode'] | undefined; now?: number | undefined },
  ): ClockState {
    const current = virtualNow(stored, real())
    if (change.now !== undefined && change.now < current) {
      throw new RangeError(
        `The clock cannot go back: it is ${new Date(current).toISOString()}, and ${new Date(change.now).toISOString()} was asked for`,
      )
    }
    return startState(change.mode ?? stored.mode, change.now ?? current, real())
  }

  async function set(change: { mode?: Clock['mode'] | undefined; now?: number | undefined }): Promise<void> {
    if (change.now !== undefined) requireTime(change.now)
    try {
      take(await updateClock(storage, (stored) => afterChange(stored, change)))
    } finally {
      // Another node may have advanced further. That is also why this one can be refused.
      await tryReload()
    }
  }

  const stopListening = storage.listen('clock', () => void tryReload())

  const clock: StoredClock = {
    now,
    real,
    get mode() {
      return state.mode
    },
    set,
    advanceTo: (ms) => set({ now: ms }),
    offsetMs: () => now() - real(),
    onChange: changes.add,
    reload,
    initial,
    close() {
      stopListening()
      changes.clear()
    },
  }
  if (options.mode && options.mode !== state.mode) await set({ mode: options.mode })
  return clock
}

function startState(mode: Clock['mode'], now: number, real: number): ClockState {
  return mode === 'manual' ? { mode, now } : { mode, offset: now - real }
}

function requireTime(ms: number): void {
  if (Number.isInteger(ms) && ms >= 0 && ms <= LAST_MS) return
  throw new RangeError(`A time is whole milliseconds since 1970, up to the year 9999; got ${ms}`)
}
