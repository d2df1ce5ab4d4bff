import type { OperationId, operations } from '@svc/models'
import { errorStatuses } from '@svc/models/vocabulary'

/** How one try failed, as far as the decisions below look at it. */
export type Failure =
  /** The service answered, but not with a 2xx. */
  | { kind: 'answer'; status: number; code: string | undefined }
  /** No complete answer. `sent`: the request may have reached the service. */
  | { kind: 'connection'; sent: boolean; permanent: boolean }
  /** The time of one try or of the whole call ran out. */
  | { kind: 'timeout'; scope: 'attempt' | 'total'; sent: boolean }
  /** A 2xx that breaks the contract. */
  | { kind: 'contract' }

type Method = (typeof operations)[OperationId]['method']

/**
 * Whether a failed call may have taken effect on the service.
 *
 * @param failure how the last try failed
 * @param before whether an earlier try of the call may have taken effect. Hardly any later answer takes that back: a 429,
 *   401 or 413, or the 404 of a gateway in between, was given without looking for the earlier try
 */
export function mayHaveHappened(method: Method, failure: Failure, before: boolean): boolean {
  if (method === 'GET') return false
  if (failure.kind === 'contract') return true
  if (failure.kind !== 'answer') return before || failure.sent
  const { status, code } = failure
  // The first request under the key is still at work.
  if (status >= 500 || code === 'idempotency_key_in_use') return true
  // Only the service sends this code. It has seen the key with another payload, so it never executed this one.
  return code === 'idempotency_key_reused' ? false : before
}

/**
 * Whether a further try may help. Every operation is safe to send again: GET and DELETE because a repeated one changes
 * nothing, POST and PATCH because all tries carry one idempotency key and the same bytes.
 */
export function isRetryable(failure: Failure): boolean {
  // It has happened, and the service would answer the same again.
  if (failure.kind === 'contract') return false
  if (failure.kind === 'connection') return !failure.permanent
  if (failure.kind === 'timeout') return failure.scope === 'attempt'
  const { status, code } = failure
  if (status === 408 || status >= 500) return true
  // Like the class of the error, by the code where it is one of the service's, whatever status stands beside it.
  return code !== undefined && Object.hasOwn(errorStatuses, code)
    ? code === 'rate_limited' || code === 'idempotency_key_in_use'
    : status === errorStatuses.rate_limited
}
