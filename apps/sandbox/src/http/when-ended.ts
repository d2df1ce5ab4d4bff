import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** How a request ended, as logs and metrics say it. */
export interface Ended {
  /** What was answered; 499 when the connection was gone before there was an answer, as nginx has it. */
  status: number
  /** The connection was gone before the answer was out. */
  aborted: boolean
  /** Milliseconds since its head had arrived. Fastify's own `elapsedTime` stands still where nothing is logged. */
  ms: number
}

/**
 * Calls back once for each request of the scope, whatever became of it. Fastify's `onResponse` is not called for answers
 * that never end: a caller who goes away, a connection that is cut off.
 */
export function whenEnded(
  scope: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, how: Ended) => void,
): void {
  scope.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    const startedAt = performance.now()
    raw.once('close', () => {
      const how = {
        status: raw.headersSent ? reply.statusCode : 499,
        aborted: !raw.writableFinished,
        ms: performance.now() - startedAt,
      }
      try {
        ended(request, reply, how)
      } catch (error) {
        // There is nobody above to catch it, and telling of a request must not end the process.
        request.log.error({ err: error }, 'a request could not be accounted for')
      }
    })
    done()
  })
}
