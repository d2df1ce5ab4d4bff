import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '../runtime.ts'
import { readCreatedAt } from './clock-store.ts'
import { RATE_LIMITS_TABLE } from './migrations/0001-initial.ts'
import type { PostgresStorage } from './postgres.ts'
import type { Storage } from './storage.ts'

/** A fixed window, in milliseconds of the virtual clock (D6, D19). */
const WINDOW_MS = 60_000
/** Windows are part of the keys, in a form that sorts: what is left of older ones can be told and removed. */
const WINDOW_DIGITS = 12

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
  hit(ip: string): Promise<RateLimitState>
  /** Forgets all counts, and looks up anew when the database began: after its rows were replaced. */
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
    return { hit: () => Promise.resolve(state), reset: () => Promise.resolve() }
  }
  const counts =
    storage.kind === 'postgres' ? sharedCounts(storage as PostgresStorage, limit) : ownCounts(limit)
  let start = (await readCreatedAt(storage.db)) ?? clock.now()

  return {
    async hit(ip) {
      const sinceStart = clock.now() - start
      const window = Math.floor(sinceStart / WINDOW_MS)
      const used = await counts.add(window, ip)
      return {
        limit,
        remaining: Math.max(0, limit - used),
        resetSeconds: Math.ceil(((window + 1) * WINDOW_MS - sinceStart) / 1000),
        limited: used > limit,
      }
    },
    async reset() {
      start = (await readCreatedAt(storage.db)) ?? clock.now()
      await counts.clear()
    },
  }
}

interface Counts {
  /** Resolves with how many there are in this window now, or with more than the limit. */
  add(window: number, ip: string): Promise<number>
  clear(): Promise<void>
}

/**
 * In this process. The library's own durations are real time, and a window on a frozen clock may last for hours: so
 * counts never expire, and each window starts with a new set of them.
 */
function ownCounts(limit: number): Counts {
  const create = () => new RateLimiterMemory({ points: limit, duration: 0 })
  let current = create()
  let currentWindow: number | undefined
  return {
    add(window, ip) {
      if (window !== currentWindow) {
        currentWindow = window
        current = create()
      }
      return consume(current, ip, limit)
    },
    clear() {
      currentWindow = undefined
      return Promise.resolve()
    },
  }
}

/** In PostgreSQL, for all nodes. */
function sharedCounts({ pool }: PostgresStorage, limit: number): Counts {
  const insurance = ownCounts(limit)
  let currentWindow: number | undefined
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: RATE_LIMITS_TABLE,
    // The migration makes it, once, whichever node is first.
    tableCreated: true,
    keyPrefix: '',
    points: limit,
    duration: 0,
    clearExpiredByTimeout: false,
    // Who is over the limit stays so until the window ends, and costs no more queries.
    inMemoryBlockOnConsumed: limit + 1,
    inMemoryBlockDuration: WINDOW_MS / 1000,
  })

  /** One node is enough for each window; the others find nothing left. */
  async function removeBefore(window: number): Promise<void> {
    await pool.query(`delete from ${RATE_LIMITS_TABLE} where key < $1`, [key(window, '')]).catch(() => {})
  }

  return {
    async add(window, ip) {
      if (window !== currentWindow) {
        currentWindow = window
        void removeBefore(window)
      }
      try {
        return await consume(limiter, key(window, ip), limit)
      } catch {
        // Counting must not break requests: without the database they are refused as unavailable by what needs it.
        return insurance.add(window, ip)
      }
    },
    async clear() {
      await pool.query(`delete from ${RATE_LIMITS_TABLE}`)
      limiter.deleteInMemoryBlockedAll()
      await insurance.clear()
    },
  }
}

function key(window: number, ip: string): string {
  return `${String(Math.max(0, window)).padStart(WINDOW_DIGITS, '0')}:${ip}`
}

/** The library resolves below the limit and rejects, with the same object, above it. */
async function consume(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  id: string,
  limit: number,
): Promise<number> {
  try {
    return (await limiter.consume(id)).consumedPoints
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(error.consumedPoints, limit + 1)
    throw error
  }
}
