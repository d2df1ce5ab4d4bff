import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { directRules } from '../http/direct-rules.ts'

/**
 * While the server stops, each answer ends its connection. Callers that keep connections open then send their next
 * request to another node, and not to a closed connection.
 */
export function closeWhileStopping(options: { stopping: () => boolean }): FastifyPluginAsync {
  return fp(async function closeWhileStoppingPlugin(fastify) {
    directRules(fastify, { may: () => !options.stopping() })
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (options.stopping()) void reply.header('Connection', 'close')
      done(null, payload)
    })
  })
}
