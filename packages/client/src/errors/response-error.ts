import type { ErrorDetail } from '@svc/models'
import type { AnswerHeaders } from '../core/wire/headers.ts'
import { SvcError } from './svc-error.ts'
import type { ApiErrorInit } from './api-error.ts'

/**
 * A 2xx that breaks the contract: no JSON, missing fields, too large (`invalid_response`, `response_too_large`). Never
 * retried, because the operation has happened.
 */
export class ResponseError extends SvcError {
  static {
    this.prototype.name = 'ResponseError'
  }

  /** HTTP status. */
  readonly status: number
  /** What of the answer was not as agreed, each with its path. */
  readonly details: readonly ErrorDetail[]
  /** The `X-Request-Id` of the answer. */
  readonly requestId: string | undefined
  /** Headers of the answer, names in lower case. */
  readonly headers: AnswerHeaders

  constructor(message: string, init: ApiErrorInit) {
    super(message, init)
    this.status = init.status
    this.details = init.details ?? []
    this.requestId = init.requestId
    this.headers = init.headers
  }

  override toJSON(): Record<string, unknown> {
    const { status, details, requestId } = this
    return { ...super.toJSON(), status, details, requestId }
  }
}
