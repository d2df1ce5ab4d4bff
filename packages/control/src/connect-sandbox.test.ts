import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mock } from 'node:test'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectSandbox, ControlError, type SandboxControl } from './index.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
interface Call {
  line: string
  authorization: string | undefined
  body: unknown
}

let server: Server
let url: string
let handler: Handler
let calls: Call[]
let control: SandboxControl

const json =
  (value: unknown, status = 200): Handler =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

beforeEach(async () => {
  calls = []
  handler = json({})
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      calls.push({
        line: `${request.method} ${request.url}`,
        authorization: request.headers.authorization,
        body: text === '' ? undefined : JSON.parse(text),
      })
      handler(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  control = connectSandbox({ url, adminToken: 'token-1', propertyId: 'p 1' })
})

afterEach(async () => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const routes: [string, (control: SandboxControl) => Promise<unknown>, string, unknown?][] = [
  ['properties.list', (c) => c.properties.list(), 'GET /sandbox/properties'],
  ['properties.create', (c) => c.properties.create({ name: 'A' }), 'POST /sandbox/properties', { name: 'A' }],
  ['apiKeys.list', (c) => c.apiKeys.list(), 'GET /sandbox/properties/p%201/api-keys'],
  ['apiKeys.create', (c) => c.apiKeys.create(), 'POST /sandbox/properties/p%201/api-keys', {}],
  ['apiKeys.delete', (c) => c.apiKeys.delete('k'), 'DELETE /sandbox/properties/p%201/api-keys/k'],
  ['origins.get', (c) => c.origins.get(), 'GET /sandbox/properties/p%201/allowed-origins'],
  [
    'origins.set',
    (c) => c.origins.set(['https://a.example']),
    'PUT /sandbox/properties/p%201/allowed-origins',
    { origins: ['https://a.example'] },
  ],
  ['bookings.list', (c) => c.bookings.list({ limit: 5 }), 'GET /sandbox/properties/p%201/bookings?limit=5'],
  ['bookings.create', (c) => c.bookings.create(), 'POST /sandbox/properties/p%201/bookings', {}],
  [
    'bookings.update',
    (c) => c.bookings.update('b', { status: 'paid' }),
    'PATCH /sandbox/properties/p%201/bookings/b',
    { status: 'paid' },
  ],
  ['bookings.cancel', (c) => c.bookings.cancel('../x'), 'DELETE /sandbox/properties/p%201/bookings/..%2Fx'],
  [
    'messages.send',
    (c) => c.messages.send({ bookingId: 'b', content: 'Hi' }),
    'POST /sandbox/properties/p%201/messages',
    { bookingId: 'b', content: 'Hi' },
  ],
  [
    'events.trigger',
    (c) => c.events.trigger('payment.created', { amount: '1.0000' }),
    'POST /sandbox/properties/p%201/events',
    { type: 'payment.created', data: { amount: '1.0000' } },
  ],
  [
    'deliveries.list',
    (c) => c.deliveries.list({ status: 'dead' }),
    'GET /sandbox/properties/p%201/deliveries?status=dead',
  ],
  ['deliveries.get', (c) => c.deliveries.get('d'), 'GET /sandbox/properties/p%201/deliveries/d'],
  [
    'deliveries.resend',
    (c) => c.deliveries.resend('d'),
    'POST /sandbox/properties/p%201/deliveries/d/resend',
    {},
  ],
  [
    'deliveries.resendAll',
    (c) => c.deliveries.resendAll({ status: 'failed' }),
    'POST /sandbox/properties/p%201/deliveries/resend',
    { status: 'failed' },
  ],
  ['bookings.get', (c) => c.bookings.get('b'), 'GET /sandbox/properties/p%201/bookings/b'],
  [
    'webhooks.create',
    (c) => c.webhooks.create({ url: 'https://a.example/', events: ['payment.created'] }),
    'POST /sandbox/properties/p%201/webhooks',
    { url: 'https://a.example/', events: ['payment.created'] },
  ],
  [
    'webhooks.update',
    (c) => c.webhooks.update('w', { is_active: false }),
    'PATCH /sandbox/properties/p%201/webhooks/w',
    { is_active: false },
  ],
  ['webhooks.delete', (c) => c.webhooks.delete('w'), 'DELETE /sandbox/properties/p%201/webhooks/w'],
  ['payments.list', (c) => c.payments.list({ bid: 'b' }), 'GET /sandbox/properties/p%201/payments?bid=b'],
  ['webhooks.list', (c) => c.webhooks.list(), 'GET /sandbox/properties/p%201/webhooks'],
  [
    'webhooks.rotateSecret',
    (c) => c.webhooks.rotateSecret('w', { overlap_seconds: 0 }),
    'POST /sandbox/properties/p%201/webhooks/w/rotate-secret',
    { overlap_seconds: 0 },
  ],
  ['clock.get', (c) => c.clock.get(), 'GET /sandbox/clock'],
  [
    'clock.set',
    (c) => c.clock.set({ now: new Date('2026-01-01T00:00:00Z') }),
    'POST /sandbox/clock',
    { now: '2026-01-01T00:00:00.000Z' },
  ],
  ['clock.advance', (c) => c.clock.advance(0.5), 'POST /sandbox/clock/advance', { seconds: 0.5 }],
  ['faults.list', (c) => c.faults.list(), 'GET /sandbox/faults'],
  [
    'faults.add',
    (c) => c.faults.add({ when: 'after', action: { type: 'reset' }, times: 1 }),
    'POST /sandbox/faults',
    { when: 'after', action: { type: 'reset' }, times: 1 },
  ],
  ['faults.remove', (c) => c.faults.remove('f'), 'DELETE /sandbox/faults/f'],
  ['faults.clear', (c) => c.faults.clear(), 'DELETE /sandbox/faults'],
  ['requests.list', (c) => c.requests.list({ status: 409 }), 'GET /sandbox/requests?status=409'],
  ['requests.clear', (c) => c.requests.clear(), 'DELETE /sandbox/requests'],
  ['snapshot', (c) => c.snapshot(), 'POST /sandbox/snapshots', {}],
  ['reset', (c) => c.reset(), 'POST /sandbox/reset', {}],
  ['export', (c) => c.export({ secrets: true }), 'GET /sandbox/export?secrets=true'],
]

describe('connectSandbox', () => {
  it.each(routes)('%s sends its call with the token', async (_, run, line, body) => {
    await run(control)
    expect(calls).toEqual([{ line, authorization: 'Bearer token-1', body }])
  })

  it('answers 204 with nothing and 200 with the JSON', async () => {
    handler = json({ mode: 'manual', now: 'then', offset_seconds: 0 })
    expect(await control.clock.get()).toEqual({ mode: 'manual', now: 'then', offset_seconds: 0 })
    handler = (_, response) => response.writeHead(204).end()
    expect(await control.faults.clear()).toBeUndefined()
  })

  it('restores and deletes a snapshot by its id', async () => {
    handler = json({ id: 's1' })
    const snapshot = await control.snapshot()
    await snapshot.restore()
    await snapshot.delete()
    expect(calls.map(({ line }) => line)).toEqual([
      'POST /sandbox/snapshots',
      'POST /sandbox/snapshots/s1/restore',
      'DELETE /sandbox/snapshots/s1',
    ])
  })

  it('takes address, token and property from the environment', async () => {
    vi.stubEnv('SVC_URL', `${url}/`)
    vi.stubEnv('SVC_ADMIN_TOKEN', 'from-env')
    vi.stubEnv('SVC_PROPERTY_ID', 'p-env')
    await connectSandbox().apiKeys.list()
    expect(calls[0]).toMatchObject({
      line: 'GET /sandbox/properties/p-env/api-keys',
      authorization: 'Bearer from-env',
    })
  })

  it('says what is missing when nothing names the sandbox', () => {
    vi.stubEnv('SVC_URL', '')
    vi.stubEnv('SVC_ADMIN_TOKEN', '')
    expect(() => connectSandbox()).toThrow(/SVC_URL/)
    expect(() => connectSandbox({ url })).toThrow(/SVC_ADMIN_TOKEN/)
  })

  it.each(['localhost:4010', '/sandbox', 'ftp://127.0.0.1', new URL('http://127.0.0.1:4010'), 4010])(
    '%s is no address',
    (given) => {
      expect(() => connectSandbox({ url: given as string, adminToken: 't' })).toThrow(
        expect.objectContaining({
          code: 'invalid_option',
          message: expect.stringContaining('such as "http://127.0.0.1:4010"'),
        }),
      )
    },
  )

  it.each(['/', '/api/v1/client', '/api/v1/client/'])('takes the address with %s behind it', async (path) => {
    const pasted = connectSandbox({ url: url + path, adminToken: 't' })
    await pasted.faults.list()
    expect([pasted.url, calls[0]?.line]).toEqual([url, 'GET /sandbox/faults'])
  })

  it('a time in the place of the options of a clock is told so', async () => {
    const error = await control.clock.set('2027-01-01' as never).catch(String)
    expect(error).toContain('setClock: options must be an object.')
  })

  it('never shows its token', () => {
    expect(inspect(control, { depth: 10, showHidden: true })).not.toContain('token-1')
    expect(JSON.stringify(control)).not.toContain('token-1')
  })

  it.each([
    ['vitest', () => void vi.useFakeTimers()],
    ['vitest with microtasks', () => void vi.useFakeTimers({ toFake: ['setImmediate', 'queueMicrotask'] })],
    ['node:test', () => mock.timers.enable()],
  ])(
    'no call waits for timers that %s has faked, also on a connection that was used before',
    async (_name, fake) => {
      handler = json([])
      await control.properties.list()
      fake()
      for (let call = 0; call < 3; call++) expect(await control.properties.list()).toEqual([])
      handler = json({ code: 'not_found', message: 'None.' }, 404)
      await expect(control.bookings.get('x')).rejects.toMatchObject({ code: 'not_found', status: 404 })
      handler = (_, response) => response.writeHead(204).end()
      expect(await control.faults.clear()).toBeUndefined()
      handler = (_, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"id":1}\n\n')
      expect(await control.requests.follow().next()).toMatchObject({ value: { id: 1 } })
      mock.timers.reset()
    },
  )

  it('works under fake timers', async () => {
    vi.useFakeTimers()
    await expect(control.clock.get()).resolves.toEqual({})
  })
})

describe('the default property', () => {
  it('is the only one there is, looked up once', async () => {
    control = connectSandbox({ url, adminToken: 't' })
    handler = json([{ id: 'only', name: 'Hostel', created_at: '' }])
    await control.apiKeys.list()
    await control.apiKeys.list()
    expect(calls.map(({ line }) => line)).toEqual([
      'GET /sandbox/properties',
      'GET /sandbox/properties/only/api-keys',
      'GET /sandbox/properties/only/api-keys',
    ])
  })

  it('is not guessed among several', async () => {
    control = connectSandbox({ url, adminToken: 't' })
    handler = json([
      { id: 'a', name: 'Hostel A' },
      { id: 'b', name: 'Hostel B' },
    ])
    await expect(control.bookings.create()).rejects.toThrow(/2 properties[\s\S]*Hostel B/)
    handler = json({})
    await control.property('b').bookings.create()
    expect(calls.at(-1)?.line).toBe('POST /sandbox/properties/b/bookings')
  })
})

describe('ControlError', () => {
  it('carries status, code, details and request id of a refusal', async () => {
    handler = json(
      {
        code: 'validation_error',
        message: 'The body is not valid.',
        details: [{ path: 'when', message: 'must be before, after or delivery' }],
        request_id: 'r1',
      },
      400,
    )
    const error = await control.faults.list().catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ControlError)
    expect(error).toMatchObject({
      name: 'ControlError',
      status: 400,
      code: 'validation_error',
      requestId: 'r1',
      details: [{ path: 'when', message: 'must be before, after or delivery' }],
    })
    expect(String(error)).toMatch(/GET http.*\/sandbox\/faults was answered 400.*\n {2}when must be before/)
  })

  it('says what is wrong with one field once', async () => {
    const details = [{ path: 'amount', message: 'must be a decimal string' }]
    handler = json({ code: 'validation_error', message: 'amount must be a decimal string.', details }, 400)
    const error = await control.faults.list().catch((caught: unknown) => caught)
    expect(String(error).split('must be a decimal string')).toHaveLength(2)
    expect(error).toMatchObject({ details })
  })

  it('says when no server answers, with the reason', async () => {
    await new Promise((resolve) => server.close(resolve))
    const error = await control.clock.get().catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'unreachable', status: null })
    expect(String(error)).toMatch(/ECONNREFUSED/)
  })

  it('says when the server that answers is no sandbox', async () => {
    handler = (_, response) => response.writeHead(404).end('<html>nginx</html>')
    await expect(control.clock.get()).rejects.toMatchObject({ code: 'not_a_sandbox', status: 404 })
    handler = (_, response) => response.writeHead(200).end('hello')
    await expect(control.clock.get()).rejects.toMatchObject({ code: 'not_a_sandbox', status: 200 })
    handler = (_, response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    await expect(control.clock.get()).rejects.toMatchObject({ code: 'not_a_sandbox', status: 302 })
  })
})

describe('streams', () => {
  it('report the progress of a seeding and its result', async () => {
    handler = (_, response) => {
      response.write('{"done":1000}\n{"do')
      response.end('ne":2000}\n{"done":2000,"bookings":2000,"payments":2400,"seed":"s"}\n')
    }
    const progress: number[] = []
    const result = await control.bookings.seed({ bookings: 2_000, onProgress: (done) => progress.push(done) })
    expect(progress).toEqual([1_000, 2_000, 2_000])
    expect(result).toEqual({ done: 2_000, bookings: 2_000, payments: 2_400, seed: 's' })
    expect(calls[0]).toMatchObject({ line: 'POST /sandbox/properties/p%201/seed', body: { bookings: 2_000 } })
  })

  it('reject a seeding that fails or stops early', async () => {
    handler = (_, response) => response.end('{"done":1}\n{"error":"disk full"}\n')
    await expect(control.bookings.seed({ bookings: 2 })).rejects.toThrow(/disk full/)
    handler = (_, response) => response.end('{"done":1}\n')
    await expect(control.bookings.seed({ bookings: 2 })).rejects.toMatchObject({ code: 'seed_failed' })
  })

  it('follow the request log until they are stopped', async () => {
    handler = (_, response) => {
      response.write(': hello\n\nid: 1\nevent: request\ndata: {"id":"1"}\n\n')
      response.write('id: 2\nevent: request\ndata: {"id":"2"}\n\n')
    }
    const stop = new AbortController()
    const seen: string[] = []
    for await (const { id } of control.requests.follow({ method: 'POST', signal: stop.signal })) {
      seen.push(id)
      if (id === '2') stop.abort()
    }
    expect(seen).toEqual(['1', '2'])
    expect(calls[0]?.line).toBe('GET /sandbox/requests/stream?method=POST')
  })
})
