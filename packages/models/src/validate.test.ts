import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listBookingsQuerySchema } from './booking-query.ts'
import { bookingPageSchema, bookingSchema } from './booking.ts'
import { limits } from './limits.ts'
import * as example from './openapi/examples.ts'
import { createPaymentSchema } from './payment-requests.ts'
import { paymentListSchema, paymentSchema } from './payment.ts'
import { createReader } from './reader.ts'
import { validate } from './validate.ts'
import { createWebhookEndpointSchema } from './webhook-requests.ts'

/** Every problem as one line, as a person reads it. */
const problems = (...[schema, value]: Parameters<typeof validate>): string[] => {
  const result = validate(schema, value)
  return result.ok ? [] : result.details.map(({ path, message }) => `${path} ${message}`.trim())
}

it('where a union says which shape is meant, and there is none, the problem is one of the whole', () => {
  const shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), size: z.number() }),
    z.object({ kind: z.literal('b'), name: z.string() }),
  ])
  expect(problems(z.object({ shape }), { shape: { kind: 'c' } })).toEqual([
    'shape.kind has a form that is not allowed here',
  ])
})

describe('messages follow the name of the field', () => {
  it('for a body', () => {
    expect(
      problems(createPaymentSchema, {
        amount: 120.5,
        paymentMethod: 'Crypto',
        bid: 'x',
        name: '',
        notes: '',
        description: [],
      }),
    ).toEqual([
      'amount must be a decimal string, not a number: send "120.5", with the quotes',
      'paymentMethod must be one of Cash, Bank Transfer, Credit Card, POS, OTA',
      'type is required: one of income, outgoing',
      'bid must be a UUID',
      'name must not be empty',
      'description must be a string, not an array',
      'notes is not a known field here',
    ])
    expect(problems(createPaymentSchema, {})).toEqual([
      'amount is required: a decimal string such as "120.50"',
      'paymentMethod is required: one of Cash, Bank Transfer, Credit Card, POS, OTA',
      'type is required: one of income, outgoing',
    ])
    expect(problems(createWebhookEndpointSchema, {})).toEqual(['url is required', 'events is required'])
    expect(problems(createPaymentSchema, null)).toEqual(['must be an object, not null'])
    expect(problems(createPaymentSchema, undefined)).toEqual(['is required'])
  })

  it('names the field that a misspelt one means', () => {
    const own = { amount: '1', type: 'income' }
    expect(
      problems(createPaymentSchema, { ...own, payment_method: 'Cash', Name: 'x', wholly_else: 1 }),
    ).toEqual([
      'paymentMethod is required: one of Cash, Bank Transfer, Credit Card, POS, OTA',
      'payment_method is not a known field here: did you mean paymentMethod?',
      'Name is not a known field here: did you mean name?',
      'wholly_else is not a known field here',
    ])
    expect(problems(listBookingsQuerySchema, { guestId: 'x' })).toEqual([
      'guestId is not a known field here: did you mean guest_id?',
    ])
  })

  it('offers to quote a number only where the quoted number would do', () => {
    const own = { paymentMethod: 'Cash', type: 'income' }
    expect(problems(createPaymentSchema, { ...own, amount: -1 })).toEqual([
      'amount must be a decimal string, not a number',
    ])
    expect(problems(createPaymentSchema, { ...own, amount: 1e21 })).toEqual([
      'amount must be a decimal string, not a number',
    ])
  })

  it('for a query', () => {
    expect(
      problems(listBookingsQuerySchema, { page: '0', limit: '1000', status: '', start_date: '2026-02-30' }),
    ).toEqual([
      'page must be at least 1',
      'limit must be at most 100',
      'status must not be empty',
      'start_date must be a calendar date written YYYY-MM-DD',
    ])
    expect(problems(listBookingsQuerySchema, { page: 'x', limit: '99999999999999999999' })).toEqual([
      'page must be a whole number',
      'limit must be at most 100',
    ])
  })

  it('for an answer, also deep inside', () => {
    const page = {
      ...example.bookingPage,
      total_count: -1,
      total_pages: 1.5,
      current_page: Number.NaN,
      results: [{ ...example.booking, paidDays: 'two', guest: { ...example.booking.guest, phone: 49 } }],
    }
    expect(problems(bookingPageSchema, page)).toEqual([
      'results.0.paidDays must be a number, not a string',
      'results.0.guest.phone must be a string, not a number',
      'total_count must be at least 0',
      'total_pages must be a whole number',
      'current_page must be a number, not NaN',
    ])
    expect(problems(bookingSchema, { ...example.booking, status: 5, stay_dates: {} })).toEqual([
      'status must be a string, not a number',
      'stay_dates must be an array, not an object',
    ])
    expect(problems(paymentSchema, { ...example.balance, status: 'yes' })).toEqual([
      'status must be a boolean, not a string',
    ])
  })
})

describe('a hostile body', () => {
  it('cannot cause a long answer with many problems', () => {
    const body = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]))
    const result = validate(createPaymentSchema, body)
    if (result.ok) throw new Error('accepted')
    expect(result.details).toHaveLength(limits.errorDetails + 1)
    expect(result.details.at(-1)).toEqual({ path: '', message: 'and 99953 more' })
    // Those that are told are all looked at, and no more: three fields are missing.
    expect(result.details[48]).toEqual({ path: 'k45', message: 'is not a known field here' })
  })

  it('cannot cause a long answer with a long name', () => {
    const result = validate(createPaymentSchema, { ...example.createMinimal, ['x'.repeat(1_000_000)]: 1 })
    expect(result).toEqual({
      ok: false,
      details: [{ path: `${'x'.repeat(100)}…`, message: 'is not a known field here' }],
    })
  })

  it('a text in the place of a list has one fault, however long it is', () => {
    expect(
      problems(createWebhookEndpointSchema, { url: 'https://example.com', events: 'payment.created' }),
    ).toEqual(['events must be an array, not a string'])
  })

  it('cannot overflow the stack with half a million wrong events', () => {
    const events = Array.from({ length: 500_000 }, () => 1)
    expect(problems(createWebhookEndpointSchema, { url: 'https://example.com', events })).toEqual([
      'events must name at most 6 events, each once',
    ])
  })

  it('cannot overflow the stack of a client that reads an answer', () => {
    const payments = Array.from({ length: 300_000 }, () => 1)
    expect(problems(paymentListSchema, payments)).toHaveLength(limits.errorDetails + 1)
    expect(problems(bookingPageSchema, { ...example.bookingPage, results: payments })).toEqual([
      'has more problems than can be listed',
    ])
  })

  it('leaves Object.prototype alone and keeps an own __proto__ out of the result', () => {
    const booking: unknown = JSON.parse(
      JSON.stringify(example.booking).replace('{', '{"__proto__":{"admin":true},'),
    )
    const result = validate(bookingSchema, booking)
    if (!result.ok) throw new Error('refused')
    expect((result.value as { admin?: boolean }).admin).toBeUndefined()
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

it('passes on errors that are not its own', () => {
  const trap = new Proxy(
    {},
    {
      get() {
        throw new TypeError('a getter of the caller failed')
      },
    },
  )
  expect(() => validate(paymentSchema, trap)).toThrow('a getter of the caller failed')
})

it.each([undefined, null, {}, { amount: '5' }, 'paymentSchema'])(
  '%j is no schema, and it says so',
  (given) => {
    expect(() => validate(given as never, {})).toThrow('validate takes a schema first, such as paymentSchema')
    expect(() => createReader(given as never)).toThrow(
      'createReader takes a schema first, such as paymentSchema',
    )
  },
)
