import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 10, 21, 12, 0, 0)
const parse = (value: string | string[] | undefined, serverDate?: string) =>
  parseRetryAfter(value, { serverDate, localMs: now })

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    [' 120 ', 120_000],
    ['1.5', 1_500],
    ['0.0001', 1],
    ['Sat, 21 Nov 2026 12:00:10 GMT', 10_000],
    ['Saturday, 21-Nov-26 12:00:10 GMT', 10_000],
    ['Sat Nov 21 12:00:10 2026', 10_000],
    ['Sat, 21 Nov 2026 11:59:00 GMT', 0],
  ])('%j is %d ms', (value, ms) => {
    expect(parse(value)).toBe(ms)
  })

  it.each([
    undefined,
    '',
    '-1',
    '1e3',
    '0x10',
    '+5',
    'soon',
    'Sat, 99 Nov 2026 12:00:10 GMT',
    '2026-11-21T12:00:10Z',
    '1, 2',
    'NaN',
    'Infinity',
  ])('%j is ignored', (value) => {
    expect(parse(value)).toBeUndefined()
  })

  it('a date is measured against the clock of the server that wrote it', () => {
    const skewed = 'Sat, 21 Nov 2026 15:00:00 GMT'
    expect(parse('Sat, 21 Nov 2026 15:00:30 GMT', skewed)).toBe(30_000)
    expect(parse('Sat, 21 Nov 2026 12:00:10 GMT', 'nonsense')).toBe(10_000)
  })

  it('of several values the longest wait counts', () => {
    expect(parse(['1', 'nonsense', '7'])).toBe(7_000)
    expect(parse(['nonsense', '7'])).toBe(7_000)
    expect(parse(['nonsense', ''])).toBeUndefined()
  })

  it('anything a server can send gives nothing or a wait that is not negative', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d., -]{0,20}$/)), (value) => {
        const ms = parse(value)
        expect(ms === undefined || ms >= 0).toBe(true)
      }),
    )
  })

  it('whole seconds and dates come back as they were meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
        expect(parse(String(seconds))).toBe(seconds * 1_000)
        expect(parse(new Date(now + seconds * 1_000).toUTCString())).toBe(seconds * 1_000)
      }),
    )
  })
})
