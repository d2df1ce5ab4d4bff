import { LAST_MS, type StoredClock } from '../clock/clock.ts'
import { countAttemptsAfter, selectLastAttemptSeq } from '../storage/queries/attempts.ts'
import { nextDueAt } from '../storage/queries/delivery-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { DeliveryEngine } from './engine.ts'

export interface AdvanceOptions {
  clock: Pick<StoredClock, 'now' | 'advanceTo' | 'reload'>
  engine: Pick<DeliveryEngine, 'settled'>
  storage: Pick<Storage, 'db'>
  /** Virtual seconds to advance, 0 or more; fractions count to the millisecond. */
  seconds: number
}

/** One advance at a time on a clock: each starts at the end of the one before. */
const running = new WeakMap<object, Promise<unknown>>()

/**
 * Advances the virtual clock from due time to due time (D19), so that deliveries go out in the order in which they
 * would have, at their exact times, retries that fall due on the way included. Resolves when all have settled, with the
 * number of attempts that were made on the way.
 *
 * @throws {RangeError} when `seconds` is negative or not a number, or leads beyond the year 9999: then nothing has moved
 */
export function advanceClock(options: AdvanceOptions): Promise<number> {
  if (!Number.isFinite(options.seconds) || options.seconds < 0) {
    return Promise.reject(new RangeError(`The clock advances by 0 or more seconds; got ${options.seconds}`))
  }
  const before = running.get(options.clock) ?? Promise.resolve()
  const mine = before.catch(() => undefined).then(() => walk(options))
  running.set(options.clock, mine)
  return mine
}

async function walk({ clock, engine, storage, seconds }: AdvanceOptions): Promise<number> {
  const lastAttempt = await selectLastAttemptSeq(storage.db)
  // Another node may have advanced just now, before its notification arrives: its step must not be taken twice.
  await clock.reload()
  await engine.settled()
  const target = clock.now() + Math.round(seconds * 1000)
  // Before the first step: half of the way is worse than none of it.
  if (target > LAST_MS) {
    throw new RangeError(
      `the clock goes to the end of the year 9999, and it is ${new Date(clock.now()).toISOString()}`,
    )
  }
  for (;;) {
    const due = await nextDueAt(storage.db)
    if (due === null || due > target) break
    await goTo(clock, due)
    await engine.settled()
  }
  await goTo(clock, target)
  // On a running clock something may have become due since the last step.
  await engine.settled()
  return countAttemptsAfter(storage.db, lastAttempt)
}

async function goTo(clock: AdvanceOptions['clock'], ms: number): Promise<void> {
  try {
    if (ms > clock.now()) await clock.advanceTo(ms)
  } catch (error) {
    // A running clock, or another node, may have passed that time meanwhile.
    if (!(error instanceof RangeError && clock.now() >= ms)) throw error
  }
}
