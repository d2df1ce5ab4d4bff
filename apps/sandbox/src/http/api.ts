import { type OperationId, apiPrefix, operations, webhookAliasPrefix } from '@svc/models'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { ServiceContext } from '../service/context.ts'
import type { Storage } from '../storage/storage.ts'
import { requireApiKey } from './api-key.ts'
import { decorateCalls } from './call.ts'
import { requireJson } from './content-type.ts'
import { routeNotFound } from './errors.ts'
import { purgeEveryMinute } from './housekeeping.ts'
import { requireIdempotencyKey } from './idempotency.ts'
import { parseBodies } from './json-body.ts'
import { registerOperation } from './operation-route.ts'
import { answerPreflights, checkOrigins, shareWithOrigins } from './origins.ts'
import { type RateLimiter, limitRate } from './rate-limit.ts'

export interface ApiOptions {
  storage: Storage
  context: ServiceContext
  rateLimiter: RateLimiter
  /** Plugins for the client API alone (request log, faults): registered before its own hooks, inside its scope. @default none */
  scopes?: readonly FastifyPluginAsync[]
}

/** The first bad thing wins, in this order; query, body and existence follow in the route (D4). */
function guard(scope: FastifyInstance, options: ApiOptions): void {
  const { storage, rateLimiter } = options
  // Answers hold personal data and, once, secrets: no cache on the way may keep them.
  scope.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    done()
  })
  shareWithOrigins(scope, storage)
  limitRate(scope, rateLimiter)
  answerPreflights(scope)
  requireApiKey(scope, storage)
  checkOrigins(scope, storage)
  requireJson(scope)
  requireIdempotencyKey(scope)
  parseBodies(scope)
}

/**
 * The client API (spec 4): every operation of the table under `/api/v1/client`, the webhook ones under `/client` too
 * (D1). Paths below these that are no operation are 404, yet only for those who may call at all.
 */
export function apiPlugin(options: ApiOptions): FastifyPluginAsync {
  const routes = (ids: readonly OperationId[]): FastifyPluginAsync =>
    async function operationRoutes(scope) {
      scope.setNotFoundHandler(routeNotFound)
      for (const id of ids) registerOperation(scope, id, options)
    }
  const all = Object.keys(operations) as OperationId[]
  const webhooks = all.filter((id) => operations[id].tag === 'webhooks')

  return async function clientApi(fastify) {
    decorateCalls(fastify)
    for (const plugin of options.scopes ?? []) await fastify.register(fp(plugin))
    guard(fastify, options)
    purgeEveryMinute(fastify, options.storage, options.context.runtime.clock)
    await fastify.register(routes(all), { prefix: apiPrefix })
    await fastify.register(routes(webhooks), { prefix: webhookAliasPrefix })
  }
}
