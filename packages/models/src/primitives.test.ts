import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { nullable } from './open.ts'
import { idempotencyKeySchema } from './idempotency-key.ts'
import { timestamp, uuid, wholeNumber } from './primitives.ts'

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

/** What a schema makes of a value, or what it says of it. */
const said = (schema: z.ZodMiniType, value: unknown) => {
  const { data, error } = schema.safeParse(value)
  return error ? error.issues.map(({ path, message }) => ({ path, message })) : data
}

describe('wholeNumber', () => {
  const schema = wholeNumber({ min: 1, max: 100 })
  const tooBig = 'must be at most 100'
  const ofZod = z.pipe(
    z.pipe(
      z.union(
        [z.number(), z.string().check(z.regex(/^\d+$/, 'must be a whole number'))],
        'must be a whole number',
      ),
      z.transform(Number),
    ),
    z
      .int({
        error: (issue) => (issue.code === 'too_big' ? tooBig : 'must be a whole number'),
        abort: true,
      })
      .check(z.gte(1, 'must be at least 1'), z.lte(100, tooBig)),
  )
  const values = fc.oneof(
    fc.integer({ min: -3, max: 130 }),
    fc.integer({ min: -3, max: 130 }).map(String),
    fc.double(),
    fc.constantFrom('', ' 5', '5\n', '1e2', '0x10', '007', '٣', '9'.repeat(16), '9'.repeat(400), 2 ** 53, -0),
    fc.anything(),
  )

  it('takes, makes and says what the parts of zod do in its place', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(said(schema, value)).toEqual(said(ofZod, value))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps its form in a default, and when a check is added', () => {
    const page = z._default(schema.check(z.refine((value) => value !== 13, 'is unlucky')), 1)
    expect([undefined, '7', 7, '13'].map((value) => said(page, value))).toEqual([
      1,
      7,
      7,
      [{ path: [], message: 'is unlucky' }],
    ])
  })
})

describe('idempotencyKeySchema', () => {
  const ofZod = z.pipe(
    z.pipe(
      z.string('Idempotency-Key header is required'),
      z.transform((text) => (/^".*"$/.test(text) ? text.slice(1, -1) : text)),
    ),
    z.uuidv4('Idempotency-Key must be a UUID v4').check(z.toLowerCase()),
  )
  const key = fc.uuid({ version: 4 })
  const values = fc.oneof(
    key,
    key.map((text) => text.toUpperCase()),
    key.map((text) => `"${text}"`),
    key.map((text) => `""${text}""`),
    key.map((text) => `"${text}`),
    key.map((text) => `${text}\n`),
    fc.uuid(),
    fc.constantFrom('', '"', '""', '00000000-0000-0000-0000-000000000000'),
    fc.anything(),
  )

  it('takes, makes and says what the parts of zod do in its place', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(said(idempotencyKeySchema, value)).toEqual(said(ofZod, value))
      }),
      { numRuns: 2_000 },
    )
  })
})
