import { createPaymentSchema } from '@svc/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ServiceError } from '../service/errors.ts'
import { readInput } from './input.ts'

const anything = z.unknown()

function refusal(value: unknown, schema: z.ZodMiniType = anything): ServiceError {
  try {
    readInput(schema, value)
  } catch (error) {
    if (error instanceof ServiceError) return error
  }
  throw new Error('was accepted')
}

describe('readInput', () => {
  it('names where a text has NUL or half a surrogate pair', () => {
    const { code, details } = refusal({ a: ['x', 'y\0'], b: { c: '\ud83d' }, d: '🙂' })
    expect(code).toBe('validation_error')
    expect(details?.map(({ path }) => path).toSorted()).toEqual(['a.1', 'b.c'])
  })

  it('names fifty of them at most', () => {
    const texts = (count: number) => Array.from({ length: count }, () => 'y\0')
    expect([50, 51].map((count) => refusal(texts(count)).details?.length)).toEqual([50, 50])
    expect(refusal(texts(49)).details).toHaveLength(49)
  })

  it('accepts every well-formed text without NUL, and no other', () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes))
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), units), (text) => {
        if (text.isWellFormed() && !text.includes('\0')) expect(readInput(anything, text)).toBe(text)
        else expect(refusal(text).code).toBe('validation_error')
      }),
    )
  })

  it('refuses depth that would break recursive code, at once', () => {
    let deep: unknown = 1
    for (let level = 0; level < 200_000; level++) deep = [deep]
    expect(refusal(deep).code).toBe('bad_request')
    let shallow: unknown = 1
    for (let level = 0; level < 32; level++) shallow = { level: shallow }
    expect(readInput(anything, shallow)).toEqual(shallow)
    expect(refusal({ level: shallow }).code).toBe('bad_request')
    expect(refusal([shallow]).code).toBe('bad_request')
  })

  it('has a message that says the first problem and counts the others', () => {
    const { message, details } = refusal({}, createPaymentSchema)
    expect(details).toHaveLength(3)
    expect(message).toMatch(/^amount is required.* \(and 2 more, see details\)\.$/)
  })
})
