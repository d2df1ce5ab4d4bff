import { RateLimiterMemory, type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** A fixed window, in milliseconds of the virtual clock (D6, D19). */
export const RATE_WINDOW_MS = 60_000

/** How often each address was seen in each window. */
export interface RateCounts {
  /** Resolves with how many there are in this window now, or with more than the limit. */
  add(window: number, ip: string): Promise<number>
  clear(): Promise<void>
}

/**
 * In this process. The library's own durations are real time, and a window on a frozen clock may last for hours: so
 * counts never expire, and each window starts with a new set of them.
 */
export function ownRateCounts(limit: number): RateCounts {
  const create = () => new RateLimiterMemory({ points: limit, duration: 0 })
  let current = create()
  let currentWindow: number | undefined
  return {
    add(window, ip) {
      if (window !== currentWindow) {
        currentWindow = window
        current = create()
      }
      return consumePoint(current, ip, limit)
    },
    clear() {
      currentWindow = undefined
      return Promise.resolve()
    },
  }
}

/** The library resolves below the limit and rejects, with the same object, above it. */
export async function consumePoint(
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
