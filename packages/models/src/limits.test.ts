import { expect, it } from 'vitest'
import { limits } from './limits.ts'

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
