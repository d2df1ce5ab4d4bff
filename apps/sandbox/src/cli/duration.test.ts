import { describe, expect, it } from 'vitest'
import { formatDuration, parseDuration } from './duration.ts'

describe('parseDuration', () => {
  it.each([
    ['2h', 7_200_000],
    ['90s', 90_000],
    ['2h 36m', 9_360_000],
    ['2h36m', 9_360_000],
    ['1 day', 86_400_000],
    ['1.5 h', 5_400_000],
    ['250ms', 250],
  ])('%s', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })

  it.each(['', '90', 'soon', '2 fortnights', '2h -1m', '2h,'])(
    'refuses "%s" and says how to write it',
    (text) => {
      expect(() => parseDuration(text)).toThrow('Write it as 90s')
    },
  )
})

describe('formatDuration', () => {
  it.each([
    [40, '40 ms'],
    [9_360_000, '2 h 36 min'],
    [90_061_000, '1 d 1 h 1 min 1 s'],
  ])('%d ms', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })
})
