export {
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
export { ConnectionError } from './connection-error.ts'
export { RequestError } from './request-error.ts'
export { ResponseError } from './response-error.ts'
export { SvcError, type SvcErrorInit } from './svc-error.ts'
export { TimeoutError } from './timeout-error.ts'
