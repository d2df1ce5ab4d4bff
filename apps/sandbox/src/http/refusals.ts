import { type ErrorCode, errorStatuses } from '@svc/models'

/** How a refusal is answered. */
export interface Refusal {
  /** The code of the contract that callers match on. */
  code: ErrorCode
  status: number
  /** The message for callers. @default the message of the error itself */
  message?: string
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** Not a mistake of the caller: it is logged, and the answer does not say what went wrong. */
  ours?: boolean
}

const refusal = (code: ErrorCode, more: Omit<Partial<Refusal>, 'code'> = {}): Refusal => ({
  code,
  status: errorStatuses[code],
  ...more,
})

const bodyTooLarge = refusal('payload_too_large', {
  message: 'The body is too large: at most 1 MiB (1,048,576 bytes) is accepted.',
})

const databaseAway = refusal('unavailable', {
  message:
    'The service cannot use its database just now. Try again, with the same Idempotency-Key where there is one.',
  retryAfter: 1,
  ours: true,
})

const fileGone: Refusal = {
  ...databaseAway,
  message:
    'The database file of the service was removed or replaced while it was open. Nothing is read or written until ' +
    'somebody has looked after it.',
}

/** The answer to an error without a code of this table, and to a thrown value that is no error. */
export const unexpected = refusal('internal_error', {
  message: 'Something went wrong on our side. Quote the request id when you report it.',
  ours: true,
})

/** Another request holds the record of this Idempotency-Key for too long. */
export const keyAtWork = refusal('idempotency_key_in_use', {
  message: 'A request with this Idempotency-Key is still at work: try again in a second.',
  retryAfter: 1,
})

/** The contract's own codes (D4), as the service throws them. */
export const contractRefusals: Readonly<Record<ErrorCode, Refusal>> = {
  ...(Object.fromEntries(
    (Object.keys(errorStatuses) as ErrorCode[]).map((code) => [code, refusal(code)]),
  ) as Record<ErrorCode, Refusal>),
  idempotency_key_in_use: refusal('idempotency_key_in_use', { retryAfter: 1 }),
  payload_too_large: bodyTooLarge,
}

/** The codes of errors that are not the service's: of the storage, of Fastify and of Node's HTTP parser. */
export const refusals: Readonly<Record<string, Refusal | undefined>> = {
  storage_busy: databaseAway,
  storage_conflict: databaseAway,
  storage_unavailable: databaseAway,
  storage_file_gone: fileGone,

  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,

  HPE_HEADER_OVERFLOW: refusal('bad_request', {
    status: 431,
    message: 'The headers are too large: at most 16 KiB in all are accepted.',
  }),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal('payload_too_large', {
    message: 'The chunk extensions of the body are too large.',
  }),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('bad_request', {
    status: 408,
    message: 'The request did not arrive in time.',
  }),
}

const statuses: Readonly<Record<number, Refusal | undefined>> = {
  404: contractRefusals.not_found,
  413: bodyTooLarge,
  415: contractRefusals.unsupported_media_type,
}

/** Other refusals of Fastify and its plugins, by status. Any other 4xx is a bad request, a 5xx is no refusal. */
export function refusalByStatus(status: number): Refusal | undefined {
  if (status < 400 || status > 499) return undefined
  return statuses[status] ?? contractRefusals.bad_request
}

/** Any other request that Node's parser refuses. */
export const notHttp = refusal('bad_request', { message: 'This is not a valid HTTP/1.1 request.' })
