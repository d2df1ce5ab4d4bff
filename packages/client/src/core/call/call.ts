import type { OperationId } from '@svc/models'
import { timeoutError } from '../../errors/from-failure.ts'
import type { WithResponse } from './answer-info.ts'
import { startDeadline, Stopped } from './deadline.ts'
import { delay } from './delay.ts'
import type { Engine } from '../engine.ts'
import { type CallInput, prepare, type PreparedCall } from './prepare.ts'
import { describeCall, type Progress } from './running-call.ts'
import { nextCall, reportAttempt } from '../report/report-attempt.ts'
import { isRetryable } from '../retry/retry-decision.ts'
import { retryDelay } from '../retry/retry-delay.ts'
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
  const { runtime, budget, settings } = engine
  const prepared = prepare(operationId, input, settings, runtime)
  prepared.signal?.throwIfAborted()
  const endsAt = runtime.now() + prepared.totalTimeoutMs
  const progress: Progress = { call: nextCall(), endsAt, attempts: 0, ambiguous: false, last: undefined }

  for (;;) {
    if (engine.limiter) await waitForTurn(engine, engine.limiter, prepared, progress)
    progress.attempts += 1
    const report = reportAttempt({
      call: progress.call,
      attempt: progress.attempts,
      prepared,
      origin: settings.origin,
      hooks: settings.hooks,
      runtime,
    })
    const tried = await tryOnce<T>(engine, prepared, progress, report)
    if (tried.ok) {
      budget?.refund()
      return tried.value
    }
    const { error } = tried
    progress.last = error
    if (progress.attempts > prepared.maxRetries || !isRetryable(tried.failure)) throw error
    const delayMs = retryDelay({
      retry: progress.attempts,
      retryAfterMs: error.retryAfterMs,
      remainingMs: endsAt - runtime.now(),
      random: runtime.random(),
    })
    if (delayMs === undefined || budget?.take() === false) throw error
    report.retry(error, delayMs)
    await delay(delayMs, prepared.signal, runtime)
  }
}

/** Waits for the client-side rate limit, within the time of the whole call. */
async function waitForTurn(
  { runtime }: Engine,
  limiter: NonNullable<Engine['limiter']>,
  prepared: PreparedCall,
  progress: Progress,
): Promise<void> {
  const ms = progress.endsAt - runtime.now()
  const deadline = startDeadline({ ms, by: 'total', parent: prepared.signal, runtime })
  try {
    await limiter.acquire(deadline.signal)
  } catch (error) {
    if (error instanceof Stopped && error.by === 'caller') throw error.reason
    throw timeoutError(describeCall(prepared, progress), {
      scope: 'total',
      limitMs: prepared.totalTimeoutMs,
      cause: progress.last,
    })
  } finally {
    deadline.stop()
  }
}
