import type { ErrorCode, ErrorDetail } from '@svc/models'

/** A refusal with one of the contract's codes (spec 7, D4). http/refusals.ts knows its status. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetail[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.details = options.details
  }
}

/**
 * `not_found` in the words that all resources share. An id of another property gets the same answer as an unknown id.
 */
export function notFound(what: string, id: string): ServiceError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id
  const where = what === 'property' ? '' : ' in this property'
  return new ServiceError('not_found', `No ${what} with the id "${shown}"${where}.`)
}

/** `validation_error`; the message sums up what the details say. */
export function invalid(details: ErrorDetail[]): ServiceError {
  const [first] = details
  const said = first ? `${first.path || 'The request'} ${first.message}` : 'The request is not valid'
  const more = details.length > 1 ? ` (and ${details.length - 1} more, see details)` : ''
  return new ServiceError('validation_error', `${said}${more}.`.replace(/\?\.$/, '?'), { details })
}
