import { type ControlOperationId, controlOpenapi, controlOperations } from '@svc/control'
import type { FastifyPluginAsync } from 'fastify'
import { jsonType } from '../http/errors.ts'
import { adminAuth } from './admin-auth.ts'
import type { Control } from './context.ts'
import { createEventStreams } from './event-streams.ts'
import { createLiveChanges } from './live-changes.ts'
import { createLiveRequests } from './live-requests.ts'
import { registerControlOperation } from './operation-route.ts'

/**
 * The sandbox's own API under `/sandbox`: everything that a dashboard user, an OTA or the course of time would do, for
 * tests and tools. Every operation of the table of `@svc/control`, behind the admin token; not rate limited; without
 * idempotency keys. Its description, `/sandbox/openapi.json`, is the same for all callers and needs no token.
 */
export function controlPlugin(options: { control: Control; adminToken: string }): FastifyPluginAsync {
  const { log, storage } = options.control
  const streams = createEventStreams()
  const live = createLiveRequests(streams, log)
  const changes = createLiveChanges({ streams, storage, log })
  const control = { ...options.control, live, changes }
  let document: string | undefined

  const operations: FastifyPluginAsync = async function controlRoutes(scope) {
    scope.addHook('onRequest', adminAuth(options.adminToken))
    for (const id of Object.keys(controlOperations) as ControlOperationId[])
      registerControlOperation(scope, id, control)
  }

  return async function controlApi(fastify) {
    // Answers hold personal data and sometimes secrets: no cache may keep them.
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.header('Cache-Control', 'no-store')
      done()
    })
    // Before the server waits for its connections: the live streams do not end by themselves.
    fastify.addHook('preClose', async () => streams.end())
    fastify.get('/openapi.json', (_request, reply) => {
      document ??= JSON.stringify(controlOpenapi())
      return reply.type(jsonType).send(document)
    })
    await fastify.register(operations)
  }
}
