import { limits } from '@svc/models'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterFailure } from './ladder.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

it.each([
  [1, '2026-03-01T12:01:00.000Z'],
  [2, '2026-03-01T12:05:00.000Z'],
  [3, '2026-03-01T12:30:00.000Z'],
  [4, '2026-03-01T14:00:00.000Z'],
])('after failure %i the next attempt is due at %s (spec 8)', (failures, due) => {
  expect(afterFailure(failures, now)).toEqual({ status: 'failed', next_attempt_at: Date.parse(due) })
})

it('after the fifth failure the delivery is dead', () => {
  expect(afterFailure(5, now)).toEqual({ status: 'dead', next_attempt_at: null })
})

it('however often an attempt fails, the ladder ends, and each delay is longer than the one before', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.integer({ min: 0, max: 4e12 }), (failures, at) => {
      const step = afterFailure(failures + 1, at)
      if (failures + 1 >= limits.deliveryAttempts) return step.status === 'dead'
      const before = failures === 0 ? at : afterFailure(failures, at).next_attempt_at
      return step.next_attempt_at !== null && before !== null && step.next_attempt_at > before
    }),
  )
})

it('the whole ladder takes 2 h 36 min', () => {
  let at = 0
  let failures = 0
  for (;;) {
    failures += 1
    const step = afterFailure(failures, at)
    if (step.status === 'dead') break
    at = step.next_attempt_at
  }
  expect({ failures, at }).toEqual({ failures: 5, at: (2 * 60 + 36) * 60_000 })
})
