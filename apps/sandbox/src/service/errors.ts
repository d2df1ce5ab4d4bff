import { type ErrorCode, type ErrorDetail, errorStatuses } from '@svc/models'

/** A refusal with one of the contract's codes (spec 7, D4). The HTTP layer turns it into the error body of D3. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: ErrorDetail[] | undefined

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetail[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.status = errorStatuses[code]
    this.details = options.details
  }
}
