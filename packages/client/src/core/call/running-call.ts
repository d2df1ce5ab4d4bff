import type { FailedCall } from '../../errors/from-failure.ts'
import type { SvcError } from '../../errors/svc-error.ts'
import type { PreparedCall } from './prepare.ts'

/** What the tries of one call know of each other. */
export interface Progress {
  /** Number of the call in this process. */
  readonly call: number
  /** When the whole call's time is up, on the monotonic clock. */
  readonly endsAt: number
  /** Tries begun. */
  attempts: number
  /** Whether a try so far may have taken effect. */
  ambiguous: boolean
  /** How the last try failed. */
  last: SvcError | undefined
}

/** What an error says of the call so far. */
export function describeCall(prepared: PreparedCall, progress: Progress, retryAfterMs?: number): FailedCall {
  const { method, route, idempotencyKey } = prepared
  const { attempts, ambiguous } = progress
  return { method, route, idempotencyKey, attempts, ambiguous, retryAfterMs }
}
