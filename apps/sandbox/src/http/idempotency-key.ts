import { headerNames, idempotencyKeySchema, validate } from '@svc/models'
import { ServiceError } from '../service/errors.ts'
import { callOf, executesOnce } from './call.ts'
import type { Guard } from './guard.ts'

/** Reads the key of every POST and PATCH: a UUID v4, bare or quoted. */
export function idempotencyKey(): Guard {
  const header = headerNames.idempotencyKey.toLowerCase()
  return function idempotencyKeyGuard(request) {
    if (!executesOnce(request)) return
    const key = validate(idempotencyKeySchema, request.headers[header] || undefined)
    if (!key.ok) throw new ServiceError('bad_request', key.details[0]?.message ?? 'Bad Idempotency-Key')
    callOf(request).idempotencyKey = key.value
  }
}
