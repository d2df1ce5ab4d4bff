import { errorOf } from '../../errors/error-of.ts'
import type { FailedTry } from '../../errors/failed-try.ts'
import type { SvcError } from '../../errors/svc-error.ts'
import type { Engine } from '../engine.ts'
import type { AttemptReport } from '../report/report-attempt.ts'
import { mayHaveHappened } from '../retry/failure.ts'
import { redactError } from '../wire/redact.ts'
import type { WithResponse } from './answer-info.ts'
import { startDeadline } from './deadline.ts'
import { judgeAnswer, type Outcome } from './judge-answer.ts'
import { describeCall, type RunningCall } from './running-call.ts'

/** A try, turned into what the caller gets: the data, or the error and the failure that it stands for. */
export type Tried<T> =
  | { ok: true; value: WithResponse<T> }
  | { ok: false; failure: FailedTry; error: SvcError }

/**
 * Makes one try, notes in the call whether it may have taken effect, and reports how it ended.
 *
 * @throws the reason of the caller's signal, as it came
 */
export async function tryOnce<T>(
  engine: Engine,
  running: RunningCall,
  report: AttemptReport,
): Promise<Tried<T>> {
  const { prepared, attempts } = running
  let outcome: Outcome
  try {
    outcome = await send(engine, running, report.headers)
  } catch (reason) {
    report.error(reason)
    throw reason
  }
  if (outcome.ok) {
    report.response(outcome.head)
    const { idempotencyKey } = prepared
    return {
      ok: true,
      value: { data: outcome.data as T, response: { ...outcome.head, attempts, idempotencyKey } },
    }
  }
  const { failure } = outcome
  running.ambiguous = mayHaveHappened(prepared.method, failure, running.ambiguous)
  const error = errorOf(describeCall(running), failure)
  if (failure.kind === 'answer') report.response(failure.head)
  else report.error(error)
  return { ok: false, failure, error }
}

/**
 * Sends the request under the time limit of one try, or of the whole call if that ends sooner.
 *
 * @throws the reason of the caller's signal, as it came
 */
async function send(
  engine: Engine,
  { prepared, endsAt, last }: RunningCall,
  addedHeaders: Record<string, string>,
): Promise<Outcome> {
  const { runtime, settings } = engine
  const { method, path, body, operation, timeoutMs, totalTimeoutMs } = prepared
  const remainingMs = endsAt - runtime.now()
  const by = timeoutMs <= remainingMs ? 'attempt' : 'total'
  const ms = Math.min(timeoutMs, remainingMs)
  const deadline = startDeadline({ ms, by, parent: prepared.signal, runtime })
  try {
    const result = await engine.transport.exchange({
      request: {
        method,
        origin: settings.origin,
        path,
        headers: engine.headers(addedHeaders, prepared.idempotencyKey),
        body,
      },
      stop: deadline,
      maxResponseBytes: settings.maxResponseBytes,
    })
    if (result.kind === 'answer') {
      return judgeAnswer(result, { operation, redact: engine.redact, localMs: runtime.date() })
    }
    const { sent } = result
    if (result.kind === 'connection') {
      return { ok: false, failure: { ...result, cause: redactError(result.cause, engine.redact) } }
    }
    const { reason } = deadline
    if (reason?.by === 'caller') throw reason.reason
    const scope = reason?.by ?? by
    const limitMs = scope === 'attempt' ? timeoutMs : totalTimeoutMs
    return { ok: false, failure: { kind: 'timeout', scope, sent, limitMs, cause: last } }
  } finally {
    deadline.stop()
  }
}
