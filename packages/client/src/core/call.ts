import { headerNames, type OperationId } from '@svc/models'
import {
  apiError,
  connectionError,
  type FailedCall,
  responseError,
  timeoutError,
} from '../errors/from-failure.ts'
import { parseErrorBody } from '../errors/parse-error-body.ts'
import type { SvcError } from '../errors/svc-error.ts'
import type { WithResponse } from './answer-info.ts'
import { attempt, type AttemptResult } from './attempt.ts'
import { type Deadline, startDeadline, Stopped } from './deadline.ts'
import { delay } from './delay.ts'
import type { Engine } from './engine.ts'
import { type Failure, mayHaveHappened } from './failure.ts'
import { joinHeaders } from './headers.ts'
import { type CallInput, prepare, type PreparedCall } from './prepare.ts'
import { readAnswer } from './read-answer.ts'
import { type AttemptReport, nextCall, reportAttempt } from './reporter.ts'
import { parseRetryAfter } from './retry-after.ts'
import { isRetryable } from './retry-decision.ts'
import { retryDelay } from './retry-delay.ts'

/** What the tries of one call know of each other. */
interface Progress {
  readonly call: number
  /** Tries begun. */
  attempts: number
  /** Whether a try so far may have taken effect. */
  ambiguous: boolean
}

type Tried<T> = { ok: true; value: WithResponse<T> } | { ok: false; failure: Failure; error: SvcError }

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
  const prepared = prepare(operationId, input, engine.settings, engine.runtime)
  prepared.signal?.throwIfAborted()
  const { runtime, budget } = engine
  const endsAt = runtime.now() + prepared.totalTimeoutMs
  const total = startDeadline({ ms: prepared.totalTimeoutMs, by: 'total', parent: prepared.signal, runtime })
  const progress: Progress = { call: nextCall(), attempts: 0, ambiguous: false }
  let last: SvcError | undefined
  try {
    for (;;) {
      await engine.limiter?.acquire(total.signal)
      progress.attempts += 1
      const report = reportAttempt({
        call: progress.call,
        attempt: progress.attempts,
        prepared,
        origin: engine.settings.origin,
        hooks: engine.settings.hooks,
        runtime,
      })
      const tried = await tryOnce<T>(engine, prepared, progress, report, total, last)
      if (tried.ok) {
        budget?.refund()
        return tried.value
      }
      last = tried.error
      if (progress.attempts > prepared.maxRetries || !isRetryable(tried.failure)) throw last
      const delayMs = retryDelay({
        retry: progress.attempts,
        retryAfterMs: last.retryAfterMs,
        remainingMs: endsAt - runtime.now(),
        random: runtime.random(),
      })
      if (delayMs === undefined || budget?.take() === false) throw last
      report.retry(last, delayMs)
      await delay(delayMs, total.signal, runtime)
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    if (error.by === 'caller') throw error.reason
    // Between two tries, or while waiting for the rate limit.
    throw timeoutError(describe(prepared, progress), {
      scope: 'total',
      limitMs: prepared.totalTimeoutMs,
      cause: last,
    })
  } finally {
    total.stop()
  }
}

function describe(prepared: PreparedCall, progress: Progress, retryAfterMs?: number): FailedCall {
  const { method, route, idempotencyKey } = prepared
  return {
    method,
    route,
    idempotencyKey,
    attempts: progress.attempts,
    ambiguous: progress.ambiguous,
    retryAfterMs,
  }
}

/** One try with its own time limit, turned into data or a typed error. The caller's abort is thrown as it came. */
async function tryOnce<T>(
  engine: Engine,
  prepared: PreparedCall,
  progress: Progress,
  report: AttemptReport,
  total: Deadline,
  last: SvcError | undefined,
): Promise<Tried<T>> {
  const { runtime } = engine
  let sent = false
  const fail = (failure: Failure, makeError: () => SvcError): Tried<T> => {
    progress.ambiguous = mayHaveHappened(prepared.method, failure, progress.ambiguous)
    const error = makeError()
    if (failure.kind !== 'answer') report.error(error)
    return { ok: false, failure, error }
  }
  const own = startDeadline({ ms: prepared.timeoutMs, by: 'attempt', parent: total.signal, runtime })
  try {
    const result = await attempt({
      transport: engine.transport,
      request: {
        method: prepared.method,
        origin: engine.settings.origin,
        path: prepared.path,
        headers: { ...report.headers, ...engine.headers(prepared.idempotencyKey) },
        body: prepared.body,
      },
      signal: own.signal,
      maxResponseBytes: engine.settings.maxResponseBytes,
      onSent: () => {
        sent = true
      },
      isTimeLimit: (reason) => reason instanceof Stopped && reason.by !== 'caller',
    })
    if (result.kind === 'connection') {
      const { cause, permanent } = result
      return fail({ kind: 'connection', sent, permanent }, () =>
        connectionError(describe(prepared, progress), { sent, permanent, cause: engine.redactError(cause) }),
      )
    }
    return readResult<T>(engine, prepared, progress, report, result, fail)
  } catch (error) {
    if (!(error instanceof Stopped) || error.by === 'caller') {
      report.error(error instanceof Stopped ? error.reason : error)
      throw error
    }
    const scope = error.by
    const limitMs = scope === 'attempt' ? prepared.timeoutMs : prepared.totalTimeoutMs
    return fail({ kind: 'timeout', scope, sent }, () =>
      timeoutError(describe(prepared, progress), { scope, limitMs, cause: last }),
    )
  } finally {
    own.stop()
  }
}

/** Turns an answer into data or a typed error. */
function readResult<T>(
  engine: Engine,
  prepared: PreparedCall,
  progress: Progress,
  report: AttemptReport,
  result: AttemptResult & { kind: 'answer' },
  fail: (failure: Failure, makeError: () => SvcError) => Tried<T>,
): Tried<T> {
  const { status, bodyError } = result
  const headers = joinHeaders(result.headers, engine.redact)
  const requestId = headers[headerNames.requestId.toLowerCase()]
  const replayed = headers[headerNames.idempotentReplayed.toLowerCase()] === 'true'

  if (status < 200 || status >= 300) {
    report.response(status, requestId, replayed)
    const text = result.body && engine.redact(result.body.toString('utf8'))
    const body = parseErrorBody(status, text)
    const retryAfterMs = parseRetryAfter(result.headers['retry-after'], {
      serverDate: result.headers['date'],
      localMs: engine.runtime.date(),
    })
    return fail({ kind: 'answer', status, code: body.code }, () =>
      apiError(describe(prepared, progress, retryAfterMs), { status, headers, requestId, body }),
    )
  }

  const answer =
    result.body === undefined && prepared.operation.answer
      ? { ok: false as const, problem: bodyError?.message ?? 'could not be read', details: [] }
      : readAnswer(prepared.operation, result.body ?? Buffer.alloc(0))
  if (!answer.ok) {
    const code = bodyError?.code === 'response_too_large' ? bodyError.code : 'invalid_response'
    const { problem, details } = answer
    return fail({ kind: 'contract' }, () =>
      responseError(describe(prepared, progress), {
        code,
        problem,
        details,
        status,
        headers,
        requestId,
        cause: bodyError,
      }),
    )
  }
  report.response(status, requestId, replayed)
  const { attempts } = progress
  const { idempotencyKey } = prepared
  const value = {
    data: answer.data as T,
    response: { status, headers, requestId, attempts, idempotencyKey, replayed },
  }
  return { ok: true, value }
}
