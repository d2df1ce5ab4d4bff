import { randomUUID } from 'node:crypto'
import { type OperationId, operations } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, openApi, type Tenant } from '../kit/index.ts'

const everyOperation = Object.keys(operations) as OperationId[]
const cash = { amount: '1', paymentMethod: 'Cash', type: 'income' }
const app = 'https://app.example.com'

/** A path of the operation, with ids that nobody has. */
const pathOf = (id: OperationId) => operations[id].path.replaceAll(/\{\w+\}/g, randomUUID())

describe.each(kinds)('access on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind)
    hostel = await harness.tenant()
    await hostel.allow(app, 'http://localhost:5173')
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const at = (path: string) => `/api/v1/client${path}`

  it.each(everyOperation)('%s without a key, with an empty or an unknown one is 401', async (id) => {
    const { method } = operations[id]
    for (const key of [null, '', 'wrong', `${hostel.key}x`, hostel.key.toUpperCase()]) {
      const { status, json, headers, text } = await hostel.call(method, pathOf(id), {
        headers: { 'x-api-key': key },
        ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}),
      })
      expect([status, json.code, json.request_id]).toEqual([401, 'unauthorized', headers['x-request-id']])
      if (key) expect(text).not.toContain(key)
      expect(json.message).toContain('X-API-Key')
    }
  })

  it('the key alone opens its property and no other; a deleted key opens nothing', async () => {
    const other = await harness.tenant()
    await other.call('POST', '/payments', { body: cash })
    expect((await hostel.call('GET', '/payments')).json).toEqual([])
    expect((await other.call('GET', '/payments')).json).toHaveLength(1)
    await other.dropKey()
    expect((await other.call('GET', '/payments')).status).toBe(401)
  })

  it.each(everyOperation)('%s from an origin that is not allowed is 403', async (id) => {
    const { method } = operations[id]
    for (const origin of [
      'https://evil.example',
      'null',
      `${app}.evil.example`,
      'http://app.example.com',
      `${app}:8443`,
    ]) {
      const { status, json, headers } = await hostel.call(method, pathOf(id), {
        headers: { origin },
        ...(method === 'POST' || method === 'PATCH' ? { body: {} } : {}),
      })
      expect([status, json.code]).toEqual([403, 'origin_not_allowed'])
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['vary']).toBe('Origin')
    }
  })

  it('no Origin is a server and is allowed', async () => {
    const { status, headers } = await hostel.call('GET', '/payments')
    expect([status, headers['access-control-allow-origin'], headers['vary']]).toEqual([
      200,
      undefined,
      'Origin',
    ])
  })

  it('an allowed origin gets the CORS headers, on errors too', async () => {
    for (const [path, status] of [
      ['/payments', 200],
      [`/bookings/${randomUUID()}`, 404],
      ['/nowhere', 404],
    ] as const) {
      const answer = await hostel.call('GET', path, { headers: { origin: app } })
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({ 'access-control-allow-origin': app, vary: 'Origin' })
      expect(answer.headers['access-control-expose-headers']?.split(', ')).toEqual(
        expect.arrayContaining([
          'X-Request-Id',
          'RateLimit',
          'RateLimit-Policy',
          'Retry-After',
          'Idempotent-Replayed',
        ]),
      )
    }
    const unknown = await hostel.call('GET', '/payments', { headers: { origin: app, 'x-api-key': null } })
    expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([401, app])
  })

  it('the request itself is held to its own property', async () => {
    const other = await harness.tenant()
    const { status, headers } = await other.call('GET', '/payments', { headers: { origin: app } })
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
    expect(headers['access-control-expose-headers']).toBeUndefined()
    await other.allow(app)
    expect((await other.call('GET', '/payments', { headers: { origin: app } })).status).toBe(200)
    await other.allow()
    expect((await other.call('GET', '/payments', { headers: { origin: app } })).status).toBe(403)
  })

  it('a preflight carries no key: 204 when any property lists the origin, else 403', async () => {
    const preflight = (origin: string, path = '/payments') =>
      harness.send('OPTIONS', at(path), {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-api-key, idempotency-key, content-type',
        },
      })
    const { status, text, headers } = await preflight(app)
    expect([status, text]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers': 'X-API-Key, Content-Type, Idempotency-Key, traceparent',
      'access-control-max-age': expect.stringMatching(/^\d+$/),
      vary: 'Origin',
    })
    expect((await preflight(app, `/webhooks/${randomUUID()}`)).status).toBe(204)
    const refused = await preflight('https://evil.example')
    expect([refused.status, refused.json.code]).toEqual([403, 'origin_not_allowed'])
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
    expect((await preflight('null')).status).toBe(403)
    // Without the method that it is about, it is a request like any other, of a method that is not there.
    for (const key of [{}, { 'x-api-key': hostel.key }]) {
      const other = await harness.send('OPTIONS', at('/payments'), { headers: { origin: app, ...key } })
      expect(other.status).toBeGreaterThanOrEqual(400)
      expect(other.headers['access-control-allow-methods']).toBeUndefined()
    }
    const asked = { 'access-control-request-method': 'POST' }
    const read = await hostel.call('GET', '/payments', { headers: { origin: app, ...asked } })
    expect([read.status, read.json]).toEqual([200, []])
    const server = await harness.send('OPTIONS', at('/payments'), { headers: asked })
    expect([server.status, server.headers['access-control-allow-methods']]).toEqual([401, undefined])
  })

  it('an origin that is refused is named, and a long one cut after a hundred characters', async () => {
    const refusal = async (length: number) => {
      const origin = `https://${'o'.repeat(length - 'https://'.length)}`
      return (await hostel.call('GET', '/payments', { headers: { origin } })).json.message as string
    }
    expect(await refusal(100)).toContain(`https://${'o'.repeat(92)} is not`)
    expect(await refusal(101)).toContain(`https://${'o'.repeat(92)}… is not`)
  })

  it('origins are stored in the form in which browsers send them, and what is none is refused', async () => {
    const other = await harness.tenant()
    await other.allow('HTTPS://Shop.Example.com:443/', 'http://192.168.0.7:8080')
    for (const origin of ['https://shop.example.com', 'http://192.168.0.7:8080']) {
      expect((await other.call('GET', '/payments', { headers: { origin } })).status).toBe(200)
    }
    for (const bad of [
      '*',
      'null',
      'example.com',
      'https://example.com/path',
      'https://a@example.com',
      'ftp://example.com',
    ]) {
      await expect(other.allow(bad)).rejects.toMatchObject({ code: 'validation_error' })
    }
  })

  it.each([
    null,
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonp',
    'application/json; charset=latin1',
    'nonsense',
    'application/json, text/plain',
  ])('POST and PATCH with Content-Type %s are 415', async (type) => {
    for (const [method, path] of [
      ['POST', '/payments'],
      ['PATCH', `/webhooks/${randomUUID()}`],
    ] as const) {
      const { status, json } = await hostel.call(method, path, {
        body: JSON.stringify(cash),
        headers: { 'content-type': type },
      })
      expect([status, json.code]).toEqual([415, 'unsupported_media_type'])
    }
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
  ])('Content-Type %s is JSON', async (type) => {
    const { status } = await hostel.call('POST', '/payments', {
      body: cash,
      headers: { 'content-type': type },
    })
    expect(status).toBe(201)
  })

  it('the first bad thing wins: key, origin, content type, idempotency key, body, existence', async () => {
    const right: Record<string, string> = {
      'x-api-key': hostel.key,
      origin: app,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const wrong = {
      'x-api-key': 'wrong',
      origin: 'https://evil.example',
      'content-type': 'text/plain',
      'idempotency-key': 'wrong',
    }
    const headers: Record<string, string> = { ...wrong }
    const path = at(`/payments/${randomUUID()}`)
    const statuses: unknown[] = []
    const step = async (body: string) => {
      const { status, json } = await harness.send('PATCH', path, { headers, body })
      statuses.push([status, json.code])
    }
    await step('{')
    for (const name of Object.keys(wrong)) {
      headers[name] = right[name] as string
      await step('{')
    }
    await step('{"amount":5}')
    await step('{"amount":"5"}')
    expect(statuses).toEqual([
      [401, 'unauthorized'],
      [403, 'origin_not_allowed'],
      [415, 'unsupported_media_type'],
      [400, 'bad_request'],
      [400, 'bad_request'],
      [400, 'validation_error'],
      [404, 'not_found'],
    ])
  })
})
