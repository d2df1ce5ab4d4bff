import * as fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { amountPattern } from './amount-schema.ts'
import { MoneyError } from './errors.ts'
import {
  addAmounts,
  amountToMinorUnits,
  compareAmounts,
  formatAmount,
  minorUnitsToAmount,
  normaliseAmount,
  parseAmount,
  subtractAmounts,
  sumAmounts,
} from './money.ts'

const units = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })
const amounts = units.map(formatAmount)
/** Amounts as a request may write them: leading zeros, zero to four decimals. */
const written = fc.stringMatching(amountPattern)

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    if (error instanceof MoneyError) return error.code
    throw error
  }
  return undefined
}

describe('reading and writing amounts', () => {
  it.each([
    ['120.5', '120.5000'],
    ['120.50', '120.5000'],
    ['007.5', '7.5000'],
    ['0', '0.0000'],
    ['000', '0.0000'],
    ['0.0001', '0.0001'],
    ['-0', '0.0000'],
    ['-0.0000', '0.0000'],
    ['-12.30', '-12.3000'],
    ['999999999999999.9999', '999999999999999.9999'],
    ['1.500000', '1.5000'],
  ])('normalises %s to %s', (amount, normal) => {
    expect(normaliseAmount(amount)).toBe(normal)
  })

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '1.',
    '1,50',
    '1e3',
    '0x10',
    'NaN',
    '1.2.3',
    '--1',
    '1\n',
    '١٢',
    '1_000',
  ])('refuses %j', (amount) => {
    expect(codeOf(() => parseAmount(amount))).toBe('invalid_amount')
  })

  it.each([120.5, 12n, null, undefined, ['1'], { toString: () => '1' }])(
    'refuses what is no string: %s',
    (value) => {
      expect(codeOf(() => parseAmount(value as unknown as string))).toBe('invalid_amount')
    },
  )

  it('says what it got and what it wants', () => {
    expect(() => parseAmount(120.5 as unknown as string)).toThrow(
      'Not an amount: 120.5 (number). Amounts are decimal strings such as "120.50" (spec 2.4).',
    )
    expect(() => parseAmount('x'.repeat(10_000))).toThrow(/^.{0,200}$/)
  })

  it('refuses a fifth decimal instead of rounding it away', () => {
    expect(codeOf(() => parseAmount('0.00005'))).toBe('inexact_amount')
  })

  it('gives back every number of units that was written', () => {
    fc.assert(
      fc.property(units, (value) => {
        expect(parseAmount(formatAmount(value))).toBe(value)
      }),
    )
  })

  it('accepts all that a request may say, and its normal form is stable, equal in value and a request again', () => {
    fc.assert(
      fc.property(written, (amount) => {
        const normal = normaliseAmount(amount)
        expect(normal).toMatch(/^(0|[1-9]\d*)\.\d{4}$/)
        expect(normal).toMatch(amountPattern)
        expect(normaliseAmount(normal)).toBe(normal)
        expect(compareAmounts(normal, amount)).toBe(0)
      }),
    )
  })

  it('gives equal amounts equal strings, however they are written', () => {
    fc.assert(
      fc.property(units, fc.nat(5), fc.nat(5), (value, zeros, decimals) => {
        const normal = formatAmount(value)
        const padded = normal.replace(/^(-?)/, `$1${'0'.repeat(zeros)}`) + '0'.repeat(decimals)
        expect(normaliseAmount(padded)).toBe(normal)
      }),
    )
  })
})

describe('arithmetic', () => {
  it('adds what floats cannot', () => {
    expect(addAmounts('0.1', '0.2')).toBe('0.3000')
    expect(addAmounts('999999999999999.9999', '0.0001')).toBe('1000000000000000.0000')
    expect(subtractAmounts('1', '1.0001')).toBe('-0.0001')
    expect(sumAmounts([])).toBe('0.0000')
    expect(sumAmounts(new Set(['33.33', '33.33', '33.34']))).toBe('66.6700')
  })

  it.each([
    ['one amount in the place of a list, of which the digits would be added', '120', '"120"'],
    ['nothing', undefined, 'undefined (undefined)'],
    ['a number', 5, '5 (number)'],
  ])('sums no %s', (_name, given, shown) => {
    expect(() => sumAmounts(given as never)).toThrow(
      expect.objectContaining({ code: 'invalid_amount', message: `No list of amounts: ${shown}.` }),
    )
  })

  it('is a commutative group, and sum is repeated addition', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (a, b, c) => {
        expect(addAmounts(a, b)).toBe(addAmounts(b, a))
        expect(addAmounts(addAmounts(a, b), c)).toBe(addAmounts(a, addAmounts(b, c)))
        expect(addAmounts(a, '0')).toBe(a)
        expect(subtractAmounts(addAmounts(a, b), b)).toBe(a)
        expect(sumAmounts([a, b, c])).toBe(addAmounts(addAmounts(a, b), c))
      }),
    )
  })

  it('agrees with bigint', () => {
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(parseAmount(addAmounts(formatAmount(a), formatAmount(b)))).toBe(a + b)
        expect(parseAmount(subtractAmounts(formatAmount(a), formatAmount(b)))).toBe(a - b)
        expect(compareAmounts(formatAmount(a), formatAmount(b))).toBe(a < b ? -1 : a > b ? 1 : 0)
      }),
    )
  })

  it('orders by value, not by letters', () => {
    expect(['10.00', '9.00', '-1', '009.5'].toSorted(compareAmounts)).toEqual([
      '-1',
      '9.00',
      '009.5',
      '10.00',
    ])
    expect(compareAmounts('1.5', '1.5000')).toBe(0)
  })
})

describe('minor units', () => {
  it.each([
    ['520.00', undefined, 52_000],
    ['520', 0, 520],
    ['1.2345', 4, 12_345],
    ['1.234', 3, 1234],
    ['-0.01', 2, -1],
    ['-0', 2, 0],
  ])('%s at exponent %s is %d', (amount, exponent, minor) => {
    expect(amountToMinorUnits(amount, { exponent })).toBe(minor)
  })

  it('refuses an inexact conversion, saying so', () => {
    expect(() => amountToMinorUnits('120.505')).toThrow(
      '"120.505" is not a whole number of minor units (the smallest is 0.0100). Round it first: money is not rounded silently.',
    )
    expect(codeOf(() => amountToMinorUnits('0.5', { exponent: 0 }))).toBe('inexact_amount')
    expect(codeOf(() => amountToMinorUnits('-120.505'))).toBe('inexact_amount')
    expect(codeOf(() => amountToMinorUnits('-0.5', { exponent: 0, bigint: true }))).toBe('inexact_amount')
  })

  it('refuses a number that would lose digits and offers bigint', () => {
    expect(codeOf(() => amountToMinorUnits('999999999999999'))).toBe('amount_out_of_range')
    expect(amountToMinorUnits('999999999999999', { bigint: true })).toBe(99_999_999_999_999_900n)
    expect(amountToMinorUnits('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER)
    expect(codeOf(() => amountToMinorUnits('90071992547409.92'))).toBe('amount_out_of_range')
  })

  it.each([0.5, Number.NaN, Infinity, 2 ** 53, '52000', null])('refuses minor units of %s', (minor) => {
    expect(codeOf(() => minorUnitsToAmount(minor as number))).toBe('invalid_amount')
  })

  it.each([-1, 5, 1.5, Number.NaN])('refuses exponent %s', (exponent) => {
    expect(() => minorUnitsToAmount(1, { exponent })).toThrow(RangeError)
    expect(() => amountToMinorUnits('1', { exponent })).toThrow(RangeError)
  })

  it('gives back every number of minor units, at every exponent', () => {
    const safe = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(safe, fc.nat(4), (minor, exponent) => {
        const amount = minorUnitsToAmount(minor, { exponent })
        expect(normaliseAmount(amount)).toBe(amount)
        expect(amountToMinorUnits(amount, { exponent })).toBe(minor)
      }),
    )
    fc.assert(
      fc.property(units, fc.nat(4), (minor, exponent) => {
        const amount = minorUnitsToAmount(minor, { exponent })
        expect(amountToMinorUnits(amount, { exponent, bigint: true })).toBe(minor)
      }),
    )
  })

  it('types the answer by what was asked', () => {
    expectTypeOf(amountToMinorUnits('1')).toEqualTypeOf<number>()
    expectTypeOf(amountToMinorUnits('1', { exponent: 0 })).toEqualTypeOf<number>()
    expectTypeOf(amountToMinorUnits('1', { bigint: true })).toEqualTypeOf<bigint>()
  })
})

it('the message quotes what is no amount, of a long text the beginning', () => {
  const message = (value: unknown) => {
    try {
      parseAmount(value as string)
    } catch (error) {
      return String(error)
    }
    return 'taken'
  }
  expect(message(`begin${'x'.repeat(100)}end`)).toContain(`"begin${'x'.repeat(55)}…". Amounts`)
  expect(message('x'.repeat(60))).toContain(`"${'x'.repeat(60)}".`)
  expect(message(null)).toContain('null (object).')
})
