import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * While the server stops, each answer ends its connection: callers that keep connections open go elsewhere with their
 * next request, instead of meeting a closed one.
 */
export function closeWhileStopping(options: { stopping: () => boolean }): FastifyPluginAsync {
  return fp(async function closeWhileStoppingPlugin(fastify) {
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (options.stopping()) void reply.header('Connection', 'close')
      done(null, payload)
    })
  })
}
