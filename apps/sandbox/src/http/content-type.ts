import { ServiceError } from '../service/errors.ts'
import { executesOnce } from './call.ts'
import type { Guard } from './guard.ts'

/** Of a parameter without the space around it. No two parts of it can take the same characters. */
const utf8Pattern = /^charset\s*=\s*(?:utf-?8|"utf-?8")$/i

/** `application/json`, with no parameter or `charset=utf-8`: JSON has no other encoding (RFC 8259). */
export function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';')
  return (
    type.trim().toLowerCase() === 'application/json' &&
    parameters.every((parameter) => parameter.trim() === '' || utf8Pattern.test(parameter.trim()))
  )
}

/**
 * POST and PATCH carry JSON and say so, else 415 (spec 5, D20). GET and DELETE have no body: their content type is
 * ignored.
 */
export function jsonContentType(): Guard {
  return function jsonContentTypeGuard(request) {
    if (!executesOnce(request)) return
    const type = request.headers['content-type']
    if (type !== undefined && isJson(type)) return
    const was = type === undefined ? 'it is missing' : `not ${type.slice(0, 100)}`
    throw new ServiceError(
      'unsupported_media_type',
      `${request.method} needs Content-Type: application/json; ${was}.`,
    )
  }
}
