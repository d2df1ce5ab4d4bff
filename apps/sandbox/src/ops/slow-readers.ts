import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Asked } from '../http/asked.ts'
import { directRules } from '../http/direct-rules.ts'

/**
 * Cuts off callers that do not read their answers: after an answer has begun, its connection may be idle for a limited
 * time. Without this, a few sockets that never read keep their answers in memory. The time of the operation itself is
 * not limited here.
 *
 * @param options.idleMs milliseconds without progress. @default 30,000
 */
export function slowReaders(options: { idleMs?: number | undefined } = {}): FastifyPluginAsync {
  const { idleMs = 30_000 } = options
  return fp(async function slowReadersPlugin(fastify) {
    // Node.js clears this time-out at the end of the answer, and destroys the connection when it fires.
    const limit = (request: Asked) => void request.raw.socket.setTimeout(idleMs)
    // What the connection has taken at once waits for nobody.
    directRules(fastify, { unread: limit })
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      limit(request)
      done(null, payload)
    })
  })
}
