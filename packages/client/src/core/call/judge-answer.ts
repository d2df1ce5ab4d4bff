import { headerNames } from '@svc/models'
import { apiError, responseError } from '../../errors/from-failure.ts'
import { parseErrorBody } from '../../errors/parse-error-body.ts'
import type { SvcError } from '../../errors/svc-error.ts'
import type { AttemptResult } from '../wire/exchange.ts'
import type { Engine } from '../engine.ts'
import type { Failure } from '../retry/failure.ts'
import { joinHeaders } from '../wire/headers.ts'
import type { PreparedCall } from './prepare.ts'
import { describeCall, type Progress } from './running-call.ts'
import { readAnswer } from './read-answer.ts'
import type { AttemptReport } from '../report/report-attempt.ts'
import { parseRetryAfter } from '../retry/retry-after.ts'
import type { Tried } from './tried.ts'

const requestIdHeader = headerNames.requestId.toLowerCase()
const replayedHeader = headerNames.idempotentReplayed.toLowerCase()
const retryAfterHeader = headerNames.retryAfter.toLowerCase()

/** Turns an answer into data or a typed error. */
export function judgeAnswer<T>(
  engine: Engine,
  prepared: PreparedCall,
  progress: Progress,
  report: AttemptReport,
  result: AttemptResult & { kind: 'answer' },
  fail: (failure: Failure, makeError: () => SvcError) => Tried<T>,
): Tried<T> {
  const { status, body, bodyError } = result
  const headers = joinHeaders(result.headers, engine.redact)
  const requestId = headers[requestIdHeader]
  const replayed = headers[replayedHeader] === 'true'

  if (status < 200 || status >= 300) {
    report.response(status, requestId, replayed)
    const errorBody = parseErrorBody(status, body && engine.redact(body.toString('utf8')))
    const retryAfterMs = parseRetryAfter(result.headers[retryAfterHeader], {
      serverDate: result.headers['date'],
      localMs: engine.runtime.date(),
    })
    return fail({ kind: 'answer', status, code: errorBody.code }, () =>
      apiError(describeCall(prepared, progress, retryAfterMs), {
        status,
        headers,
        requestId,
        body: errorBody,
      }),
    )
  }

  const answer =
    body === undefined && prepared.operation.answer
      ? { ok: false as const, problem: bodyError?.message ?? 'could not be read', details: [] }
      : readAnswer(prepared.operation, body ?? Buffer.alloc(0))
  if (!answer.ok) {
    const code = bodyError?.code === 'response_too_large' ? bodyError.code : 'invalid_response'
    const { problem, details } = answer
    return fail({ kind: 'contract' }, () =>
      responseError(describeCall(prepared, progress), {
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
  const response = { status, headers, requestId, attempts, idempotencyKey, replayed }
  return { ok: true, value: { data: answer.data as T, response } }
}
