import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { nullable } from './open.ts'
import { timestamp, uuid } from './primitives.ts'

describe('timestamp', () => {
  it.each([
    '2026-07-15T15:30:00.000Z',
    '2026-07-15T15:30:00Z',
    '2026-07-15T15:30:00.1+02:00',
    '2024-02-29T23:59:59-12:30',
    '2000-02-29T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-07-15T24:00:00Z',
    '2026-07-15T15:30Z',
    '2026-07-15T15:30:00',
    '2026-07-15T15:30:60Z',
    '2026-07-15T15:30:00.Z',
    '2026-07-15T15:30:00+24:00',
    '2026-07-15 15:30:00Z',
    '2026-07-15T15:30:00Z\n',
    '2026-07-15',
    '',
  ])('takes and refuses %j as zod does', (text) => {
    expect(timestamp().safeParse(text).success).toBe(z.iso.datetime({ offset: true }).safeParse(text).success)
  })
})

describe('nullable', () => {
  const schema = z.strictObject({ a: nullable(uuid()) })
  const id = '0B9E2D52-6b0f-4f0e-9d4e-0c6f3f0f6a10'

  it.each([
    [{ a: id }, { a: id.toLowerCase() }],
    [{ a: null }, { a: null }],
    [{ a: undefined }, { a: null }],
    [{}, { a: null }],
  ])('makes of %j what a nullable in a default makes', (given, made) => {
    const ofZod = z.strictObject({ a: z._default(z.nullable(uuid()), null) })
    expect(schema.parse(given)).toEqual(made)
    expect(ofZod.parse(given)).toEqual(made)
  })

  it('refuses what the schema within refuses', () => {
    expect(schema.safeParse({ a: 'b' }).error?.issues).toMatchObject([
      { path: ['a'], message: 'must be a UUID' },
    ])
  })

  it('keeps its form when a check is added', () => {
    expect(
      nullable(z.string())
        .check(z.refine((value) => value !== 'b'))
        .parse(undefined),
    ).toBe(null)
  })
})
