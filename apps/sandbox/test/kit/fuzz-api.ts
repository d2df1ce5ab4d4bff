import { randomUUID } from 'node:crypto'
import {
  type OperationId,
  bookingStatuses,
  errorBodySchema,
  eventTypes,
  operations,
  paymentMethods,
} from '@svc/models'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from './api.ts'
import type { Answer } from './caller.ts'
import type { Kind } from './databases.ts'
import type { Tenant } from './tenant.ts'

/** Texts that break things: any UTF-16 (halves of pairs too), NUL, what SQL and JSON treat specially, long ones. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud83d',
    '\udc00x',
    "'; drop table payments; --",
    '%',
    '\\',
    '"',
    '__proto__',
  ),
  fc.string({ minLength: 3_000, maxLength: 12_000 }),
)
const amount = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.constantFrom('1', '0.0001', '1e9', '-1', '9'.repeat(15)),
)
const id = fc.oneof(text, fc.uuid(), fc.constant(randomUUID()))
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>

/** Fields that exist, with values that fit or nearly fit. */
const field: Record<string, fc.Arbitrary<unknown>> = {
  amount,
  paymentMethod: fc.oneof(text, fc.constantFrom(...paymentMethods)),
  type: fc.oneof(text, fc.constantFrom('income', 'outgoing')),
  bid: id,
  gid: id,
  name: text,
  description: fc.oneof(text, fc.constant(null)),
  url: fc.oneof(
    text,
    fc.webUrl(),
    fc.webUrl().map((url) => `${url}#x`),
    fc.constant('https://[::]/'),
  ),
  events: fc.oneof(fc.array(fc.oneof(text, fc.constantFrom(...eventTypes))), json),
  is_active: fc.oneof(fc.boolean(), json),
}
const known = fc.record(field, { requiredKeys: [] })
const object = fc.oneof(
  known,
  fc.tuple(known, fc.dictionary(text, json, { maxKeys: 4 })).map(([one, other]) => ({ ...one, ...other })),
)
const body: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 5, arbitrary: object.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value) ?? '') },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
)

/** Percent-encoded as a careful caller would, or any bytes that a request line can carry. */
const encoded = fc.oneof(
  text.map((value) => encodeURIComponent(value.toWellFormed()).slice(0, 300)),
  fc.string({
    unit: fc.constantFrom(
      '%',
      'a',
      'F',
      '0',
      '.',
      '-',
      '~',
      '!',
      '$',
      '*',
      '+',
      ';',
      '=',
      ':',
      '@',
      '%00',
      '%c3%28',
      '%2e%2e',
    ),
    maxLength: 30,
  }),
  fc.uuid(),
)
const query = fc.array(
  fc.tuple(
    fc.oneof(
      encoded,
      fc.constantFrom('page', 'limit', 'status', 'guest_id', 'start_date', 'end_date', 'bid', '__proto__'),
    ),
    fc.oneof(
      encoded,
      fc.constantFrom('1', '100', '-1', '9'.repeat(30), '2026-11-21', '0000-01-01', ...bookingStatuses),
    ),
  ),
  { maxLength: 4 },
)

/** Any bytes that Node lets a header have. */
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const headers = fc.dictionary(
  fc.constantFrom(
    'x-api-key',
    'idempotency-key',
    'content-type',
    'origin',
    'traceparent',
    'accept',
    'authorization',
    'x-request-id',
  ),
  fc.oneof(headerText, fc.constantFrom('application/json', 'null', '"f47ac10b-58cc-4372-a567-0e02b2c3d479"')),
  { maxKeys: 3 },
)

function check(answer: Answer, method: string) {
  const { status, headers: answered, text: sent } = answer
  expect(status).toBeLessThan(500)
  expect(answered['x-request-id']).toBeDefined()
  if (status < 400 || method === 'HEAD') return
  const error = errorBodySchema.safeParse(JSON.parse(sent))
  expect(error.success, sent).toBe(true)
}

/**
 * Suites that send whatever callers can think of to every operation on each of these storages, so many requests an
 * operation. The sandbox's own tests have a short form, `apps/sandbox-e2e` a long one.
 */
export function fuzzApi(kinds: readonly Kind[], requests: number): void {
  describe.each(kinds)('fuzz on %s', (kind) => {
    let api: Api
    let hostel: Tenant
    /** Ids that exist, so that what is fuzzed reaches the operation. */
    const ids: string[] = []
    beforeAll(async () => {
      api = await openApi(kind)
      hostel = await api.tenant()
      const booking = await hostel.createBooking()
      const cash = { amount: '1', paymentMethod: 'Cash', type: 'income' }
      const hook = { url: 'https://example.com/', events: eventTypes }
      const payment = await hostel.call('POST', '/payments', { body: cash })
      const endpoint = await hostel.call('POST', '/webhooks', { body: hook })
      ids.push(booking.id, payment.json.id, endpoint.json.id)
    })
    afterAll(() => api[Symbol.asyncDispose]())

    it.each(Object.keys(operations) as OperationId[])(
      '%s: whatever is sent, no answer is a 5xx and every refusal has the form of D3',
      async (operationId) => {
        const { method, path } = operations[operationId]
        const param = fc.oneof(
          encoded,
          fc.nat().map((index) => ids[index % ids.length] ?? ''),
        )
        await fc.assert(
          fc.asyncProperty(
            fc.array(param, { minLength: 1, maxLength: 1 }),
            fc.option(query, { nil: [], freq: 2 }),
            body,
            fc.option(headers, { nil: {}, freq: 3 }),
            async ([value = ''], pairs, sent, extra) => {
              const target = path.replaceAll(/\{\w+\}/g, () => value)
              const search = pairs.map((pair) => pair.join('=')).join('&')
              const writes = method === 'POST' || method === 'PATCH'
              const answer = await hostel.call(method, target + (search && `?${search}`), {
                headers: extra,
                ...(writes && { body: sent }),
              })
              check(answer, method)
            },
          ),
          { numRuns: requests },
        )
      },
      120_000,
    )

    it('any method and path: no 5xx', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(
            'GET',
            'HEAD',
            'POST',
            'PUT',
            'PATCH',
            'DELETE',
            'OPTIONS',
            'TRACE',
            'PROPFIND',
            'QUERY',
          ),
          fc.array(fc.oneof(encoded, fc.constantFrom('api', 'v1', 'client', 'payments', 'webhooks', '..')), {
            maxLength: 6,
          }),
          async (method, segments) => {
            const path = `/${segments.join('/')}`
            for (const prefix of ['', '/api/v1/client', '/client']) {
              check(await api.send(method, prefix + path, { headers: { 'x-api-key': hostel.key } }), method)
            }
          },
        ),
        { numRuns: requests },
      )
    }, 120_000)

    it('what is accepted comes back as it was sent', async () => {
      await fc.assert(
        fc.asyncProperty(text, fc.option(text), async (name, description) => {
          const sent = { amount: '1', paymentMethod: 'Cash', type: 'income', name, description }
          const created = await hostel.call('POST', '/payments', { body: sent })
          check(created, 'POST')
          if (created.status !== 201) return
          const [listed] = (await hostel.call('GET', '/payments')).json
          expect(listed).toEqual(created.json)
          expect(listed).toMatchObject({ name, description })
          await hostel.call('DELETE', `/payments/${listed.id}`)
        }),
        { numRuns: requests },
      )
    }, 120_000)
  })
}
