import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { bookingSchema } from './booking.ts'
import * as example from './openapi/examples.ts'
import { type OperationId, operations } from './operations.ts'
import { createPaymentSchema } from './payment-requests.ts'
import { paymentSchema } from './payment.ts'
import { createReader } from './reader.ts'
import { validate } from './validate.ts'

const answers: Partial<Record<OperationId, unknown>> = {
  listBookings: example.bookingPage,
  getBooking: example.booking,
  listPayments: [example.balance],
  createPayment: example.balance,
  updatePayment: example.balance,
  listWebhooks: [example.endpoint],
  createWebhook: example.createdEndpoint,
  updateWebhook: example.endpoint,
  listDeliveries: example.deliveries,
}

/** What a field may hold instead: each form that a schema treats in a way of its own, and its neighbours. */
const others: unknown[] = [
  undefined,
  null,
  true,
  '',
  'text',
  [],
  [1],
  {},
  0,
  -1,
  1.5,
  2 ** 53,
  '3F0B7A52-6C1D-4B7E-9A55-0D7F3C1E8B42',
  '3f0b7a52-6c1d-4b7e-9a55-0d7f3c1e8b42 ',
  '2026-02-28',
  '2026-02-29',
  '2028-02-29',
  '2026-04-31',
  '2026-12-31',
  '2026-13-01',
  '2026-11-21T10:00:00.000Z',
  '2026-11-21T10:00:00Z',
  '2026-11-21T10:00:00.123456Z',
  '2026-11-21T10:00:00+01:00',
  '2026-11-21T24:00:00.000Z',
  '2026-02-30T10:00:00.000Z',
  '120.5000',
  '-3',
  '1e3',
]

/** The value with each of its parts replaced in turn by each of the others. */
function* variants(value: unknown): Generator {
  yield* others
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const other of variants(item)) yield value.with(at, other)
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unknown_field: { x: 1 } }
    yield JSON.parse(`{"__proto__":{"polluted":1},${JSON.stringify(value).slice(1)}`)
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value as Record<string, unknown>
      yield rest
      for (const other of variants(part)) yield { ...value, [name]: other }
    }
  }
}

describe('createReader', () => {
  it.each(Object.entries(answers))('says of %s what validate says', (id, answer) => {
    const operation = operations[id as OperationId]
    const schema = 'answer' in operation ? operation.answer : bookingSchema
    const read = createReader(schema)
    let accepted = 0
    for (const value of variants(answer)) {
      const expected = validate(schema, value)
      expect(read(value), JSON.stringify(value)).toEqual(expected)
      if (expected.ok) accepted += 1
    }
    expect(accepted).toBeGreaterThan(5)
  })

  it('hands on what is as it should be, and copies what it has to change', () => {
    const read = createReader(paymentSchema)
    expect(read(example.balance)).toEqual({ ok: true, value: example.balance })
    const result = read(example.balance)
    expect(result.ok && result.value).toBe(example.balance)

    const folded = { ...example.balance, id: example.balance.id.toUpperCase() }
    const copied = read(folded)
    expect(copied.ok && copied.value).not.toBe(folded)
    expect(copied.ok && copied.value.id).toBe(example.balance.id)
  })

  it('prepares every answer of the API', () => {
    for (const [id, answer] of Object.entries(answers)) {
      const operation = operations[id as OperationId]
      const result = 'answer' in operation ? createReader(operation.answer)(answer) : undefined
      expect(result?.ok && result.value, id).toBe(answer)
    }
  })

  it('says the same of forms and checks that no answer has yet', () => {
    const schema = z.looseObject({
      framed: z.string().check(z.regex(/^a/), z.regex(/z$/)),
      begun: z.string().check(z.regex(/^a/)),
      small: z.string().check(z.toLowerCase()),
      mail: z.email(),
      from: z.int().check(z.gte(1), z.gte(3), z.describe('From three.')),
    })
    const read = createReader(schema)
    const right = { framed: 'abcz', begun: 'ab', small: 'a b', mail: 'a@example.com', from: 3 }
    const prepared = read(right)
    expect(prepared.ok && prepared.value).toBe(right)
    for (const value of variants(right)) {
      expect(read(value), JSON.stringify(value)).toEqual(validate(schema, value))
    }
    for (const wrong of [{ framed: 'abc' }, { framed: 'bcz' }, { small: 'A' }, { mail: 'a' }, { from: 2 }]) {
      const value = { ...right, ...wrong }
      expect(read(value), JSON.stringify(value)).toEqual(validate(schema, value))
    }
  })

  it('leaves to validate what it cannot prepare', () => {
    const read = createReader(createPaymentSchema)
    const value = { amount: '1', paymentMethod: 'Cash', type: 'income' }
    expect(read(value)).toEqual(validate(createPaymentSchema, value))
    expect(read({ amount: 1 })).toEqual(validate(createPaymentSchema, { amount: 1 }))
    const loud = z.looseObject({ id: z.guid().check(z.toUpperCase()), n: z.number().check(z.gt(1)) })
    const shouted = { id: example.balance.id, n: 2 }
    expect(createReader(loud)(shouted)).toEqual(validate(loud, shouted))
  })
})
