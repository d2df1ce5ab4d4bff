import { describe, expect, it } from 'vitest'
import { amountToMinorUnits, minorUnitsToAmount, nearestName, openapi, unknownOptions } from './index.ts'

describe('the name that was meant', () => {
  const names = ['signal', 'timeoutMs', 'totalTimeoutMs', 'maxRetries', 'headers', 'idempotencyKey']

  it.each([
    ['idempotencykey', 'idempotencyKey'],
    ['timeout', 'timeoutMs'],
    ['totalTimeout', 'totalTimeoutMs'],
    ['retries', 'maxRetries'],
    ['header', 'headers'],
    ['SIGNAL', 'signal'],
    ['singal', 'signal'],
  ])('%s is %s', (given, meant) => {
    expect(nearestName(given, names)).toBe(meant)
  })

  it('takes the nearest of several, and none where nothing is near', () => {
    expect(nearestName('timeoutsMs', ['totalTimeoutMs', 'timeoutMs'])).toBe('timeoutMs')
    expect(nearestName('currency', names)).toBeUndefined()
    expect(nearestName('id', ['url', 'bid'])).toBe('bid')
    expect(nearestName('x', ['a', 'xy'])).toBeUndefined()
  })
})

describe('options that a function does not know (D25)', () => {
  const known = { seed: true, bookings: true }

  it('are named with the one that was meant, or with all there are', () => {
    expect(unknownOptions({ sed: 1, bookings: 2, colour: 'red' }, known)).toEqual([
      { path: 'sed', message: 'is not an option: did you mean seed?' },
      { path: 'colour', message: 'is not an option: there are seed, bookings' },
    ])
    expect(unknownOptions({ x: 1 }, { only: true }, 'options')).toEqual([
      { path: 'options.x', message: 'is not an option: there are only' },
    ])
  })

  it('no options are fine, and what is no object is not', () => {
    expect(unknownOptions(undefined, known)).toEqual([])
    expect(unknownOptions(null, known)).toEqual([])
    expect(unknownOptions({}, known)).toEqual([])
    expect(unknownOptions('seed', known)).toEqual([{ path: '', message: 'options must be an object' }])
    expect(unknownOptions(['seed'], known, 'options')).toEqual([
      { path: 'options', message: 'must be an object' },
    ])
  })

  it('knows no names that every object has', () => {
    expect(unknownOptions(JSON.parse('{"__proto__": 1, "constructor": 1}'), known)).toHaveLength(2)
  })
})

describe('the functions of this package refuse them', () => {
  it.each([
    ['amountToMinorUnits', () => amountToMinorUnits('1', { exponnt: 0 } as object), 'exponent'],
    ['minorUnitsToAmount', () => minorUnitsToAmount(1, { exponents: 0 } as object), 'exponent'],
    ['openapi', () => openapi({ serverURL: 'https://api.example.com' } as object), 'serverUrl'],
  ])('%s', (name, call, meant) => {
    expect(call).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringMatching(new RegExp(`^${name}: .* did you mean ${meant}\\?$`)),
      }),
    )
  })
})
