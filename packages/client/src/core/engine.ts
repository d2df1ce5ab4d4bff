import { headerNames } from '@svc/models/vocabulary'
import type { SvcClientOptions } from '../options.ts'
import { version } from '../version.ts'
import { createRateLimiter, type RateLimiter } from './retry/rate-limiter.ts'
import { acceptEncoding } from './wire/read-body.ts'
import { createRedact, type Redact } from './wire/redact.ts'
import { createRetryBudget, type RetryBudget } from './retry/retry-budget.ts'
import type { Runtime } from './runtime.ts'
import { readSettings, type Settings } from './settings.ts'
import { createTransport, type Transport } from './wire/transport.ts'

const isEmpty = (fields: object): boolean => {
  for (const _ in fields) return false
  return true
}

/** Bun and Deno tell a version of Node too, which they are not. */
function runtimeName(): string {
  const { versions } = process
  const name = ['bun', 'deno'].find((each) => versions[each]) ?? 'node'
  return `${name}/${versions[name]}`
}

/** What all calls of one client share. */
export interface Engine {
  settings: Settings
  runtime: Runtime
  transport: Transport
  budget: RetryBudget | undefined
  limiter: RateLimiter | undefined
  /**
   * Headers of a request, those added by the caller first. The API key lives in this function's closure and nowhere
   * else, out of `inspect`'s reach.
   */
  headers(added: Record<string, string>, idempotencyKey: string | undefined): Readonly<Record<string, string>>
  redact: Redact
}

/**
 * Puts the parts of a client together. Opens nothing.
 *
 * @throws {RequestError} for options that are wrong
 */
export function createEngine(options: SvcClientOptions, runtime: Runtime): Engine {
  const settings = readSettings(options)
  const { apiKey } = options
  const { retryBudget, rateLimit, connections } = settings
  const own = {
    [headerNames.apiKey]: apiKey,
    // On all requests, also those without a body: the specification asks for it.
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'Accept-Encoding': acceptEncoding,
    'User-Agent': `${settings.userAgent}svc-client/${version} ${runtimeName()}`,
  }
  const sentAlways: Readonly<Record<string, string>> = Object.freeze({ ...own })
  return {
    settings,
    runtime,
    transport: createTransport({ dispatcher: options.dispatcher, connections }),
    budget: retryBudget === false ? undefined : createRetryBudget({ capacity: retryBudget, runtime }),
    limiter: rateLimit && createRateLimiter({ ...rateLimit, runtime }),
    headers: (added, idempotencyKey) =>
      idempotencyKey !== undefined
        ? { ...added, ...own, [headerNames.idempotencyKey]: idempotencyKey }
        : isEmpty(added)
          ? sentAlways
          : { ...added, ...own },
    redact: createRedact(apiKey),
  }
}
