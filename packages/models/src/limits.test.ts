import { expect, it } from 'vitest'
import { limits } from './limits.ts'
import { errorStatuses } from './vocabulary.ts'

// Partners count on these numbers: a change of one is a change of the API.
it('the limits are those of the specification (section 8) and of D5, D8, D12 and D13', () => {
  expect(limits).toEqual({
    requestsPerMinute: 120,
    defaultPageSize: 10,
    maxPageSize: 100,
    deliveryHistory: 50,
    deliveryTimeoutMs: 5 * 1_000,
    deliveryAttempts: 5,
    retryDelaysSeconds: [60, 5 * 60, 30 * 60, 2 * 60 * 60],
    idempotencyHours: 24,
    bodyBytes: 1_024 * 1_024,
    webhookUrlLength: 2_048,
    endpointsPerProperty: 50,
    responseBodyBytes: 16 * 1_024,
    nameLength: 255,
    descriptionLength: 10_000,
    errorDetails: 50,
  })
})

it('each code has the status of the specification (section 7) and of D4', () => {
  expect(errorStatuses).toEqual({
    bad_request: 400,
    validation_error: 400,
    unauthorized: 401,
    origin_not_allowed: 403,
    not_found: 404,
    idempotency_key_in_use: 409,
    payload_too_large: 413,
    unsupported_media_type: 415,
    idempotency_key_reused: 422,
    rate_limited: 429,
    internal_error: 500,
    unavailable: 503,
  })
})
