import type { Runtime } from '../runtime.ts'

/** A client-side limit: at most `requests` tries in any stretch of `perMs` milliseconds. */
export interface RateLimit {
  /** Tries in the window, at least 1. */
  requests: number
  /** Length of the window in milliseconds. */
  perMs: number
}

/** Lets callers through in the order in which they came. */
export interface RateLimiter {
  /** Resolves when it is this caller's turn; an abort leaves the queue and rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<void>
}

/**
 * A sliding window, not a fixed one: the service's windows may start at any time, and only "never more than N in
 * any stretch of that length" stays under all of them.
 */
export function createRateLimiter(options: RateLimit & { runtime: Runtime }): RateLimiter {
  const { requests, perMs, runtime } = options
  /** When the last `requests` tries were let through, oldest first. */
  const passed: number[] = []
  /** First come, first served; a Set keeps that order and forgets an aborted caller in one step. */
  const waiting = new Set<() => void>()
  let cancel: (() => void) | undefined

  const waitMs = () => {
    const oldest = passed.length < requests ? undefined : passed[0]
    return oldest === undefined ? 0 : oldest + perMs - runtime.now()
  }
  const pass = () => {
    passed.push(runtime.now())
    if (passed.length > requests) passed.shift()
  }
  const schedule = () => {
    if (cancel || waiting.size === 0) return
    cancel = runtime.timer(Math.max(0, Math.ceil(waitMs())), () => {
      cancel = undefined
      for (const enter of waiting) {
        if (waitMs() > 0) break
        waiting.delete(enter)
        pass()
        enter()
      }
      schedule()
    })
  }

  return {
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error)
      if (waiting.size === 0 && waitMs() <= 0) {
        pass()
        return Promise.resolve()
      }
      return new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(enter)
          if (waiting.size === 0) {
            cancel?.()
            cancel = undefined
          }
          reject(signal.reason as Error)
        }
        const enter = () => {
          signal.removeEventListener('abort', onAbort)
          resolve()
        }
        waiting.add(enter)
        signal.addEventListener('abort', onAbort, { once: true })
        schedule()
      })
    },
  }
}
