import type { Runtime } from '../runtime.ts'

/** A token bucket that all calls of a client share. */
export interface RetryBudget {
  /** Takes the token that a retry costs; false when there is none left. */
  take(): boolean
  /** Gives a part of a token back: a call succeeded. */
  refund(): void
}

/** Tokens that a successful call gives back: in the long run at most one retry for ten calls that work. */
const refundPerSuccess = 0.1
/** Tokens that come back by themselves, so that a quiet client recovers too. */
const refillPerSecond = 0.5

/**
 * Keeps retries from making an outage worse: every retry costs a token, and without tokens a call fails after its first
 * try. A full bucket is enough for short failures. In an outage it is soon empty, and the service gets no more retries.
 *
 * @param options.capacity tokens of a full bucket
 */
export function createRetryBudget(options: { capacity: number; runtime: Runtime }): RetryBudget {
  const { capacity, runtime } = options
  let tokens = capacity
  let filledAt = runtime.now()
  const refill = () => {
    const now = runtime.now()
    tokens = Math.min(capacity, tokens + ((now - filledAt) / 1_000) * refillPerSecond)
    filledAt = now
  }
  return {
    take() {
      refill()
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    refund() {
      tokens = Math.min(capacity, tokens + refundPerSuccess)
    },
  }
}
