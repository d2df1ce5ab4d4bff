import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRetryable } from './retry-decision.ts'

const answer = (status: number, code?: string) => isRetryable({ kind: 'answer', status, code })

describe('isRetryable', () => {
  it('answers: 408, 429, every 5xx, and a key in use; nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.string(), (status, code) => {
        fc.pre(code !== 'idempotency_key_in_use')
        expect(answer(status, code)).toBe(status === 408 || status === 429 || status >= 500)
      }),
    )
    expect(answer(409, 'idempotency_key_in_use')).toBe(true)
    expect(answer(409, 'something_else')).toBe(false)
    expect(answer(400, 'idempotency_key_in_use')).toBe(false)
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
