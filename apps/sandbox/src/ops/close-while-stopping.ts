import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * While the server stops, each answer ends its connection. Callers that keep connections open then send their next
 * request to another node, and not to a closed connection.
 */
export function closeWhileStopping(options: { stopping: () => boolean }): FastifyPluginAsync {
  return fp(async function closeWhileStoppingPlugin(fastify) {
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (options.stopping()) void reply.header('Connection', 'close')
      done(null, payload)
    })
  })
}
