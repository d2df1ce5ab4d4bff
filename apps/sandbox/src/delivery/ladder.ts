import { limits } from '@svc/models'

/** What follows a failed attempt of the ladder. */
export type LadderStep =
  | { status: 'failed'; next_attempt_at: number }
  | { status: 'dead'; next_attempt_at: null }

/**
 * The retry ladder (spec 8): after the 1st, 2nd, 3rd and 4th failure the next attempt is due 1 minute, 5 minutes,
 * 30 minutes and 2 hours later; after the 5th the delivery is `dead`.
 *
 * @param failures attempts of the ladder that have failed, this one included: 1 or more
 * @param now the virtual now at the end of this attempt, in milliseconds: the delay counts from the failure
 */
export function afterFailure(failures: number, now: number): LadderStep {
  const delaySeconds = limits.retryDelaysSeconds[failures - 1]
  if (delaySeconds === undefined || failures >= limits.deliveryAttempts) {
    return { status: 'dead', next_attempt_at: null }
  }
  return { status: 'failed', next_attempt_at: now + delaySeconds * 1000 }
}
