import { headerNames } from '@svc/models'
import type { Access } from '../service/access.ts'
import { ServiceError } from '../service/errors.ts'
import { type AllowedHosts, isOwnOrigin } from './allowed-hosts.ts'
import type { Answering } from './asked.ts'
import type { Guard } from './guard.ts'

const exposed = [
  headerNames.requestId,
  headerNames.idempotentReplayed,
  headerNames.rateLimitPolicy,
  headerNames.rateLimit,
  headerNames.rateLimitLimit,
  headerNames.rateLimitRemaining,
  headerNames.rateLimitReset,
  headerNames.retryAfter,
].join(', ')

const allowedHeaders = [headerNames.apiKey, 'Content-Type', headerNames.idempotencyKey, 'traceparent'].join(
  ', ',
)

/** Seconds for which browsers may remember a preflight's answer. */
const preflightMaxAge = 600

function refused(origin: string): ServiceError {
  const shown = origin.length > 100 ? `${origin.slice(0, 100)}…` : origin
  return new ServiceError(
    'origin_not_allowed',
    `The origin ${shown} is not among the allowed origins of the property. Add it there, or call from a server.`,
  )
}

function withdraw(reply: Answering): void {
  void reply.removeHeader('Access-Control-Allow-Origin')
  void reply.removeHeader('Access-Control-Expose-Headers')
}

/**
 * Before anything is refused: an origin that some property lists gets the CORS headers, so that a page can read a 401
 * and a 429 too (D7). {@link ownOrigin} takes them away again where the property turns out to be another.
 */
export function knownOrigin(options: { access: Access; hosts: AllowedHosts }): Guard {
  return function knownOriginGuard(request, reply) {
    // The answer depends on the header, also when there is none.
    void reply.header('Vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined) return undefined
    if (!isOwnOrigin(options.hosts, request)) return share(origin, reply)
    return shareWith(origin, reply)
  }

  async function share(origin: string, reply: Answering): Promise<void> {
    if (await options.access.allows(origin)) shareWith(origin, reply)
  }
}

function shareWith(origin: string, reply: Answering): void {
  void reply.headers({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposed,
  })
}

/** A preflight carries no key: 204 when any property lists its origin, 403 otherwise. */
export function preflight(): Guard {
  return function preflightGuard(request, reply) {
    const { origin } = request.headers
    if (request.method !== 'OPTIONS' || origin === undefined) return
    if (request.headers['access-control-request-method'] === undefined) return
    if (!reply.hasHeader('Access-Control-Allow-Origin')) throw refused(origin)
    void reply
      .headers({
        'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
        'Access-Control-Allow-Headers': allowedHeaders,
        'Access-Control-Max-Age': preflightMaxAge,
      })
      .status(204)
      .send()
  }
}

/** Once the key is known: an origin that this very property has not listed is refused with 403. */
export function ownOrigin(options: { access: Access; hosts: AllowedHosts }): Guard {
  return function ownOriginGuard(request, reply) {
    const { origin } = request.headers
    const propertyId = request.call?.propertyId
    if (origin === undefined || propertyId === undefined) return undefined
    if (isOwnOrigin(options.hosts, request)) return undefined
    return check(origin, propertyId, reply)
  }

  async function check(origin: string, propertyId: string, reply: Answering): Promise<void> {
    if (await options.access.allows(origin, propertyId)) return
    withdraw(reply)
    throw refused(origin)
  }
}
