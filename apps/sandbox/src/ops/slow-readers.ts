import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Cuts off callers that ask and do not read: once an answer is on its way, its connection may stand still for so long
 * and no longer. Without it, a few sockets that never read hold their answers in memory for ever. What an operation
 * itself takes is not limited here.
 *
 * @param options.idleMs milliseconds without progress. @default 30,000
 */
export function slowReaders(options: { idleMs?: number | undefined } = {}): FastifyPluginAsync {
  const { idleMs = 30_000 } = options
  return fp(async function slowReadersPlugin(fastify) {
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      // Node.js takes it back with the end of the answer, and destroys the connection when it fires.
      request.raw.socket.setTimeout(idleMs)
      done(null, payload)
    })
  })
}
