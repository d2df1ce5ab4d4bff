import { headerNames, idempotencyKeySchema, validate } from '@svc/models'
import { ServiceError } from '../service/errors.ts'
import { callOf, executesOnce } from './call.ts'
import type { Guard } from './guard.ts'

/** As nearly all callers write it: told by one test, in a tenth of the schema's time. */
const usual = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Reads the key of every POST and PATCH: a UUID v4, bare or quoted. */
export function idempotencyKey(): Guard {
  const header = headerNames.idempotencyKey.toLowerCase()
  return function idempotencyKeyGuard(request) {
    if (!executesOnce(request)) return
    const given = request.headers[header]
    if (typeof given === 'string' && usual.test(given)) {
      callOf(request).idempotencyKey = given
      return
    }
    const key = validate(idempotencyKeySchema, given || undefined)
    if (!key.ok) throw new ServiceError('bad_request', key.details[0]?.message ?? 'Bad Idempotency-Key')
    callOf(request).idempotencyKey = key.value
  }
}
