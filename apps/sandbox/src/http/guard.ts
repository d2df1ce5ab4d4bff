import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Answering, Asked } from './asked.ts'

/**
 * One check of a request, before its query and body are looked at. Throws what refuses the request, or answers it.
 * Returns a promise only where it has to wait.
 */
export type Guard = (request: Asked, reply: Answering) => void | Promise<void>

/** Runs from one guard on, in this very turn of the event loop for as long as none has to wait. */
export function run(
  guards: readonly Guard[],
  request: Asked,
  reply: Answering,
  from = 0,
): void | Promise<void> {
  for (let at = from; at < guards.length && !reply.sent; at++) {
    const waiting = guards[at]?.(request, reply)
    if (waiting) return waiting.then(() => run(guards, request, reply, at + 1))
  }
}

/**
 * The guards of a scope, in order: the first that throws or answers ends the request. They are one hook, because a hook
 * that is asynchronous costs each request turns of the event loop, whether it waits or not.
 */
export function guarded(options: { guards: readonly Guard[] }): FastifyPluginAsync {
  return fp(async function guardedPlugin(fastify) {
    fastify.addHook('onRequest', (request, reply, done) => {
      const passed = () => {
        if (!reply.sent) done()
      }
      let waiting: void | Promise<void>
      try {
        waiting = run(options.guards, request, reply)
      } catch (error) {
        return done(error as Error)
      }
      if (waiting) waiting.then(passed, done)
      else passed()
    })
  })
}
