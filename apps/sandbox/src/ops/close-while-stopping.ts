import type { FastifyInstance } from 'fastify'

/**
 * While the server stops, each answer ends its connection: callers that keep connections open go elsewhere with their
 * next request, instead of meeting a closed one.
 */
export function closeWhileStopping(fastify: FastifyInstance, stopping: () => boolean): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping()) void reply.header('Connection', 'close')
    done(null, payload)
  })
}
