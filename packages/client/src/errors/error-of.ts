import type { ErrorCode } from '@svc/models'
import { isRetryable } from '../core/retry/failure.ts'
import { isImmediateFaked } from '../timers.ts'
import { adviceFor, adviceWhenAmbiguous } from './advice.ts'
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  OriginError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './api-error.ts'
import { ConnectionError } from './connection-error.ts'
import type {
  BrokenContract,
  ErrorAnswer,
  FailedCall,
  FailedTry,
  LostConnection,
  TimeRanOut,
} from './failed-try.ts'
import { listDetails, sentence } from './request-error.ts'
import { ResponseError } from './response-error.ts'
import type { SvcError } from './svc-error.ts'
import { TimeoutError } from './timeout-error.ts'

type JudgedCall = FailedCall & { retryable: boolean }

/** The typed error of a failed try. */
export function errorOf(failed: FailedCall, failure: FailedTry): SvcError {
  // Of a call that ran out of its own time, another one may end in time.
  const call: JudgedCall = { ...failed, retryable: failure.kind === 'timeout' || isRetryable(failure) }
  if (failure.kind === 'answer') return apiError(call, failure)
  if (failure.kind === 'contract') return responseError(call, failure)
  if (failure.kind === 'connection') return connectionError(call, failure)
  return timeoutError(call, failure)
}

const classByCode: Readonly<Record<ErrorCode, typeof ApiError>> = {
  bad_request: BadRequestError,
  validation_error: ValidationError,
  unauthorized: AuthenticationError,
  origin_not_allowed: OriginError,
  not_found: NotFoundError,
  idempotency_key_in_use: ConflictError,
  payload_too_large: ApiError,
  unsupported_media_type: ApiError,
  idempotency_key_reused: IdempotencyError,
  rate_limited: RateLimitError,
  internal_error: ServerError,
  unavailable: ServerError,
}

/**
 * The class by code, so that it never contradicts the code, whatever status another server puts beside it: 403
 * `unauthorized`, 409 `idempotency_key_reused`, 422 `validation_error`. By status where the code is none of the
 * service's and the status says enough.
 */
function errorClass(status: number, code: string): typeof ApiError {
  if (status >= 500) return ServerError
  const byCode = Object.hasOwn(classByCode, code) ? classByCode[code as ErrorCode] : undefined
  if (byCode && byCode !== ServerError) return byCode
  if (status === 401) return AuthenticationError
  if (status === 404) return NotFoundError
  if (status === 429) return RateLimitError
  // Without a code, what stands between answered. With one of another server, it may be a conflict that stays.
  if (status === 409 && code === 'http_409') return ConflictError
  if (status === 422 && code !== 'http_422') return ValidationError
  return status === 400 ? BadRequestError : ApiError
}

const place = (call: FailedCall) => `${call.method} ${call.route}`
const evidence = ({ attempts }: FailedCall, requestId?: string) =>
  (requestId ? `request id ${requestId}, ` : '') + (attempts === 1 ? '1 attempt' : `${attempts} attempts`)
const ambiguity = (call: FailedCall) => (call.ambiguous ? ` ${adviceWhenAmbiguous(call.method)}` : '')

function apiError(call: JudgedCall, { head, body, retryAfterMs }: ErrorAnswer): ApiError {
  const { status, headers } = head
  const requestId = head.requestId ?? body.requestId
  const said = body.message ? `: ${body.message}` : ''
  const listed = listDetails(body.details)
  // Often the service's message names the fields already.
  const fields = listed === '' || said.includes(listed) ? '' : ` (${listed})`
  const message =
    `${place(call)} failed with ${status} ${body.code}${sentence(said + fields)} [${evidence(call, requestId)}] ` +
    `${adviceFor(status, body.code, call.route)}${ambiguity(call)}`
  const { code, details } = body
  return new (errorClass(status, code))(message, {
    ...call,
    code,
    status,
    details,
    requestId,
    headers,
    retryAfterMs,
  })
}

/** Of OpenSSL's message, which holds addresses and files of its own, the reason alone. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'for an unknown reason.'
  return sentence(String('reason' in cause ? cause.reason : cause.message || cause.name))
}

function connectionError(call: JudgedCall, { sent, permanent, cause }: LostConnection): ConnectionError {
  const reason = reasonOf(cause)
  const what = sent ? 'lost its connection before the whole answer had come' : 'could not connect'
  const advice = permanent
    ? 'Trying again does not help: check `baseUrl` (does the port speak TLS?), the certificate of the service and the `dispatcher`.'
    : sent
      ? ''
      : 'Nothing was sent by this attempt: check `baseUrl`, name resolution and the network.'
  const message =
    `${place(call)} ${what}: ${reason} [${evidence(call)}] ${advice}${ambiguity(call)}`.trimEnd()
  const code = permanent ? 'connection_impossible' : sent ? 'connection_lost' : 'connection_failed'
  return new ConnectionError(message, { ...call, code, cause })
}

const frozen =
  ' `setImmediate` is faked: whatever waits for it stands still, such as a `dispatcher` of yours that ' +
  'uses a connection again. Fake fewer timers: `fakeTimers` of @svc/testing has the lists.'

function timeoutError(call: JudgedCall, { scope, limitMs, cause }: TimeRanOut): TimeoutError {
  const name = scope === 'attempt' ? 'timeoutMs' : 'totalTimeoutMs'
  const message =
    `${place(call)} took longer than \`${name}\` (${limitMs} ms). [${evidence(call)}]` +
    (call.attempts === 0 ? ' It waited for `rateLimit` alone.' : '') +
    (isImmediateFaked() ? frozen : '') +
    (call.ambiguous ? ambiguity(call) : ' Try again later, or give it more time.')
  return new TimeoutError(message, { ...call, code: 'timeout', scope, limitMs, cause })
}

function responseError(call: JudgedCall, failure: BrokenContract): ResponseError {
  const { code, problem, details, cause } = failure
  const { status, headers, requestId } = failure.head
  const listed = details.length > 0 ? ` (${listDetails(details.slice(0, 5))})` : ''
  const message =
    `${place(call)} answered ${status}, but its body ${problem}${listed}. [${evidence(call, requestId)}] ` +
    (call.ambiguous
      ? 'The operation has taken effect; it was not sent again.'
      : 'Check `baseUrl`, and that this client and the service are of compatible versions.')
  return new ResponseError(message, { ...call, code, status, details, requestId, headers, cause })
}
