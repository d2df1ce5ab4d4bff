import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { amountInput, amountOutput, amountPattern } from './amount-schema.ts'
import { idempotencyKeySchema } from './idempotency-key.ts'
import { normaliseAmount } from './money.ts'
import { isoDate, timestamp, uuid, wholeNumber } from './primitives.ts'
import { validate } from './validate.ts'

const accepts = (schema: z.ZodMiniType, value: unknown): boolean => validate(schema, value).ok

describe('amounts', () => {
  it('accept up to 15 digits and 4 decimals, as a rule of its own says', () => {
    const digits = fc.stringMatching(/^\d{0,18}$/)
    fc.assert(
      fc.property(digits, fc.option(fc.stringMatching(/^\d{0,6}$/)), (whole, fraction) => {
        const amount = fraction === null ? whole : `${whole}.${fraction}`
        const allowed =
          whole.length >= 1 &&
          whole.length <= 15 &&
          (fraction === null || (fraction.length >= 1 && fraction.length <= 4))
        expect(accepts(z.object({ amount: amountInput() }), { amount })).toBe(allowed)
      }),
    )
  })

  it('refuse everything that is no run of digits, and never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (amount) => {
        expect(accepts(amountInput(), amount)).toBe(typeof amount === 'string' && amountPattern.test(amount))
      }),
    )
  })

  it('in normal form pass as answers, whatever was sent', () => {
    fc.assert(
      fc.property(fc.stringMatching(amountPattern), (amount) => {
        expect(accepts(amountOutput(), normaliseAmount(amount))).toBe(true)
      }),
    )
  })

  it('of answers may carry a sign and more digits than a request', () => {
    for (const amount of ['-5.0000', '1234567890123456789.123456', '7']) {
      expect(accepts(amountOutput(), amount)).toBe(true)
    }
  })
})

describe('idempotency keys', () => {
  const key = '4b8d2f6e-91c7-4e3a-b5d0-c6f1a8e27934'

  it('take a UUID v4 bare, quoted and in upper case, and are one key then', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.boolean(), fc.boolean(), (id, quoted, upper) => {
        const text = upper ? id.toUpperCase() : id
        expect(validate(idempotencyKeySchema, quoted ? `"${text}"` : text)).toEqual({ ok: true, value: id })
      }),
    )
  })

  it('take no other version', () => {
    fc.assert(
      fc.property(fc.uuid({ version: [1, 2, 3, 5, 6, 7, 8] }), (id) => {
        expect(accepts(idempotencyKeySchema, id)).toBe(false)
      }),
    )
  })

  it.each([
    '',
    '"',
    '""',
    `"${key}`,
    `${key}"`,
    `""${key}""`,
    `'${key}'`,
    ` ${key}`,
    `${key}\n`,
    `${key},${key}`,
    key.replaceAll('-', ''),
  ])('refuse %j', (value) => {
    expect(validate(idempotencyKeySchema, value)).toEqual({
      ok: false,
      details: [{ path: '', message: 'Idempotency-Key must be a UUID v4' }],
    })
  })

  it('have the message of the specification when there is none', () => {
    expect(validate(idempotencyKeySchema, undefined)).toEqual({
      ok: false,
      details: [{ path: '', message: 'Idempotency-Key header is required' }],
    })
  })
})

describe('whole numbers of a query', () => {
  const schema = wholeNumber({ min: 1, max: 100 })

  it('are the same as text and as number, within their range alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (value) => {
        const expected = value >= 1 && value <= 100
        for (const form of [value, String(value), `00${value}`]) {
          expect(validate(schema, form)).toMatchObject(expected ? { ok: true, value } : { ok: false })
        }
      }),
    )
  })

  it('refuse every other text, and never throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(accepts(schema, text)).toBe(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 100)
      }),
    )
  })

  it.each([
    Number.NaN,
    Infinity,
    -1,
    1.5,
    2 ** 53,
    '1_0',
    '1e1',
    '+1',
    '1.0',
    '٣',
    [],
    ['1'],
    {},
    null,
    true,
    5n,
  ])('refuse %s', (value) => {
    const result = validate(schema, value)
    expect(result.ok ? [] : result.details).toHaveLength(1)
  })

  it('without a bound go as far as numbers are exact', () => {
    const page = wholeNumber({ min: 1 })
    expect(validate(page, '9007199254740991')).toEqual({ ok: true, value: Number.MAX_SAFE_INTEGER })
    expect(validate(page, '9007199254740992')).toEqual({
      ok: false,
      details: [{ path: '', message: 'must be at most 9007199254740991' }],
    })
  })
})

describe('ids and times', () => {
  it('takes UUIDs of every version, in lower case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(validate(uuid(), id.toUpperCase())).toEqual({ ok: true, value: id })
      }),
    )
  })

  it('takes every instant as JavaScript writes it', () => {
    const years = { min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(years), (date) => {
        expect(accepts(timestamp(), date.toISOString())).toBe(true)
        expect(accepts(isoDate(), date.toISOString().slice(0, 10))).toBe(true)
      }),
    )
  })

  it('knows the calendar', () => {
    expect(accepts(isoDate(), '2028-02-29')).toBe(true)
    expect(accepts(isoDate(), '2026-02-29')).toBe(false)
    expect(accepts(isoDate(), '2026-04-31')).toBe(false)
    expect(accepts(timestamp(), '2026-11-20T10:00:00+05:30')).toBe(true)
  })
})
