import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { RATE_LIMITS_TABLE } from '../migrations/0001-tables.ts'
import { ownRateCounts, RATE_WINDOW_MS, type RateCounts } from '../rate-counts.ts'

/** Windows are part of the keys, in a form that sorts: rows of older windows can be found and removed. */
const WINDOW_DIGITS = 12

/** Counts in PostgreSQL, for all nodes. */
export function postgresRateCounts(pool: Pool, limit: number): RateCounts {
  const insurance = ownRateCounts()
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
    // An address over the limit stays blocked until the window ends, and costs no more queries.
    inMemoryBlockOnConsumed: limit + 1,
    inMemoryBlockDuration: RATE_WINDOW_MS / 1000,
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
        return await consumePoint(limiter, key(window, ip), limit)
      } catch {
        // Counting must not break requests. Without the database, the code that needs it answers unavailable.
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

/**
 * Windows before the first one are there as well: where the machine's clock was ahead when the database was made, and was
 * set right. Their minus sorts before every digit, and they count up.
 */
function key(window: number, ip: string): string {
  const digits = String(window < 0 ? 10 ** WINDOW_DIGITS + window : window).padStart(WINDOW_DIGITS, '0')
  return `${window < 0 ? '-' : ''}${digits}:${ip}`
}

/** The library resolves below the limit and rejects, with the same object, above it. */
async function consumePoint(limiter: RateLimiterPostgres, id: string, limit: number): Promise<number> {
  try {
    return (await limiter.consume(id)).consumedPoints
  } catch (error) {
    if (error instanceof RateLimiterRes) return Math.max(error.consumedPoints, limit + 1)
    throw error
  }
}
