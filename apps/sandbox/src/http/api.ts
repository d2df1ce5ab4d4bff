import { type OperationId, apiPrefix, operations, webhookAliasPrefix } from '@svc/models'
import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { createAccess } from '../service/access.ts'
import type { ServiceContext } from '../service/context.ts'
import type { Storage } from '../storage/storage.ts'
import { type AllowedHosts, allowedHosts } from './allowed-hosts.ts'
import { apiKey } from './api-key.ts'
import { calls } from './call.ts'
import { jsonContentType } from './content-type.ts'
import { directReads } from './direct-reads.ts'
import { routeNotFound } from './errors.ts'
import { expiredRecords } from './expired-records.ts'
import { type Guard, guarded } from './guard.ts'
import { createHeldAnswers, heldAnswer } from './held-answers.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { ignoredBody } from './ignored-body.ts'
import { jsonBodies } from './json-body.ts'
import { type OperationRouteOptions, operationRoute } from './operation-route.ts'
import { knownOrigin, ownOrigin, preflight } from './origins.ts'
import { type RateLimiter, rateLimit } from './rate-limit.ts'

export interface ClientApiOptions {
  storage: Storage
  context: ServiceContext
  rateLimiter: RateLimiter
  /** By which names the server goes: its own origin needs no listing. @default those of the loopback */
  hosts?: AllowedHosts | undefined
  /** Whether nothing wants to be asked between the guards and an operation: no fault is set. @default never */
  atOnce?: (() => boolean) | undefined
  /**
   * Plugins for the client API alone (request log, faults): registered before its own hooks, inside its scope. @default
   * none
   */
  scopes?: readonly FastifyPluginAsync[]
}

/** Answers hold personal data and sometimes secrets: no cache may keep them. */
const notCached: Guard = (_request, reply) => {
  void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
}

/** Operations by their ids, below the prefix of the scope. */
function operationRoutes(
  options: OperationRouteOptions & { ids: readonly OperationId[] },
): FastifyPluginAsync {
  return async function operationRoutesPlugin(fastify) {
    fastify.setNotFoundHandler(routeNotFound)
    for (const id of options.ids) fastify.route(operationRoute(id, options))
  }
}

/**
 * The client API (spec 4): every operation of the table under `/api/v1/client`, the webhook ones under `/client` too
 * (D1). Other paths below these are 404, after the checks of every request.
 */
export function clientApi(options: ClientApiOptions): FastifyPluginAsync {
  const { storage, context, rateLimiter, atOnce = () => false } = options
  const { hosts = allowedHosts({ loopback: true }) } = options
  const ids = Object.keys(operations) as OperationId[]
  const webhooks = ids.filter((id) => operations[id].tag === 'webhooks')

  const access = createAccess({ storage })
  const answers = createHeldAnswers(storage)

  return async function clientApiPlugin(fastify) {
    await fastify.register(calls())
    for (const plugin of options.scopes ?? []) await fastify.register(fp(plugin))
    // The first bad thing wins, in this order; query, body and existence follow in the route (D4).
    const guards = [
      notCached,
      knownOrigin({ access, hosts }),
      rateLimit({ limiter: rateLimiter, clock: context.runtime.clock }),
      preflight(),
      apiKey({ access }),
      ownOrigin({ access, hosts }),
      jsonContentType(),
      idempotencyKey(),
      ignoredBody(),
    ]
    await fastify.register(guarded({ guards: [...guards, heldAnswer({ answers, atOnce })] }))
    const requestId = () => context.runtime.uuid()
    // PostgreSQL holds none.
    if (storage.kind !== 'postgres') {
      await fastify.register(directReads({ access, answers, guards, atOnce, requestId }))
    }
    await fastify.register(jsonBodies())
    await fastify.register(expiredRecords({ storage, clock: context.runtime.clock }))
    await fastify.register(operationRoutes({ ...options, answers, ids }), { prefix: apiPrefix })
    await fastify.register(operationRoutes({ ...options, answers, ids: webhooks }), {
      prefix: webhookAliasPrefix,
    })
  }
}
