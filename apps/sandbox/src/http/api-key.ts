import { headerNames } from '@svc/models'
import type { FastifyInstance } from 'fastify'
import { resolveApiKey } from '../service/api-keys.ts'
import { ServiceError } from '../service/errors.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * Finds out whose request it is (spec 5). One indexed query a request and no cache, so that a deleted key is out on
 * every node at once. The key is never repeated in an answer.
 */
export function requireApiKey(scope: FastifyInstance, storage: Storage): void {
  const header = headerNames.apiKey.toLowerCase()
  scope.addHook('onRequest', async (request) => {
    const key = request.headers[header]
    if (typeof key !== 'string' || key === '') {
      const bearer =
        request.headers.authorization === undefined ? '' : ' (the Authorization header is not read)'
      throw new ServiceError('unauthorized', `The ${headerNames.apiKey} header is required${bearer}.`)
    }
    const found = await resolveApiKey(storage.db, key)
    if (!found) {
      throw new ServiceError(
        'unauthorized',
        `The key in ${headerNames.apiKey} is not known here: it was mistyped, deleted, or made for another server.`,
      )
    }
    Object.assign(request.call ?? {}, found)
  })
}
