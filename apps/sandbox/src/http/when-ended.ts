import type { FastifyInstance } from 'fastify'
import type { Answering, Asked } from './asked.ts'
import { fromScopes } from './scope-chain.ts'

/** The end of a request, for logs and metrics. */
export interface Ended {
  /** What was answered; 499 when the connection was gone before there was an answer, as nginx does. */
  status: number
  /** The connection was gone before the answer was out. */
  aborted: boolean
  /** Milliseconds since its head had arrived. Fastify's own `elapsedTime` stands still where nothing is logged. */
  ms: number
}

type Hear = (request: Asked, reply: Answering, how: Ended) => void

/** The listeners of each scope: all of them share one listener of a request. */
const hearers = new WeakMap<FastifyInstance, Hear[]>()

/**
 * Calls back once for each request of the scope, however it ends. Fastify's `onResponse` is not called for answers
 * that never end: a caller who goes away, a connection that is cut off.
 */
export function whenEnded(scope: FastifyInstance, hear: Hear): void {
  const known = hearers.get(scope)
  if (known) {
    known.push(hear)
    return
  }
  const all = [hear]
  hearers.set(scope, all)
  scope.addHook('onRequest', (request, reply, done) => {
    hearEnd(request, reply, all)
    done()
  })
}

/** The listeners of a scope and of those around it, from the outermost on. */
export const hearersOf = (scope: FastifyInstance): readonly Hear[] => fromScopes(hearers, scope)

/** Tells these listeners when a request has ended that begins now. */
export function hearEnd(request: Asked, reply: Answering, all: readonly Hear[]): void {
  const { raw } = reply
  const startedAt = performance.now()
  // Emitted once: `once` would only cost.
  raw.on('close', () => {
    const how = {
      status: raw.headersSent ? reply.statusCode : 499,
      aborted: !raw.writableFinished,
      ms: performance.now() - startedAt,
    }
    for (const each of all) {
      try {
        each(request, reply, how)
      } catch (error) {
        // There is nobody above to catch it, and accounting for a request must not end the process.
        request.log.error({ err: error }, 'a request could not be accounted for')
      }
    }
  })
}
