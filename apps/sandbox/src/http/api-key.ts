import { headerNames } from '@svc/models'
import { resolveApiKey } from '../service/api-keys.ts'
import { ServiceError } from '../service/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { callOf } from './call.ts'
import type { Guard } from './guard.ts'

/**
 * Finds out whose request it is (spec 5). One indexed query a request and no cache, so that a deleted key is out on
 * every node at once. The key is never repeated in an answer.
 */
export function apiKey(options: { storage: Storage }): Guard {
  const header = headerNames.apiKey.toLowerCase()
  return async function apiKeyGuard(request) {
    const key = request.headers[header]
    if (typeof key !== 'string' || key === '') {
      const bearer =
        request.headers.authorization === undefined ? '' : ' (the Authorization header is not read)'
      throw new ServiceError('unauthorized', `The ${headerNames.apiKey} header is required${bearer}.`)
    }
    const found = await resolveApiKey(options.storage.db, key)
    if (!found) {
      throw new ServiceError(
        'unauthorized',
        `The key in ${headerNames.apiKey} is not known here: it was mistyped, deleted, or made for another server.`,
      )
    }
    const call = callOf(request)
    call.propertyId = found.propertyId
    call.apiKeyId = found.apiKeyId
  }
}
