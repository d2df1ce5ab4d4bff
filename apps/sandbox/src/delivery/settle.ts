import type { Clock } from '../runtime.ts'
import { StorageBusy, StorageUnavailable } from '../storage/errors.ts'
import { pause } from '../timers.ts'
import type { AttemptResult } from './outcome.ts'

export interface SettleOptions {
  clock: Pick<Clock, 'real'>
  /** End of the lease, in real time. */
  until: number
  result: AttemptResult
  /** The engine is being stopped: one try more, and no wait for a better one. */
  signal?: AbortSignal
  /** The error of the last try. @default this is the first try */
  refusal?: unknown
}

/**
 * Writes the result of an attempt down, and tries again while the lease lasts: the POST has been made, and without a
 * record it is made a second time. A database that objects to what the receiver answered gets the result without
 * the answer, because an attempt that cannot be stored would be repeated without end.
 *
 * @throws what the last try threw, when the lease is over or the engine is being stopped
 */
export async function settleWithin<T>(
  { clock, until, result, signal, refusal }: SettleOptions,
  work: (attempt: AttemptResult) => Promise<T>,
): Promise<T> {
  const acceptable = (error: unknown) =>
    error instanceof StorageUnavailable || error instanceof StorageBusy
      ? result
      : { ...result, response_body: null, wire: null }
  let attempt = refusal === undefined ? result : acceptable(refusal)
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1_000)) {
    try {
      return await work(attempt)
    } catch (error) {
      if (signal?.aborted || clock.real() + waitMs >= until) throw error
      attempt = acceptable(error)
      await pause(waitMs)
    }
  }
}
