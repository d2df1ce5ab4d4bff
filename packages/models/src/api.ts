// The entry `@svc/models/operations`: what a client or a server of the API needs.
export { type ErrorBody, errorBodySchema, type ErrorDetail, errorDetailSchema } from './error-body.ts'
export { idempotencyKeySchema } from './idempotency-key.ts'
export * from './operation-errors.ts'
export * from './operations.ts'
export { nearestName, type OptionNames, unknownOptions } from './options.ts'
export { createReader } from './reader.ts'
export { validate, type Validated } from './validate.ts'
