import { headerNames } from '@svc/models'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../runtime.ts'
import { ServiceError } from '../service/errors.ts'
import type { RateLimitState, RateLimiter as CountingLimiter } from '../storage/rate-limiter.ts'
import type { Answering } from './asked.ts'
import type { Guard } from './guard.ts'

const counted = Symbol('the count of a request')

/** One that was refused past Fastify, which then answers it, is not counted again. */
type Counted = IncomingMessage & { [counted]?: RateLimitState }

/** The part of the limiter that a request needs. */
export type RateLimiter = Pick<CountingLimiter, 'hit'>

/** Current IETF draft first, then the older names that clients still read (D6). */
function setHeaders(reply: Answering, state: RateLimitState): void {
  const { limit, remaining, resetSeconds } = state
  void reply.headers({
    [headerNames.rateLimitPolicy]: `"default";q=${limit};w=60`,
    [headerNames.rateLimit]: `"default";r=${remaining};t=${resetSeconds}`,
    [headerNames.rateLimitLimit]: limit,
    [headerNames.rateLimitRemaining]: remaining,
    [headerNames.rateLimitReset]: resetSeconds,
  })
}

/** Counts every request of the scope by its IP, preflights and 404s too, before anything else is looked at. */
export function rateLimit(options: { limiter: RateLimiter; clock: Pick<Clock, 'mode'> }): Guard {
  const { clock } = options

  return function rateLimitGuard(request, reply) {
    const raw: Counted = request.raw
    const state = raw[counted] ?? options.limiter.hit(request.ip)
    if (state instanceof Promise) return state.then((told) => admit(reply, told, clock))
    if (state.limited) raw[counted] = state
    return admit(reply, state, clock)
  }
}

function admit(reply: Answering, state: RateLimitState, clock: Pick<Clock, 'mode'>): void {
  if (!Number.isFinite(state.limit)) return
  setHeaders(reply, state)
  if (!state.limited) return
  void reply.header(headerNames.retryAfter, Math.max(1, state.resetSeconds))
  throw new ServiceError(
    'rate_limited',
    `More than ${state.limit} requests in a minute from this address. ` +
      // Whoever waits for that minute waits for ever.
      (clock.mode === 'manual'
        ? `The clock of this sandbox is manual: advance it by ${state.resetSeconds} s, or start it with the rate limit off.`
        : `Try again in ${state.resetSeconds} s.`),
  )
}
