/** A fixed window, in milliseconds of the virtual clock (D6, D19). */
export const RATE_WINDOW_MS = 60_000

/** How often each address was seen in each window. */
export interface RateCounts {
  /** How many there are in this window now, or more than the limit. */
  add(window: number, ip: string): number | Promise<number>
  clear(): Promise<void>
}

/**
 * In this process: a map for each window, because a window on a frozen clock may last for hours. By hand, because the
 * limiters of rate-limiter-flexible answer with promises: 0.6 µs a request against 0.02, and the turn of a promise.
 */
export function ownRateCounts(): RateCounts {
  let counts = new Map<string, number>()
  let current: number | undefined
  return {
    add(window, ip) {
      if (window !== current) {
        current = window
        counts = new Map()
      }
      const used = (counts.get(ip) ?? 0) + 1
      counts.set(ip, used)
      return used
    },
    clear() {
      counts = new Map()
      return Promise.resolve()
    },
  }
}
