import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { listBookingsQuerySchema } from './booking-query.ts'
import { bookingPageSchema, bookingSchema, guestSchema, stayDateSchema } from './booking.ts'
import { deliverySchema } from './delivery.ts'
import { errorBodySchema, errorDetailSchema } from './error-body.ts'
import * as example from './openapi/examples.ts'
import { createPaymentSchema, listPaymentsQuerySchema, updatePaymentSchema } from './payment-requests.ts'
import { paymentSchema } from './payment.ts'
import { validate } from './validate.ts'
import { createWebhookEndpointSchema, updateWebhookEndpointSchema } from './webhook-requests.ts'
import { createdWebhookEndpointSchema, webhookEndpointSchema } from './webhook.ts'

interface Case {
  name: string
  schema: z.ZodMiniType
  valid: Record<string, unknown>
  /** For each field, values that it must refuse. */
  bad: Record<string, readonly unknown[]>
  /** Fields that may be absent. */
  optional?: readonly string[]
}

const texts = [5, true, null, {}]
const uuids = [
  '',
  'x',
  5,
  null,
  '3f0b7a52-6c1d-4b7e-9a55-0d7f3c1e8b4',
  '{3f0b7a52-6c1d-4b7e-9a55-0d7f3c1e8b42}',
]
const nullableUuids = uuids.filter((value) => value !== null)
const times = ['2026-11-20', '2026-02-30T00:00:00Z', '2026-11-20T10:00:00', 1_763_600_000, null, new Date()]
const dates = ['2026-02-30', '2026-1-1', '20261120', '2026-11-20T00:00:00Z', 20_261_120, null]
const wholes = ['5', 1.5, Number.NaN, Infinity, 2 ** 53, null, 5n]
const outAmounts = [58.65, '58,65', '1e3', '', '.5', null]
const inAmounts = [...outAmounts, '-1', '1234567890123456', '1.00001', '1.', ' 1', '+1', '0x1']
const tooLongUrl = `https://example.com/${'a'.repeat(2048)}`
const urls = [
  'example.com',
  '/hook',
  'ftp://example.com',
  'https://',
  'https:/example.com',
  'https://u:p@example.com',
  'https://@example.com',
  'https:///user:pass@example.com/',
  'https:////user:pass@example.com/',
  'https://\\user:pass@example.com/',
  'https:/\\user:pass@example.com/',
  'https:\\\\user:pass@example.com/',
  'https://example.com\\@evil.example/',
  'https:user@example.com',
  'https:/user@example.com',
  'https:///example.com/',
  'https://?@example.com',
  'https://example.com/#top',
  'https://example.com/#',
  'https://exam\nple.com',
  'https://example.com/a b',
  ' https://example.com',
  tooLongUrl,
  5,
  null,
]
const eventLists = [
  [],
  ['booking.moved'],
  ['payment.created', 'payment.created'],
  Array.from({ length: 7 }, () => 'payment.created'),
  'payment.created',
  [null],
  null,
]

const responses: Case[] = [
  {
    name: 'booking',
    schema: bookingSchema,
    valid: example.booking,
    bad: {
      id: uuids,
      status: texts,
      total: wholes,
      created: times,
      updated: times,
      paidDays: wholes,
      description: texts,
      guest: [null, {}, [], 'x'],
      stay_dates: [null, {}, [{}], 'x'],
    },
  },
  {
    name: 'guest',
    schema: guestSchema,
    valid: example.booking.guest,
    bad: { id: uuids, first_name: texts, last_name: texts, email: texts, phone: texts },
  },
  {
    name: 'stay date',
    schema: stayDateSchema,
    valid: example.booking.stay_dates[0] ?? {},
    bad: { date: dates, amount: wholes, room: uuids, bed: uuids },
  },
  {
    name: 'booking page',
    schema: bookingPageSchema,
    valid: example.bookingPage,
    bad: {
      results: [null, {}, [{}]],
      total_count: [...wholes, -1],
      total_pages: [...wholes, -1],
      current_page: [...wholes, 0],
    },
  },
  {
    name: 'payment',
    schema: paymentSchema,
    valid: example.balance,
    optional: ['bid', 'gid', 'description'],
    bad: {
      id: uuids,
      bid: nullableUuids,
      gid: nullableUuids,
      amount: outAmounts,
      paymentMethod: texts,
      type: texts,
      description: [5, true, {}],
      name: texts,
      date: times,
      status: ['true', 1, null],
    },
  },
  {
    name: 'webhook endpoint',
    schema: webhookEndpointSchema,
    valid: example.endpoint,
    bad: {
      id: uuids,
      url: texts,
      events: [null, 'payment.created', [5]],
      is_active: ['true', 1, null],
      created_at: times,
      updated_at: times,
    },
  },
  {
    name: 'created webhook endpoint',
    schema: createdWebhookEndpointSchema,
    valid: example.createdEndpoint,
    bad: {
      id: uuids,
      url: texts,
      secret: texts,
      events: [null, 'payment.created', [5]],
      is_active: ['true', 1, null],
      created_at: times,
    },
  },
  {
    name: 'delivery',
    schema: deliverySchema,
    valid: example.deliveries[1] ?? {},
    optional: ['last_attempted_at', 'delivered_at', 'response_status', 'response_body'],
    bad: {
      id: uuids,
      event_type: texts,
      status: texts,
      attempts: [...wholes, -1],
      last_attempted_at: times.filter((value) => value !== null),
      delivered_at: times.filter((value) => value !== null),
      response_status: wholes.filter((value) => value !== null),
      response_body: [5, true, {}],
      created_at: times,
    },
  },
  {
    name: 'error body',
    schema: errorBodySchema,
    valid: {
      code: 'validation_error',
      message: 'x',
      details: [{ path: 'amount', message: 'y' }],
      request_id: 'r',
    },
    optional: ['details', 'request_id'],
    bad: { code: texts, message: texts, details: [null, {}, ['x'], [{}]], request_id: texts },
  },
  {
    name: 'error detail',
    schema: errorDetailSchema,
    valid: { path: '', message: 'y' },
    bad: { path: texts, message: texts },
  },
]

const createPayment = { ...example.createBalance, gid: example.booking.guest.id }
const paymentBad = {
  amount: inAmounts,
  paymentMethod: ['cash', 'Crypto', '', 5, null],
  type: ['refund', '', 5, null],
  bid: nullableUuids,
  gid: nullableUuids,
  name: ['', 'x'.repeat(256), 5, null],
  description: ['x'.repeat(10_001), 5, {}],
}

const requests: Case[] = [
  {
    name: 'create payment',
    schema: createPaymentSchema,
    valid: createPayment,
    optional: ['bid', 'gid', 'name', 'description'],
    bad: paymentBad,
  },
  {
    name: 'update payment',
    schema: updatePaymentSchema,
    valid: createPayment,
    optional: Object.keys(paymentBad),
    bad: paymentBad,
  },
  {
    name: 'create webhook endpoint',
    schema: createWebhookEndpointSchema,
    valid: example.createEndpoint,
    bad: { url: urls, events: eventLists },
  },
  {
    name: 'update webhook endpoint',
    schema: updateWebhookEndpointSchema,
    valid: { ...example.createEndpoint, is_active: true },
    optional: ['url', 'events', 'is_active'],
    bad: { url: urls, events: eventLists, is_active: ['true', 1, null] },
  },
  {
    name: 'bookings query',
    schema: listBookingsQuerySchema,
    valid: {
      page: 2,
      limit: 100,
      status: 'confirmed',
      guest_id: example.booking.guest.id,
      start_date: '2026-11-20',
      end_date: '2026-11-20',
    },
    optional: ['page', 'limit', 'status', 'guest_id', 'start_date', 'end_date'],
    bad: {
      page: ['0', '-1', '1.5', '1e2', ' 5', '', '0x10', 'x', ['1', '2'], null, '9'.repeat(400)],
      limit: ['0', '101', '٣', true],
      status: ['', ['a', 'b'], null],
      guest_id: uuids,
      start_date: [...dates, '2026-11-21'],
      end_date: dates,
    },
  },
  {
    name: 'payments query',
    schema: listPaymentsQuerySchema,
    valid: { bid: example.booking.id },
    optional: ['bid'],
    bad: { bid: uuids },
  },
]

/** The last values that are still right. */
const edges: [z.ZodMiniType, Record<string, unknown>][] = [
  [
    bookingPageSchema,
    { ...example.bookingPage, results: [], total_count: 0, total_pages: 0, current_page: 1 },
  ],
  [deliverySchema, { ...example.deliveries[1], attempts: 0 }],
  [createPaymentSchema, { ...createPayment, bid: null, gid: null, description: null, name: 'x' }],
  [createPaymentSchema, { ...createPayment, name: 'x'.repeat(255), description: 'x'.repeat(10_000) }],
  [createPaymentSchema, { ...createPayment, description: '', amount: '999999999999999.9999' }],
  [updatePaymentSchema, { gid: null }],
  [updatePaymentSchema, { bid: null }],
  [updatePaymentSchema, { description: null }],
  [createWebhookEndpointSchema, { ...example.createEndpoint, url: tooLongUrl.slice(0, 2_048) }],
  [updateWebhookEndpointSchema, { is_active: false }],
  [listBookingsQuerySchema, { page: 1, limit: 1 }],
  [listBookingsQuerySchema, { page: 1, limit: 10, start_date: '2026-11-20' }],
  [listBookingsQuerySchema, { page: 1, limit: 10, end_date: '2026-11-20' }],
]

it.each(edges)('the edge of what is right is right: %#', (schema, value) => {
  expect(validate(schema, value)).toMatchObject({ ok: true, value })
})

const paths = (schema: z.ZodMiniType, value: unknown): string[] => {
  const result = validate(schema, value)
  return result.ok ? [] : result.details.map(({ path }) => path)
}

describe.each([...responses, ...requests])('$name', ({ schema, valid, bad, optional = [] }) => {
  it('accepts the whole and gives it back unchanged', () => {
    expect(validate(schema, valid)).toEqual({ ok: true, value: valid })
  })

  it('is tested in each of its fields', () => {
    expect(Object.keys(bad).toSorted()).toEqual(Object.keys(valid).toSorted())
  })

  it.each(Object.entries(bad))('refuses bad values of %s, at that path', (field, values) => {
    for (const value of values) {
      const found = paths(schema, { ...valid, [field]: value }).map((path) => path.split('.')[0])
      expect({ value, found: [...new Set(found)] }).toEqual({ value, found: [field] })
    }
  })

  it('requires what is required, and nothing else', () => {
    const required = Object.keys(valid).filter((field) => {
      const { [field]: _gone, ...rest } = valid
      // A partial update of nothing is refused as such, at no field.
      return paths(schema, rest).includes(field)
    })
    expect(required).toEqual(Object.keys(valid).filter((field) => !optional.includes(field)))
  })

  it.each([null, undefined, 5, 'x', [], true])('refuses %j in place of the whole', (value) => {
    expect(paths(schema, value)).toEqual([''])
  })
})

it('a page that is no number hides no other mistake', () => {
  const query = { page: 'x', limit: '', start_date: '2026-01-02', end_date: '2026-01-01' }
  expect(paths(listBookingsQuerySchema, query)).toEqual(['page', 'limit', 'start_date'])
})

it('only dates that exist are compared', () => {
  expect(paths(listBookingsQuerySchema, { start_date: '2026-02-30', end_date: '2026-01-01' })).toEqual([
    'start_date',
  ])
})

describe.each(responses)('$name as an answer is read openly', ({ schema, valid }) => {
  it('lets unknown fields through', () => {
    const grown = { ...valid, loyalty_tier: { name: 'gold' } }
    expect(validate(schema, grown)).toEqual({ ok: true, value: grown })
  })
})

describe.each(requests)('$name as a request is strict', ({ schema, valid }) => {
  it('names every unknown field', () => {
    const result = validate(schema, { ...valid, amout: '1', Amount: '2' })
    expect(result).toEqual({
      ok: false,
      details: [
        { path: 'amout', message: expect.stringContaining('is not a known field here') },
        { path: 'Amount', message: expect.stringContaining('is not a known field here') },
      ],
    })
  })

  it('has no room for prototype keys', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'prototype']) {
      const body: unknown = JSON.parse(JSON.stringify(valid).replace('{', `{"${key}":{"polluted":true},`))
      expect(paths(schema, body)).toEqual([key])
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('unknown values of open sets pass', () => {
  it.each([
    [bookingSchema, { ...example.booking, status: 'no_show' }],
    [paymentSchema, { ...example.balance, paymentMethod: 'Crypto', type: 'transfer' }],
    [webhookEndpointSchema, { ...example.endpoint, events: ['room.cleaned'] }],
    [deliverySchema, { ...example.deliveries[0], status: 'paused', event_type: 'room.cleaned' }],
    [errorBodySchema, { code: 'teapot', message: 'x' }],
  ])('case %#', (schema, value) => {
    expect(validate(schema, value)).toEqual({ ok: true, value })
  })
})

describe('what is not there yet', () => {
  it('is null in the result, when absent too', () => {
    const { bid: _bid, gid: _gid, description: _description, ...payment } = example.balance
    expect(validate(paymentSchema, payment)).toMatchObject({
      ok: true,
      value: { bid: null, gid: null, description: null },
    })
    const { delivered_at: _at, response_status: _status, ...delivery } = example.deliveries[0] ?? {}
    expect(validate(deliverySchema, delivery)).toMatchObject({
      ok: true,
      value: { delivered_at: null, response_status: null },
    })
  })
})

describe('rules across fields', () => {
  it('a partial update names at least one field', () => {
    for (const schema of [updatePaymentSchema, updateWebhookEndpointSchema]) {
      const [first = ''] = Object.keys(schema.def.shape)
      for (const body of [{}, { [first]: undefined }]) {
        expect(validate(schema, body)).toEqual({
          ok: false,
          details: [{ path: '', message: 'must name at least one field to change' }],
        })
      }
    }
  })

  it('null unlinks and clears, and counts as a change; a new payment may say so too', () => {
    for (const body of [{ bid: null }, { gid: null }, { description: null }]) {
      expect(validate(updatePaymentSchema, body)).toEqual({ ok: true, value: body })
      const created = { amount: '1', paymentMethod: 'Cash', type: 'income', ...body }
      expect(validate(createPaymentSchema, created)).toMatchObject({ ok: true, value: body })
    }
  })

  it('the first date of a query is not after the last', () => {
    expect(validate(listBookingsQuerySchema, { start_date: '2026-11-21', end_date: '2026-11-20' })).toEqual({
      ok: false,
      details: [{ path: 'start_date', message: 'must not be after end_date' }],
    })
    expect(paths(listBookingsQuerySchema, { start_date: '2026-11-21' })).toEqual([])
  })

  it('fills in page and limit', () => {
    expect(validate(listBookingsQuerySchema, {})).toEqual({ ok: true, value: { page: 1, limit: 10 } })
  })

  it('folds UUIDs to lower case, so that one thing has one name', () => {
    const bid = example.booking.id.toUpperCase()
    expect(validate(listPaymentsQuerySchema, { bid })).toEqual({
      ok: true,
      value: { bid: example.booking.id },
    })
  })

  it('says of what is no webhook URL that it is none, and nothing else', () => {
    const result = validate(updateWebhookEndpointSchema, { url: 'ftp://me@example.com/#here' })
    expect(result).toMatchObject({
      details: [{ path: 'url', message: 'must be an absolute https:// URL' }],
    })
    expect(result.ok ? [] : result.details).toHaveLength(1)
  })

  it.each([
    'https://example.com',
    'HTTPS://EXAMPLE.com:8443/a?b=c@d',
    'http://127.0.0.1:1/',
    'https://münchen.example/ü',
  ])('takes %s as a webhook URL', (url) => {
    expect(paths(updateWebhookEndpointSchema, { url })).toEqual([])
  })
})
