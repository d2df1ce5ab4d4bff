import type { Clock } from '../runtime.ts'
import { readCreatedAt } from './clock-store.ts'
import { RATE_WINDOW_MS } from './rate-counts.ts'
import type { Storage } from './storage.ts'

export interface RateLimitState {
  /** Requests a window; Infinity: there is no limit. */
  limit: number
  remaining: number
  /** Seconds until the window ends, rounded up, 1–60. */
  resetSeconds: number
  limited: boolean
}

export interface RateLimiter {
  /** Counts one request of this address. Counts are shared by all nodes on one PostgreSQL. */
  hit(ip: string): RateLimitState | Promise<RateLimitState>
  /** Forgets all counts, and reads again when the database was created: after its rows were replaced. */
  reset(): Promise<void>
}

export interface OpenRateLimiterOptions {
  storage: Storage
  /** Requests a minute and address. */
  limit: number | 'off'
  clock: Clock
}

/**
 * Counts requests by address in windows of 60 virtual seconds. They are aligned to the moment in which the database was
 * made, so that all nodes agree on them, and a fresh database starts with a whole one.
 */
export async function openRateLimiter({
  storage,
  limit,
  clock,
}: OpenRateLimiterOptions): Promise<RateLimiter> {
  if (limit === 'off') {
    const state = { limit: Infinity, remaining: Infinity, resetSeconds: 60, limited: false }
    return { hit: () => state, reset: () => Promise.resolve() }
  }
  const counts = storage.rateCounts(limit)
  let start = (await readCreatedAt(storage.db)) ?? clock.now()

  return {
    hit(ip) {
      const sinceStart = clock.now() - start
      const window = Math.floor(sinceStart / RATE_WINDOW_MS)
      const resetSeconds = Math.ceil(((window + 1) * RATE_WINDOW_MS - sinceStart) / 1000)
      const state = (used: number): RateLimitState => ({
        limit,
        remaining: Math.max(0, limit - used),
        resetSeconds,
        limited: used > limit,
      })
      const used = counts.add(window, ip)
      return typeof used === 'number' ? state(used) : used.then(state)
    },
    async reset() {
      start = (await readCreatedAt(storage.db)) ?? clock.now()
      await counts.clear()
    },
  }
}
