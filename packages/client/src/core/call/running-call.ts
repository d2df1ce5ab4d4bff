import type { FailedCall } from '../../errors/failed-try.ts'
import type { SvcError } from '../../errors/svc-error.ts'
import type { RequestEvent } from '../report/events.ts'
import type { PreparedCall } from './prepare.ts'

/** A call under way: what it is, and what its tries know of each other. */
export interface RunningCall {
  readonly prepared: PreparedCall
  /** Number of the call in this process. */
  readonly number: number
  /** When the whole call's time is up, on the monotonic clock. */
  readonly endsAt: number
  /** Tries begun. */
  attempts: number
  /** Whether a try so far may have taken effect. */
  ambiguous: boolean
  /** How the last try failed. */
  last: SvcError | undefined
}

let calls = 0

/** Starts the clock over a call. */
export function startCall(prepared: PreparedCall, now: number): RunningCall {
  const endsAt = now + prepared.totalTimeoutMs
  return { prepared, number: ++calls, endsAt, attempts: 0, ambiguous: false, last: undefined }
}

/** What an error says of the call so far. */
export function describeCall({ prepared, attempts, ambiguous }: RunningCall): FailedCall {
  const { method, route, idempotencyKey } = prepared
  return { method, route, idempotencyKey, attempts, ambiguous }
}

/** What hooks and channels are told of the try that begins now. */
export function describeAttempt({ prepared, number, attempts }: RunningCall, origin: string): RequestEvent {
  const { operationId, method, route, idempotencyKey, headers } = prepared
  return {
    call: number,
    attempt: attempts,
    operation: operationId,
    method,
    route,
    origin,
    idempotencyKey,
    headers: { ...headers },
  }
}
