import { SvcClient, type SvcClientOptions } from '@svc/client'

/** Milliseconds of one attempt, which run on real time: only an attempt that hangs on purpose takes them. */
export const attemptMs = 150

const { setTimeout, clearTimeout, setImmediate, clearImmediate } = globalThis

/**
 * A client that makes its attempts for real and takes no time to wait between them, `Retry-After` included. Whatever
 * it waits for longer than an attempt is a wait between attempts.
 */
export function hastyClient(options: SvcClientOptions): SvcClient {
  return new SvcClient(
    { timeoutMs: attemptMs, totalTimeoutMs: 86_400_000, retryBudget: false, ...options },
    {
      now: () => performance.now(),
      date: Date.now,
      random: () => 0,
      uuid: () => crypto.randomUUID(),
      timer(ms, callback) {
        if (ms === (options.timeoutMs ?? attemptMs)) {
          const timer = setTimeout(callback, ms)
          return () => clearTimeout(timer)
        }
        const next = setImmediate(callback)
        return () => clearImmediate(next)
      },
    },
  )
}
