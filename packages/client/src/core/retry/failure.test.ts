import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Failure, mayHaveHappened } from './failure.ts'

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
