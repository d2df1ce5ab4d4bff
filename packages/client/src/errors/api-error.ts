import type { ErrorDetail } from '@svc/models'
import type { AnswerHeaders } from '../core/wire/headers.ts'
import { SvcError, type SvcErrorInit } from './svc-error.ts'

/** What an error answer said. */
export interface ApiErrorInit extends SvcErrorInit {
  /** HTTP status: 404. */
  status: number
  /** Every bad field of a refused request. */
  details?: readonly ErrorDetail[] | undefined
  /** `X-Request-Id` of the answer; undefined: it had none. */
  requestId?: string | undefined
  /** Headers of the answer. */
  headers: AnswerHeaders
}

/** The service answered with something other than a 2xx. The subclasses say what it was. */
export class ApiError extends SvcError {
  static {
    this.prototype.name = 'ApiError'
  }

  /** HTTP status. */
  readonly status: number
  /** The fields that were wrong, each with its path; empty when the service named none. */
  readonly details: readonly ErrorDetail[]
  /** The `X-Request-Id` of the answer: what support asks for. */
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

/** 400 `bad_request`: the request itself is malformed. */
export class BadRequestError extends ApiError {
  static {
    this.prototype.name = 'BadRequestError'
  }
}

/** `validation_error`: fields or parameters are wrong; `details` names them. */
export class ValidationError extends ApiError {
  static {
    this.prototype.name = 'ValidationError'
  }
}

/** 401 `unauthorized`: the API key is missing, wrong or revoked. */
export class AuthenticationError extends ApiError {
  static {
    this.prototype.name = 'AuthenticationError'
  }
}

/** 403 `origin_not_allowed`: the request carried an origin that the property has not listed. */
export class OriginError extends ApiError {
  static {
    this.prototype.name = 'OriginError'
  }
}

/** 404 `not_found`: no such thing in this property. */
export class NotFoundError extends ApiError {
  static {
    this.prototype.name = 'NotFoundError'
  }
}

/** 409 `idempotency_key_in_use`: a request with the same key is still at work; retried before you see it. */
export class ConflictError extends ApiError {
  static {
    this.prototype.name = 'ConflictError'
  }
}

/** 422 `idempotency_key_reused`: the key was used before with another payload. */
export class IdempotencyError extends ApiError {
  static {
    this.prototype.name = 'IdempotencyError'
  }
}

/** 429 `rate_limited`: too many requests from this address; retried before you see it. */
export class RateLimitError extends ApiError {
  static {
    this.prototype.name = 'RateLimitError'
  }
}

/** 5xx: the service failed; retried before you see it. */
export class ServerError extends ApiError {
  static {
    this.prototype.name = 'ServerError'
  }
}
