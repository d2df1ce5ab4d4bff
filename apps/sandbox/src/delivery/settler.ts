import type { Clock } from '../runtime.ts'
import type { ScheduledSettlement } from '../storage/delivery-work.ts'
import type { Storage } from '../storage/storage.ts'
import { clearTimeout, setImmediate, setTimeout } from '../timers.ts'
import type { AttemptResult } from './outcome.ts'
import { settleWithin } from './settle.ts'

/** The result of an attempt that is to be written down. */
export interface ToSettle {
  settlement: Omit<ScheduledSettlement, 'attempt'>
  /** The virtual time at which the attempt began. */
  started_at: number
  result: AttemptResult
  /** End of the lease, in real time. */
  until: number
  /** The engine is being stopped: one try more, and no wait for a better one. */
  signal: AbortSignal
}

/**
 * Writes a result down, together with others of the moment.
 * @returns the number of the attempt; null, with nothing written, when the claim was lost or the delivery is gone
 */
export type Settle = (one: ToSettle) => Promise<number | null>

/** Results that one transaction takes at most. */
const maxBatch = 128
/** How long a result waits at most for others to share a commit with, in milliseconds. */
const gatherMs = 16
/** Results that wait for no more. */
const enough = 96

interface Waiting extends ToSettle {
  done: (number: number | null) => void
  fail: (error: unknown) => void
}

export interface SettlerOptions {
  storage: Storage
  clock: Pick<Clock, 'real'>
  /** Attempts under way, those included whose results are being written down. */
  underWay: () => number
}

/**
 * Writes results down in batches: one commit for all that have come in while the batch before was being written. While
 * many attempts are under way, a result waits a few milliseconds for others, since a commit costs as much as
 * twenty rows in it: the pages of the indexes are written once for all. Once they are half of what is under way, nothing more
 * is waited for: the last one of all waits for nobody. A batch that fails is taken apart, so one result that the database
 * refuses does not delay the others.
 */
export function createSettler({ storage, clock, underWay }: SettlerOptions): Settle {
  let waiting: Waiting[] = []
  let running = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    clearTimeout(timer)
    timer = undefined
    running = true
    // Not at once: results that came in with this one join it.
    setImmediate(() => void drain())
  }

  const isEnough = () => waiting.length >= Math.min(enough, underWay() / 2)

  function gather(): void {
    if (isEnough()) begin()
    else timer ??= setTimeout(begin, gatherMs)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      await write(batch)
      if (waiting.length > 0 && !isEnough()) break
    }
    running = false
    if (waiting.length > 0) gather()
  }

  async function write(batch: Waiting[]): Promise<void> {
    try {
      const numbers = await storage.settleAttempts(
        batch.map(({ settlement, started_at, result }) => ({
          ...settlement,
          attempt: { ...result, started_at },
        })),
      )
      for (const one of batch) one.done(numbers.get(one.settlement.delivery_id) ?? null)
    } catch (error) {
      // Whose fault it was is known only where there was but one.
      const refusal = batch.length === 1 ? error : undefined
      for (const one of batch) void alone(one, refusal)
    }
  }

  async function alone(one: Waiting, refusal: unknown): Promise<void> {
    const { settlement, started_at, result, until, signal, done, fail } = one
    try {
      const { delivery_id } = settlement
      const within = { clock, until, result, signal, refusal }
      const numbers = await settleWithin(within, (attempt) =>
        storage.settleAttempts([{ ...settlement, attempt: { ...attempt, started_at } }]),
      )
      done(numbers.get(delivery_id) ?? null)
    } catch (error) {
      fail(error)
    }
  }

  return (one) =>
    new Promise((done, fail) => {
      waiting.push({ ...one, done, fail })
      if (!running) gather()
    })
}
