import { connectionError, timeoutError } from '../../errors/from-failure.ts'
import type { SvcError } from '../../errors/svc-error.ts'
import { attempt } from '../wire/exchange.ts'
import { startDeadline, Stopped } from './deadline.ts'
import type { Engine } from '../engine.ts'
import { type Failure, mayHaveHappened } from '../retry/failure.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { PreparedCall } from './prepare.ts'
import { describeCall, type Progress } from './running-call.ts'
import type { AttemptReport } from '../report/report-attempt.ts'
import type { Tried } from './tried.ts'

/**
 * One try with its own time limit, turned into data or a typed error.
 *
 * @throws the reason of the caller's signal, as it came
 */
export async function tryOnce<T>(
  engine: Engine,
  prepared: PreparedCall,
  progress: Progress,
  report: AttemptReport,
): Promise<Tried<T>> {
  const { runtime } = engine
  let sent = false
  const fail = (failure: Failure, makeError: () => SvcError): Tried<T> => {
    progress.ambiguous = mayHaveHappened(prepared.method, failure, progress.ambiguous)
    const error = makeError()
    if (failure.kind !== 'answer') report.error(error)
    return { ok: false, failure, error }
  }
  const remainingMs = progress.endsAt - runtime.now()
  const scope = prepared.timeoutMs <= remainingMs ? 'attempt' : 'total'
  const ms = Math.min(prepared.timeoutMs, remainingMs)
  const deadline = startDeadline({ ms, by: scope, parent: prepared.signal, runtime })
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
      signal: deadline.signal,
      maxResponseBytes: engine.settings.maxResponseBytes,
      onSent: () => {
        sent = true
      },
      isTimeLimit: (reason) => reason instanceof Stopped && reason.by !== 'caller',
    })
    if (result.kind === 'answer') return judgeAnswer<T>(engine, prepared, progress, report, result, fail)
    const { cause, permanent } = result
    return fail({ kind: 'connection', sent, permanent }, () =>
      connectionError(describeCall(prepared, progress), {
        sent,
        permanent,
        cause: engine.redactError(cause),
      }),
    )
  } catch (error) {
    if (!(error instanceof Stopped) || error.by === 'caller') {
      const reason: unknown = error instanceof Stopped ? error.reason : error
      report.error(reason)
      throw reason
    }
    const limitMs = scope === 'attempt' ? prepared.timeoutMs : prepared.totalTimeoutMs
    return fail({ kind: 'timeout', scope, sent }, () =>
      timeoutError(describeCall(prepared, progress), { scope, limitMs, cause: progress.last }),
    )
  } finally {
    deadline.stop()
  }
}
