import * as full from 'zod'
import * as z from 'zod/mini'
import { describe, expect, it, vi } from 'vitest'
import { lazily } from './lazily.ts'

const make = () =>
  z
    .looseObject({ a: z.string().check(z.describe('text')) })
    .check(z.describe('a thing'), z.meta({ minProperties: 1 }))
const uses: [string, (schema: ReturnType<typeof make>) => unknown][] = [
  ['safeParse', (schema) => z.safeParse(schema, { a: 'x', b: 1 })],
  ['a failing safeParse', (schema) => z.safeParse(schema, { a: 1 }).error?.issues],
  ['a method of its own', (schema) => schema.parse({ a: 'x' })],
  ['its shape', (schema) => Object.keys(schema.shape)],
  ['its type', (schema) => schema.type],
  ['in', (schema) => '_zod' in schema],
  ['instanceof', (schema) => [schema instanceof z.ZodMiniObject, schema instanceof z.ZodMiniString]],
  ['JSON Schema', (schema) => z.toJSONSchema(schema)],
  ['JSON Schema of one around it', (schema) => z.toJSONSchema(z.array(schema))],
  ['JSON Schema of the full zod', (schema) => full.toJSONSchema(full.object({ inner: schema }))],
  [
    'being part of another one',
    (schema) => z.parse(z.object({ inner: z.optional(schema) }), { inner: { a: '' } }),
  ],
  ['being extended', (schema) => z.parse(z.extend(schema, { b: z.number() }), { a: '', b: 1 })],
  [
    'being checked further',
    (schema) => z.safeParse(schema.check(z.refine(() => false, 'no')), { a: '' }).error?.issues,
  ],
  ['Standard Schema', (schema) => schema['~standard'].validate({ a: 'x' })],
]

describe('lazily', () => {
  it('builds nothing until something is asked, and then once', () => {
    const made = vi.fn<typeof make>(make)
    const schema = lazily(made)
    const around = z.array(schema)
    expect(made).not.toHaveBeenCalled()
    expect(z.parse(around, [{ a: 'x' }, { a: 'y' }])).toEqual([{ a: 'x' }, { a: 'y' }])
    expect(schema.shape.a.type).toBe('string')
    expect(made).toHaveBeenCalledTimes(1)
  })

  it.each(uses)('is a schema like any other for %s, as the first use and as a later one', (_name, use) => {
    const expected = use(make())
    const schema = lazily(make)
    expect(use(schema)).toEqual(expected)
    expect(use(schema)).toEqual(expected)
  })

  it('works for schemas that are no objects', () => {
    const schema = lazily(() => z.pipe(z.string(), z.transform(Number)))
    expect(z.parse(schema, '5')).toBe(5)
    expect(z.toJSONSchema(lazily(() => z.optional(z.string())))).toEqual(
      z.toJSONSchema(z.optional(z.string())),
    )
  })
})
