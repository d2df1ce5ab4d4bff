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

/** Answers that decide the operation: a further try with the same bytes would get the same. */
const settled = new Set([400, 404, 413, 415, 422])

/**
 * Whether a failed call may have taken effect on the service.
 *
 * @param failure how the last try failed
 * @param before whether an earlier try of the call may have taken effect: a 429 on the second try says nothing of it
 */
export function mayHaveHappened(method: Method, failure: Failure, before: boolean): boolean {
  if (method === 'GET') return false
  if (failure.kind === 'contract') return true
  if (failure.kind !== 'answer') return before || failure.sent
  const { status, code } = failure
  // The first request under the key is still at work.
  if (status >= 500 || code === 'idempotency_key_in_use') return true
  // 404 after a lost DELETE: perhaps that one deleted it. A DELETE carries no key whose answer could be replayed.
  if (status === 404 && method === 'DELETE') return before
  return settled.has(status) ? false : before
}
