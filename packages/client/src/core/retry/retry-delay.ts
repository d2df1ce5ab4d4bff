/** Upper bound of the first random wait; it doubles with every further one. */
export const backoffBaseMs = 500
/** Upper bound of any random wait. */
export const backoffCapMs = 8_000

/**
 * Milliseconds to wait before a retry: full jitter from the first wait on, so that clients which failed together do
 * not come back together. The wait is never shorter than `Retry-After`; the jitter is added to it, for the same reason.
 *
 * @returns undefined when the wait would not end before the call's time is up: failing now beats failing later
 */
export function retryDelay(options: {
  /** 1 for the first retry. */
  retry: number
  /** What the server asked for. */
  retryAfterMs?: number | undefined
  /** What is left of the call's total time. */
  remainingMs: number
  /** In [0, 1). */
  random: number
}): number | undefined {
  const least = options.retryAfterMs ?? 0
  if (least >= options.remainingMs) return undefined
  const jitter = options.random * Math.min(backoffCapMs, backoffBaseMs * 2 ** (options.retry - 1))
  if (least + jitter < options.remainingMs) return least + jitter
  return options.retryAfterMs === undefined ? undefined : least
}
