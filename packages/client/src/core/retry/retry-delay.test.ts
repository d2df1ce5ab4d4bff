import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffBaseMs, backoffCapMs, retryDelay } from './retry-delay.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const plenty = 3_600_000

describe('retryDelay', () => {
  it('jitters the whole wait, from the first one on', () => {
    expect(retryDelay({ retry: 1, remainingMs: plenty, random: 0 })).toBe(0)
    expect(retryDelay({ retry: 1, remainingMs: plenty, random: 0.5 })).toBe(250)
    expect(retryDelay({ retry: 3, remainingMs: plenty, random: 0.5 })).toBe(1_000)
    expect(retryDelay({ retry: 60, remainingMs: plenty, random: 0.5 })).toBe(4_000)
  })

  it('stays below the doubling bound and the cap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), random, (retry, draw) => {
        const ms = retryDelay({ retry, remainingMs: plenty, random: draw }) ?? Number.NaN
        expect(ms).toBeGreaterThanOrEqual(0)
        expect(ms).toBeLessThan(Math.min(backoffCapMs, backoffBaseMs * 2 ** (retry - 1)))
      }),
    )
  })

  it('never undercuts Retry-After, and never waits past the end of the call', () => {
    const arbitrary = fc.record({
      retry: fc.integer({ min: 1, max: 10 }),
      retryAfterMs: fc.integer({ min: 0, max: 100_000 }),
      remainingMs: fc.integer({ min: -10, max: 100_000 }),
      random,
    })
    fc.assert(
      fc.property(arbitrary, (options) => {
        const ms = retryDelay(options)
        expect(ms === undefined).toBe(options.retryAfterMs >= options.remainingMs)
        if (ms === undefined) return
        expect(ms).toBeGreaterThanOrEqual(options.retryAfterMs)
        expect(ms).toBeLessThan(options.remainingMs)
      }),
    )
  })

  it.each([
    [
      'the jitter comes on top of Retry-After',
      { retryAfterMs: 1_000, remainingMs: 5_000, random: 0.5 },
      1_250,
    ],
    ['jitter that does not fit is left out', { retryAfterMs: 1_000, remainingMs: 1_100, random: 0.5 }, 1_000],
    ['the last millisecond counts', { retryAfterMs: 1_000, remainingMs: 1_001, random: 0 }, 1_000],
    ['a wait to the very end is none', { retryAfterMs: 1_000, remainingMs: 1_000, random: 0 }, undefined],
    ['the longest wait', { retry: 9, remainingMs: 8_000, random: 0.999 }, 7_992],
  ])('%s', (_, options, ms) => {
    expect(retryDelay({ retry: 1, ...options })).toBe(ms)
  })

  it('fails now when a plain wait would end too late', () => {
    expect(retryDelay({ retry: 1, remainingMs: 249, random: 0.5 })).toBeUndefined()
    expect(retryDelay({ retry: 1, remainingMs: 251, random: 0.5 })).toBe(250)
  })
})
