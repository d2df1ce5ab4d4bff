import { needsIdempotencyKey, operations } from '@svc/models'
import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../service/errors.ts'

/** `application/json`, with no parameter or `charset=utf-8`: JSON has no other encoding (RFC 8259). */
const jsonPattern = /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i

/** POST and PATCH carry JSON and say so, else 415 (spec 5, D20). GET and DELETE have no body: what they say is ignored. */
export function requireJson(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const operationId = request.call?.operationId
    if (!operationId || !needsIdempotencyKey(operations[operationId])) return done()
    const type = request.headers['content-type']
    if (type !== undefined && jsonPattern.test(type)) return done()
    const was = type === undefined ? 'it is missing' : `not ${type.slice(0, 100)}`
    done(
      new ServiceError(
        'unsupported_media_type',
        `${request.method} needs Content-Type: application/json; ${was}.`,
      ),
    )
  })
}
