import { ServiceError } from '../service/errors.ts'
import { executesOnce } from './call.ts'
import type { Guard } from './guard.ts'

/** `application/json`, with no parameter or `charset=utf-8`: JSON has no other encoding (RFC 8259). */
const jsonPattern = /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

/**
 * POST and PATCH carry JSON and say so, else 415 (spec 5, D20). GET and DELETE have no body: their content type is
 * ignored.
 */
export function jsonContentType(): Guard {
  return function jsonContentTypeGuard(request) {
    if (!executesOnce(request)) return
    const type = request.headers['content-type']
    if (type !== undefined && jsonPattern.test(type)) return
    const was = type === undefined ? 'it is missing' : `not ${type.slice(0, 100)}`
    throw new ServiceError(
      'unsupported_media_type',
      `${request.method} needs Content-Type: application/json; ${was}.`,
    )
  }
}
