import type { OperationId, operations } from '@svc/models'

/** How one try failed, as plain data: what the retry decision and the error are made from. */
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
  // Only the service can know that, and it knows the key with another payload: so never with this one.
  return code === 'idempotency_key_reused' ? false : before
}
