import type { OptionNames } from '@svc/models'
import type { Dispatcher } from 'undici'
import type { Hooks } from './core/report/events.ts'
import type { RateLimit } from './core/retry/rate-limiter.ts'

/** Options of a client. */
export interface SvcClientOptions {
  /**
   * Address of the service: `https://api.example.com`. A path is kept, and the final slash does not matter; a final
   * `/api/v1/client` is understood and does not come twice. `http://` is for loopback alone.
   */
  baseUrl: string | URL
  /** The key of the property, from the dashboard. It belongs on a server, never in a browser or an app. */
  apiKey: string
  /**
   * Where the service answers webhook endpoints, from the root of `baseUrl`: the specification can also be read as
   * `/client/webhooks`. @default '/api/v1/client/webhooks'
   */
  webhooksPath?: string | undefined
  /** Milliseconds for one attempt: connecting, sending, waiting and reading the body together. @default 10_000 */
  timeoutMs?: number | undefined
  /** Milliseconds for a whole call: all attempts and all waits together. @default 90_000 */
  totalTimeoutMs?: number | undefined
  /** Attempts after the first one. @default 3 */
  maxRetries?: number | undefined
  /**
   * Retries that all calls of this client together may make during an outage. Without any left, a call fails after its
   * first attempt. The budget refills by 0.1 with every call that succeeds and by 0.5 a second. `false`: no such limit. @default 100
   */
  retryBudget?: number | false | undefined
  /**
   * Keeps this client under a limit: attempts in any stretch of `perMs`, or a number of attempts a minute. Calls wait
   * for their turn, first come first served, within their `totalTimeoutMs`. @default false
   */
  rateLimit?: number | RateLimit | false | undefined
  /** Connections at the same time, further calls wait for one. Not used with `dispatcher`. @default 16 */
  connections?: number | undefined
  /** Bytes of an answer, on the wire and after decompression; a larger one is refused. @default 67_108_864 (64 MiB) */
  maxResponseBytes?: number | undefined
  /** Called as attempts begin, end, and are repeated. @default none */
  hooks?: Hooks | undefined
  /**
   * Name and version of your program, for those who run the service: `my-pms/2.1`. It goes into `User-Agent`, before the
   * client's own. @default none
   */
  userAgent?: string | undefined
  /** An undici dispatcher (a proxy, mTLS, a mock) to use instead of the private one; yours to close. @default none */
  dispatcher?: Dispatcher | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Stops the call at any time: it rejects with `signal.reason` at once. @default none */
  signal?: AbortSignal | undefined
  /** See {@link SvcClientOptions.timeoutMs}. @default the client's */
  timeoutMs?: number | undefined
  /** See {@link SvcClientOptions.totalTimeoutMs}. @default the client's */
  totalTimeoutMs?: number | undefined
  /** See {@link SvcClientOptions.maxRetries}. @default the client's */
  maxRetries?: number | undefined
  /** Headers to add, such as `traceparent`. Those that the client sets itself are refused. @default none */
  headers?: Record<string, string> | undefined
}

/** Options of a POST or PATCH. */
export interface WriteOptions extends CallOptions {
  /**
   * UUID v4 that names this one operation. Make it where the job is made and store it with the job: then a
   * job that runs twice pays once. @default a new one for each call
   */
  idempotencyKey?: string | undefined
}

/** The names of the options: others are refused (D25). */
export const clientOptionNames: OptionNames<SvcClientOptions> = {
  baseUrl: true,
  apiKey: true,
  timeoutMs: true,
  totalTimeoutMs: true,
  maxRetries: true,
  retryBudget: true,
  rateLimit: true,
  connections: true,
  maxResponseBytes: true,
  hooks: true,
  dispatcher: true,
  webhooksPath: true,
  userAgent: true,
}

/** The names of the options of a read or a DELETE. */
export const callOptionNames: OptionNames<CallOptions> = {
  signal: true,
  timeoutMs: true,
  totalTimeoutMs: true,
  maxRetries: true,
  headers: true,
}

/** The names of the options of a POST or PATCH. */
export const writeOptionNames: OptionNames<WriteOptions> = { ...callOptionNames, idempotencyKey: true }
