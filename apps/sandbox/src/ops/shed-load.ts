import { headerNames } from '@svc/models'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Asked } from '../http/asked.ts'
import { directRules } from '../http/direct-rules.ts'
import { whenEnded } from '../http/when-ended.ts'
import { ServiceError } from '../service/errors.ts'
import { type PressureSenses, watchPressure } from './pressure.ts'

/** The limits beyond which the client API answers 503, because it could not answer in time. */
export interface OverloadLimits {
  /** Requests in progress at once. More requests would only wait, and delay the others. @default 1000 */
  maxRequests?: number | undefined
  /**
   * Milliseconds by which the event loop is late, as the mean of a sample. Not for a process that does other work too:
   * the work of a test runner is no overload of the server. @default 'off'
   */
  maxEventLoopDelayMs?: number | 'off' | undefined
  /** Part of V8's heap limit that may be in use, 0 to 1: beyond it the process crashes. @default 'off' */
  maxHeapUsed?: number | 'off' | undefined
  /** Milliseconds of one sample of delay and heap. @default 500 */
  sampleMs?: number | undefined
}

/** Why a request was refused, as in the metrics. */
export type ShedReason = 'requests' | 'event_loop' | 'heap'

export interface ShedLoad {
  /** For the scope of the client API, before any work is done for a request. */
  scope: FastifyPluginAsync
  /** Requests of the client API in progress. */
  inFlight(): number
}

const retryAfterSeconds = 1

export interface ShedLoadOptions extends OverloadLimits {
  onShed?: ((reason: ShedReason) => void) | undefined
  /** What pressure is felt by. @default those of this process */
  senses?: PressureSenses | undefined
}

/**
 * Sheds load before latency collapses: beyond a limit, requests are answered 503 `unavailable` with `Retry-After` before
 * anything is done for them, so those in progress are still answered in time. Only the client API is shed: health,
 * metrics and the control API are what an operator needs at that very moment.
 */
export function createShedLoad(options: ShedLoadOptions = {}): ShedLoad {
  const { maxRequests = 1_000, maxEventLoopDelayMs = 'off', maxHeapUsed = 'off', sampleMs = 500 } = options
  let inFlight = 0

  function shed(reply: FastifyReply, reason: ShedReason): ServiceError {
    options.onShed?.(reason)
    void reply.header(headerNames.retryAfter, retryAfterSeconds)
    return new ServiceError(
      'unavailable',
      'The service has more to do than it can do in good time. Try again in a second, with the same ' +
        'Idempotency-Key where there is one.',
    )
  }

  const scope = fp(async function shedLoadPlugin(fastify) {
    const watched = maxEventLoopDelayMs !== 'off' || maxHeapUsed !== 'off'
    const pressure = watched
      ? watchPressure({ maxEventLoopDelayMs, maxHeapUsed, sampleMs }, options.senses)
      : undefined
    fastify.addHook('onClose', async () => pressure?.stop())
    const short = () => (inFlight >= maxRequests ? 'requests' : pressure?.short())
    const admit = ({ call }: Asked) => {
      inFlight += 1
      if (call) call.admitted = true
    }
    directRules(fastify, { may: () => short() === undefined, sending: admit })
    fastify.addHook('onRequest', (request, reply, done) => {
      const reason = short()
      if (reason) return done(shed(reply, reason))
      admit(request)
      done()
    })
    // Called exactly once for every answer: sent, cut off, or never begun because the caller has gone.
    whenEnded(fastify, ({ call }) => {
      if (call?.admitted) inFlight -= 1
    })
  })
  return { scope, inFlight: () => inFlight }
}
