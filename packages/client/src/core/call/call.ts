import type { OperationId } from '@svc/models'
import { errorOf } from '../../errors/error-of.ts'
import type { Engine } from '../engine.ts'
import { reportAttempt } from '../report/report-attempt.ts'
import { isRetryable } from '../retry/failure.ts'
import type { RateLimiter } from '../retry/rate-limiter.ts'
import { retryDelay } from '../retry/retry-delay.ts'
import type { Runtime } from '../runtime.ts'
import type { WithResponse } from './answer-info.ts'
import { startDeadline, Stopped } from './deadline.ts'
import { delay } from './delay.ts'
import { type CallInput, prepare } from './prepare.ts'
import { describeAttempt, describeCall, type RunningCall, startCall } from './running-call.ts'
import { tryOnce } from './try-once.ts'

/**
 * Makes a call: checks it, sends it, sends it again where that helps, and reads the answer.
 *
 * @throws {SvcError} of one kind or another, or the reason of the caller's signal
 */
export async function call<T>(
  engine: Engine,
  operationId: OperationId,
  input: CallInput,
): Promise<WithResponse<T>> {
  const { runtime, budget, limiter, settings } = engine
  const prepared = prepare(operationId, input, settings, runtime)
  prepared.signal?.throwIfAborted()
  const running = startCall(prepared, runtime.now())

  for (;;) {
    if (limiter) await waitForTurn(limiter, running, runtime)
    running.attempts += 1
    const report = reportAttempt(describeAttempt(running, settings.origin), settings.hooks, runtime)
    const tried = await tryOnce<T>(engine, running, report)
    if (tried.ok) {
      budget?.refund()
      return tried.value
    }
    const { error } = tried
    running.last = error
    if (running.attempts > prepared.maxRetries || !isRetryable(tried.failure)) throw error
    const delayMs = retryDelay({
      retry: running.attempts,
      retryAfterMs: error.retryAfterMs,
      remainingMs: running.endsAt - runtime.now(),
      random: runtime.random(),
    })
    if (delayMs === undefined || budget?.take() === false) throw error
    report.retry(error, delayMs)
    await delay(delayMs, prepared.signal, runtime)
  }
}

/** Waits for the client-side rate limit, within the time of the whole call. */
async function waitForTurn(limiter: RateLimiter, running: RunningCall, runtime: Runtime): Promise<void> {
  const { prepared, endsAt, last } = running
  const ms = endsAt - runtime.now()
  const deadline = startDeadline({ ms, by: 'total', parent: prepared.signal, runtime })
  try {
    await limiter.acquire(deadline.signal)
  } catch (error) {
    if (error instanceof Stopped && error.by === 'caller') throw error.reason
    const limitMs = prepared.totalTimeoutMs
    throw errorOf(describeCall(running), {
      kind: 'timeout',
      scope: 'total',
      sent: false,
      limitMs,
      cause: last,
    })
  } finally {
    deadline.stop()
  }
}
