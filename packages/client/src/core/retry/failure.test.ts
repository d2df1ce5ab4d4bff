import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Failure, isRetryable, mayHaveHappened } from './failure.ts'

const answer = (status: number, code?: string): Failure => ({ kind: 'answer', status, code })
const failures = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    status: fc.integer({ min: 300, max: 599 }),
    code: fc.constantFrom(undefined, 'idempotency_key_in_use', 'other'),
  }),
  fc.record({ kind: fc.constant('connection' as const), sent: fc.boolean(), permanent: fc.boolean() }),
  fc.record({
    kind: fc.constant('timeout' as const),
    scope: fc.constantFrom('attempt' as const, 'total' as const),
    sent: fc.boolean(),
  }),
  fc.constant({ kind: 'contract' as const }),
)

describe('mayHaveHappened', () => {
  it('reads never change anything', () => {
    fc.assert(
      fc.property(failures, fc.boolean(), (failure, before) => {
        expect(mayHaveHappened('GET', failure, before)).toBe(false)
      }),
    )
  })

  it.each([
    [answer(400), false],
    [answer(401), false],
    [answer(404), false],
    [answer(422), false],
    [answer(429), false],
    [answer(302), false],
    [answer(408), false],
    [answer(500), true],
    [answer(503), true],
    [answer(409, 'idempotency_key_in_use'), true],
    [{ kind: 'connection', sent: false, permanent: false } as const, false],
    [{ kind: 'connection', sent: true, permanent: false } as const, true],
    [{ kind: 'timeout', scope: 'total', sent: false } as const, false],
    [{ kind: 'timeout', scope: 'attempt', sent: true } as const, true],
    [{ kind: 'contract' } as const, true],
  ])('a first POST that ends with %j: %s', (failure, expected) => {
    expect(mayHaveHappened('POST', failure, false)).toBe(expected)
  })

  it('an earlier try that was lost stays in doubt, whatever is answered to a later one', () => {
    fc.assert(
      fc.property(
        failures,
        fc.constantFrom('POST' as const, 'PATCH' as const, 'DELETE' as const),
        (failure, method) => {
          expect(mayHaveHappened(method, failure, true)).toBe(true)
        },
      ),
    )
  })

  it('a key that belongs to another payload was never used with this one', () => {
    expect(mayHaveHappened('POST', answer(422, 'idempotency_key_reused'), true)).toBe(false)
    expect(mayHaveHappened('POST', answer(422, 'validation_error'), true)).toBe(true)
  })
})

describe('isRetryable', () => {
  it('answers: 408, 429, every 5xx, and a key in use; nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.string(), (status, code) => {
        fc.pre(code !== 'idempotency_key_in_use')
        expect(isRetryable(answer(status, code))).toBe(status === 408 || status === 429 || status >= 500)
      }),
    )
    expect(isRetryable(answer(409, 'idempotency_key_in_use'))).toBe(true)
    expect(isRetryable(answer(409, 'something_else'))).toBe(false)
    // The code says what the status only hints at.
    expect(isRetryable(answer(400, 'idempotency_key_in_use'))).toBe(true)
    expect(isRetryable(answer(429, 'validation_error'))).toBe(false)
  })

  it('connections, unless it can never work', () => {
    expect(isRetryable({ kind: 'connection', sent: true, permanent: false })).toBe(true)
    expect(isRetryable({ kind: 'connection', sent: false, permanent: false })).toBe(true)
    expect(isRetryable({ kind: 'connection', sent: false, permanent: true })).toBe(false)
  })

  it('the time of one attempt, but not of the whole call', () => {
    expect(isRetryable({ kind: 'timeout', scope: 'attempt', sent: true })).toBe(true)
    expect(isRetryable({ kind: 'timeout', scope: 'total', sent: true })).toBe(false)
  })

  it('never a 2xx that breaks the contract', () => {
    expect(isRetryable({ kind: 'contract' })).toBe(false)
  })
})
