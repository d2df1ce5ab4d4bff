import { needsIdempotencyKey, type Operation } from './operations.ts'
import { type ErrorCode, errorCodes } from './vocabulary.ts'

// An unknown query parameter is a validation error on every operation, so every operation has this code.
const everyOperation: readonly ErrorCode[] = [
  'validation_error',
  'unauthorized',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
]

const everyWrite: readonly ErrorCode[] = [
  'bad_request',
  'unsupported_media_type',
  'payload_too_large',
  'idempotency_key_in_use',
  'idempotency_key_reused',
]

/** Every error code that an operation can answer with, in the order of their statuses. */
export function operationErrors(operation: Pick<Operation, 'method' | 'errors'>): ErrorCode[] {
  const codes = new Set([
    ...everyOperation,
    ...(needsIdempotencyKey(operation) ? everyWrite : []),
    ...operation.errors,
  ])
  return errorCodes.filter((code) => codes.has(code))
}
