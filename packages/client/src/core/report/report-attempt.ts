import { channels, publish } from './channels.ts'
import type { Hooks, RequestEvent } from './events.ts'
import { headerProblem } from '../wire/headers.ts'
import type { PreparedCall } from '../call/prepare.ts'
import { runHook, warnOfHeader } from './run-hook.ts'
import type { Runtime } from '../runtime.ts'

/** Tells hooks and channels of one attempt. Without either, it costs next to nothing. */
export interface AttemptReport {
  /** Headers to add to the attempt: the caller's, and what a hook or subscriber put beside them. */
  headers: Record<string, string>
  response(status: number, requestId: string | undefined, replayed: boolean): void
  error(error: unknown): void
  retry(error: Error, delayMs: number): void
}

let calls = 0

/** The number of the next call of this process. */
export const nextCall = () => ++calls

/** What was put into the event's headers while it was handled; a bad one must not break the call. */
function addedHeaders(event: RequestEvent): Record<string, string> {
  const good: Record<string, string> = {}
  for (const [name, value] of Object.entries(event.headers)) {
    const problem = headerProblem(name, value)
    if (problem === undefined) good[name] = value
    else warnOfHeader(name, problem)
  }
  return good
}

/** Reports the beginning of an attempt; the result reports the rest. */
export function reportAttempt(options: {
  call: number
  attempt: number
  prepared: PreparedCall
  origin: string
  hooks: Hooks
  runtime: Runtime
}): AttemptReport {
  const { prepared, hooks, runtime } = options
  const startedAt = runtime.now()
  const event: RequestEvent = {
    call: options.call,
    attempt: options.attempt,
    operation: prepared.operationId,
    method: prepared.method,
    route: prepared.route,
    origin: options.origin,
    idempotencyKey: prepared.idempotencyKey,
    headers: { ...prepared.headers },
  }
  const durationMs = () => runtime.now() - startedAt
  const watched = hooks.onRequest !== undefined || channels.request.hasSubscribers
  publish('request', event)
  runHook(hooks.onRequest, event)
  return {
    headers: watched ? addedHeaders(event) : event.headers,
    response(status, requestId, replayed) {
      const response = { ...event, status, requestId, replayed, durationMs: durationMs() }
      publish('response', response)
      runHook(hooks.onResponse, response)
    },
    error(error) {
      publish('error', { ...event, error, durationMs: durationMs() })
    },
    retry(error, delayMs) {
      const retry = { ...event, error, delayMs }
      publish('retry', retry)
      runHook(hooks.onRetry, retry)
    },
  }
}
