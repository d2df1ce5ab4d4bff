import { errorStatuses } from '@svc/models'
import type { Failure } from './failure.ts'

/**
 * Whether a further try may help. Every operation is safe to send again: GET and DELETE by themselves (D10), POST and
 * PATCH because all tries carry one idempotency key and the same bytes (spec 5).
 */
export function isRetryable(failure: Failure): boolean {
  // It has happened, and the service would answer the same again.
  if (failure.kind === 'contract') return false
  if (failure.kind === 'connection') return !failure.permanent
  if (failure.kind === 'timeout') return failure.scope === 'attempt'
  const { status, code } = failure
  return (
    status === 408 ||
    status === errorStatuses.rate_limited ||
    status >= 500 ||
    (status === errorStatuses.idempotency_key_in_use && code === 'idempotency_key_in_use')
  )
}
