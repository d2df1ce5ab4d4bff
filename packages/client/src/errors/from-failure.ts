import type { ErrorCode } from '@svc/models'
import type { AnswerHeaders } from '../core/wire/headers.ts'
import { adviceFor, adviceWhenAmbiguous } from './advice.ts'
import {
  ApiError,
  type ApiErrorInit,
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
import type { ParsedErrorBody } from './parse-error-body.ts'
import { listDetails } from './request-error.ts'
import { ResponseError } from './response-error.ts'
import { TimeoutError } from './timeout-error.ts'

/** What is known of the call when one of its tries has failed. */
export interface FailedCall {
  method: string
  route: string
  attempts: number
  idempotencyKey: string | undefined
  ambiguous: boolean
  retryAfterMs?: number | undefined
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

/** The class by code, so that a 422 `validation_error` of a later version is still one; by status where it is plain. */
function errorClass(status: number, code: string): typeof ApiError {
  if (status >= 500) return ServerError
  if (status === 401) return AuthenticationError
  if (status === 403) return OriginError
  if (status === 404) return NotFoundError
  if (status === 409) return ConflictError
  if (status === 429) return RateLimitError
  const byCode = Object.hasOwn(classByCode, code) ? classByCode[code as ErrorCode] : ApiError
  if (status === 400 && byCode === ApiError) return BadRequestError
  return byCode === ServerError ? ApiError : byCode
}

const count = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`)
const place = (call: FailedCall) => `${call.method} ${call.route}`
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
const ambiguity = (call: FailedCall) => (call.ambiguous ? ` ${adviceWhenAmbiguous(call.method)}` : '')

/** The typed error of an answer that is not a 2xx. */
export function apiError(
  call: FailedCall,
  answer: {
    status: number
    headers: AnswerHeaders
    requestId: string | undefined
    body: ParsedErrorBody
  },
): ApiError {
  const { status, headers, body } = answer
  const requestId = answer.requestId ?? body.requestId
  const evidence = [requestId && `request id ${requestId}`, count(call.attempts)].filter(Boolean).join(', ')
  const said = body.message ? `: ${body.message}` : ''
  const listed = listDetails(body.details)
  // Often the service's message names the fields already.
  const fields = listed === '' || said.includes(listed) ? '' : ` (${listed})`
  const message =
    `${place(call)} failed with ${status} ${body.code}${sentence(said + fields)} [${evidence}] ` +
    `${adviceFor(status, body.code)}${ambiguity(call)}`
  const init: ApiErrorInit = { ...call, code: body.code, status, details: body.details, requestId, headers }
  return new (errorClass(status, body.code))(message, init)
}

/** The error of a connection that could not be made or was lost. */
export function connectionError(
  call: FailedCall,
  failure: { sent: boolean; permanent: boolean; cause: unknown },
): ConnectionError {
  const cause = failure.cause instanceof Error ? failure.cause : undefined
  const reason = cause ? sentence(cause.message || cause.name) : 'for an unknown reason.'
  const what = failure.sent ? 'lost its connection before the whole answer had come' : 'could not connect'
  const advice = failure.permanent
    ? 'Trying again does not help: check `baseUrl`, the certificate of the service and the `dispatcher`.'
    : failure.sent
      ? ''
      : 'Nothing was sent by this attempt: check `baseUrl`, name resolution and the network.'
  const message =
    `${place(call)} ${what}: ${reason} [${count(call.attempts)}] ${advice}${ambiguity(call)}`.trimEnd()
  const code = failure.permanent
    ? 'connection_impossible'
    : failure.sent
      ? 'connection_lost'
      : 'connection_failed'
  return new ConnectionError(message, { ...call, code, cause: failure.cause })
}

/** The error of a time limit that ran out. */
export function timeoutError(
  call: FailedCall,
  limit: { scope: 'attempt' | 'total'; limitMs: number; cause?: unknown },
): TimeoutError {
  const name = limit.scope === 'attempt' ? 'timeoutMs' : 'totalTimeoutMs'
  const message =
    `${place(call)} took longer than \`${name}\` (${limit.limitMs} ms). [${count(call.attempts)}]` +
    (call.ambiguous ? ambiguity(call) : ' Try again later, or give it more time.')
  return new TimeoutError(message, { ...call, code: 'timeout', ...limit })
}

/** The error of a 2xx that breaks the contract. */
export function responseError(
  call: FailedCall,
  answer: Omit<ApiErrorInit, 'code'> & { code: string; problem: string },
): ResponseError {
  const { problem, ...init } = answer
  const details = init.details && init.details.length > 0 ? ` (${listDetails(init.details.slice(0, 5))})` : ''
  const evidence = [init.requestId && `request id ${init.requestId}`, count(call.attempts)].filter(Boolean)
  const message =
    `${place(call)} answered ${init.status}, but its body ${problem}${details}. [${evidence.join(', ')}] ` +
    (call.ambiguous
      ? 'The operation has taken effect; it was not sent again.'
      : 'Check `baseUrl`, and that this client and the service are of compatible versions.')
  return new ResponseError(message, { ...call, ...init })
}
