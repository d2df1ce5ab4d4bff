import { channels, publish } from './channels.ts'
import type { Hooks, RequestEvent, ResponseEvent } from './events.ts'
import { headerProblem } from '../wire/headers.ts'
import { runHook, warnOfHeader } from './run-hook.ts'
import type { Runtime } from '../runtime.ts'

/** Tells hooks and channels about one attempt. Without listeners it costs almost nothing. */
export interface AttemptReport {
  /** Headers to add to the attempt: the caller's, and what a hook or subscriber put beside them. */
  headers: Record<string, string>
  response(head: Pick<ResponseEvent, 'status' | 'requestId' | 'replayed'>): void
  error(error: unknown): void
  retry(error: Error, delayMs: number): void
}

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
export function reportAttempt(event: RequestEvent, hooks: Hooks, runtime: Runtime): AttemptReport {
  const startedAt = runtime.now()
  const durationMs = () => runtime.now() - startedAt
  const watched = hooks.onRequest !== undefined || channels.request.hasSubscribers
  publish('request', event)
  runHook(hooks.onRequest, event)
  return {
    headers: watched ? addedHeaders(event) : event.headers,
    response({ status, requestId, replayed }) {
      if (!hooks.onResponse && !channels.response.hasSubscribers) return
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
