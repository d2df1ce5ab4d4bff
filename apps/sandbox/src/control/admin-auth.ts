import { createHash, timingSafeEqual } from 'node:crypto'
import type { onRequestAsyncHookHandler } from 'fastify'
import { ServiceError } from '../service/errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Refuses requests without `Authorization: Bearer <admin token>`. The comparison takes constant time. */
export function adminAuth(adminToken: string): onRequestAsyncHookHandler {
  const expected = digest(adminToken)
  return async function checkAdminToken(request, reply) {
    const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token !== undefined && timingSafeEqual(digest(token), expected)) return
    reply.header('WWW-Authenticate', 'Bearer realm="sandbox control"')
    throw new ServiceError(
      'unauthorized',
      token === undefined
        ? 'The control API needs the admin token: Authorization: Bearer <admin token>.'
        : 'This is not the admin token of this sandbox.',
    )
  }
}
