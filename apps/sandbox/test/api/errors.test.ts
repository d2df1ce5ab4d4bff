import { randomUUID } from 'node:crypto'
import { errorBodySchema, limits, operations } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Api, kinds, openApi, type Tenant } from '../kit/index.ts'

const cash = { amount: '1', paymentMethod: 'Cash', type: 'income' }

function expectError(answer: Answer, status: number, code: string) {
  expect([answer.status, answer.json.code]).toEqual([status, code])
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json.request_id).toBe(answer.headers['x-request-id'])
  expect(errorBodySchema.safeParse(answer.json).success).toBe(true)
  const known = ['code', 'message', 'details', 'request_id']
  expect(Object.keys(answer.json).filter((key) => !known.includes(key))).toEqual([])
}

describe.each(kinds)('errors on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind)
    hostel = await harness.tenant()
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const post = (body: string | Buffer) => hostel.call('POST', '/payments', { body })

  it.each([
    ['', 'empty'],
    ['{', 'JSON'],
    ['{"amount":"1",}', 'JSON'],
    ["{'amount':'1'}", 'JSON'],
    ['{"amount":01}', 'JSON'],
    ['[1,2', 'JSON'],
    ['undefined', 'JSON'],
    ['{"a":1}{"b":2}', 'JSON'],
    [Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'UTF-8'],
    [Buffer.from('{"name":"\xe9"}', 'latin1'), 'UTF-8'],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, 'deeper'],
    [`${'['.repeat(300_000)}${']'.repeat(300_000)}`, 'deeper'],
  ])('a malformed body is 400 bad_request that says what (%#)', async (body, word) => {
    const answer = await post(body)
    expectError(answer, 400, 'bad_request')
    expect(answer.json.message).toContain(word)
  })

  it('the message says where JSON breaks', async () => {
    expect((await post('{"amount":"1",}')).json.message).toContain('position 14')
  })

  it.each(['null', '7', '"text"', 'true', '[]', '[{}]'])(
    'a body that is no object (%s) is a validation error',
    async (body) => {
      const answer = await post(body)
      expectError(answer, 400, 'validation_error')
      expect(answer.json.details[0].path).toBe('')
    },
  )

  it('a byte order mark is tolerated', async () => {
    expect((await post(`\uFEFF${JSON.stringify(cash)}`)).status).toBe(201)
  })

  it('prototype keys are unknown fields and harm nothing', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const answer = await post(`{"${key}":{"polluted":true},${JSON.stringify(cash).slice(1)}`)
      expectError(answer, 400, 'validation_error')
      expect(answer.json.details).toEqual([{ path: key, message: 'is not a known field here' }])
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it('details name every bad field', async () => {
    const answer = await post('{"amount":1,"type":"x","extra":true}')
    expectError(answer, 400, 'validation_error')
    const paths = answer.json.details.map(({ path }: { path: string }) => path)
    expect(paths.toSorted()).toEqual(['amount', 'extra', 'paymentMethod', 'type'])
  })

  it('an error answer stays short, however many faults there are', async () => {
    const fields = Array.from({ length: 60_000 }, (_, index) => `"f${index}":0`)
    const answer = await post(`{${fields.join(',')}}`)
    expectError(answer, 400, 'validation_error')
    expect(answer.text.length).toBeLessThan(10_000)
  })

  it('a body over 1 MiB is 413, one of 1 MiB is read', async () => {
    const pad = (size: number) => `{"name":"${'x'.repeat(size - 11)}"}`
    expect((await post(pad(limits.bodyBytes))).json.code).toBe('validation_error')
    expectError(await post(pad(limits.bodyBytes + 1)), 413, 'payload_too_large')
  })

  it.each([
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/payments/'],
    ['GET', '/Payments'],
    ['GET', `/payments/${randomUUID()}`],
    ['PUT', '/payments'],
    ['DELETE', '/payments'],
    ['POST', '/bookings'],
    ['PATCH', `/bookings/${randomUUID()}`],
    ['POST', `/webhooks/${randomUUID()}/deliveries`],
    ['OPTIONS', '/payments'],
    ['GET', '/%'],
    ['GET', '/%c3%28/%00'],
    ['GET', '/../../healthz/x'],
  ])('%s %s is no operation: 404 not_found', async (method, path) => {
    expectError(await hostel.call(method, path), 404, 'not_found')
  })

  it('a method that a path does not have is 404, on every path of the API', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
    const tried: string[] = []
    for (const [pattern, had] of Map.groupBy(Object.values(operations), ({ path }) => path)) {
      const path = pattern.replaceAll(/\{\w+\}/g, randomUUID())
      for (const method of methods.filter((one) => had.every((operation) => operation.method !== one))) {
        expectError(await hostel.call(method, path), 404, 'not_found')
        tried.push(`${method} ${pattern}`)
      }
    }
    expect(tried).toContain('PUT /payments/{paymentId}')
    expect(tried.length).toBeGreaterThan(20)
  })

  it('outside the client API, what is not there is 404 in the same form', async () => {
    for (const path of ['/nowhere', '/api/v1', '/api/v2/client/payments', '/%', '/favicon.ico']) {
      expectError(await harness.send('GET', path), 404, 'not_found')
    }
  })

  it('an unknown path below the API is 404 only for those who may call', async () => {
    expectError(await hostel.call('GET', '/nowhere', { headers: { 'x-api-key': null } }), 401, 'unauthorized')
  })

  it('the request id is ours and new each time, whatever a caller sends', async () => {
    const headers = { 'x-request-id': 'mine', 'request-id': 'mine' }
    const ids = [
      await hostel.call('GET', '/payments', { headers }),
      await hostel.call('GET', '/payments', { headers }),
    ]
    const [one, two] = ids.map((answer) => answer.headers['x-request-id'])
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(one).not.toBe(two)
  })

  it('HEAD is answered wherever GET is, with its headers and no body', async () => {
    const get = await hostel.call('GET', '/payments')
    const head = await hostel.call('HEAD', '/payments')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers['content-type']).toBe(get.headers['content-type'])
  })

  it('answers are not kept by caches and not sniffed', async () => {
    for (const path of ['/payments', '/nowhere']) {
      expect((await hostel.call('GET', path)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    }
  })
})
