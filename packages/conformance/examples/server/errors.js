// Errors in the form of D3, with the codes of D4.

const statuses = {
  bad_request: 400,
  validation_error: 400,
  unauthorized: 401,
  origin_not_allowed: 403,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
}

/** Thrown wherever a request is refused; `answerOf` makes the answer. */
export class Refusal extends Error {
  constructor(code, message, details, status = statuses[code]) {
    super(message)
    this.code = code
    this.details = details
    this.status = status
  }
}

export const invalid = (details) =>
  new Refusal(
    'validation_error',
    `${details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}.`,
    details,
  )

export const notFound = () => new Refusal('not_found', 'There is no such thing here.')

/** The answer to a request that was refused, or that failed for a reason of ours. */
export function answerOf(error, requestId) {
  const known = error instanceof Refusal
  const code = known ? error.code : 'internal_error'
  const message = known ? error.message : 'Something went wrong here.'
  const body = { code, message, ...(error.details && { details: error.details }), request_id: requestId }
  return { status: known ? error.status : 500, headers: {}, body: JSON.stringify(body) }
}
