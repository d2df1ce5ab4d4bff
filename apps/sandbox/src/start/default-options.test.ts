import { expect, it } from 'vitest'
import { fillOptions } from './default-options.ts'

it('fills in what is not given, also within an option', () => {
  expect(
    fillOptions({ rateLimit: 'off', retention: { deadDays: 'off', deliveredDays: undefined } }),
  ).toMatchObject({
    database: ':memory:',
    port: 0,
    rateLimit: 'off',
    retention: { deliveredDays: 30, deadDays: 'off', requestLogHours: 24 },
    overload: { maxRequests: 1_000, maxEventLoopDelayMs: 'off' },
    logger: false,
  })
  expect(fillOptions({ logger: {} }).logger).toMatchObject({ level: 'info' })
})

it('leaves out values that are made or found at the start', () => {
  const { apiKey, tls, now, clock } = fillOptions({})
  expect([apiKey, tls, now, clock]).toEqual([undefined, undefined, undefined, undefined])
})
