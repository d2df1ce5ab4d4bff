import { headerNames } from '@svc/models'
import type { Access } from '../service/access.ts'
import type { KeyOwner } from '../service/api-keys.ts'
import { ServiceError } from '../service/errors.ts'
import type { Asked } from './asked.ts'
import { callOf } from './call.ts'
import type { Guard } from './guard.ts'

/** Finds out whose request it is. The key is never repeated in an answer. */
export function apiKey(options: { access: Access }): Guard {
  const header = headerNames.apiKey.toLowerCase()
  return function apiKeyGuard(request) {
    // Whose it is was found out before: a second look may have to ask the database.
    if (request.call?.propertyId !== undefined) return
    const key = request.headers[header]
    if (typeof key !== 'string' || key === '') {
      const bearer =
        request.headers.authorization === undefined ? '' : ' (the Authorization header is not read)'
      throw new ServiceError('unauthorized', `The ${headerNames.apiKey} header is required${bearer}.`)
    }
    const owner = options.access.ownerOf(key)
    if (owner instanceof Promise) return owner.then((found) => admit(request, found))
    return admit(request, owner)
  }
}

/** The request is this owner's. @throws ServiceError `unauthorized` where there is none */
export function admit(request: Asked, owner: KeyOwner | undefined): void {
  if (!owner) {
    throw new ServiceError(
      'unauthorized',
      `The key in ${headerNames.apiKey} is not known here: it was mistyped, deleted, or made for another server.`,
    )
  }
  const call = callOf(request)
  call.propertyId = owner.propertyId
  call.apiKeyId = owner.apiKeyId
}
