import type { Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { Agent, MockAgent } from 'undici'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadUndici } from '../src/core/wire/undici.ts'
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  ResponseError,
  ServerError,
  SvcClient,
  type SvcClientOptions,
  TimeoutError,
} from '../src/index.ts'
import { version } from '../src/version.ts'
import { apiKey, newPayment, payment } from './support/data.ts'
import { hastyRuntime } from './support/runtime.ts'
import { deadPort, json, serve, serveRaw } from './support/server.ts'

// Loading a module takes a part of the short time limits below.
beforeAll(loadUndici)

const connect = (url: string, options: Partial<SvcClientOptions> = {}) =>
  new SvcClient({ baseUrl: url, apiKey, ...options }, hastyRuntime)
const failure = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => expect.unreachable('the call should have failed'),
    (error: unknown) => error,
  )
const whole = (body: string, extra = '') =>
  `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${extra}\r\n${body}`
const body = JSON.stringify(payment)

describe('what goes over the wire', () => {
  it('the headers and bytes of the specification', async () => {
    await using server = await serve((_request, response) => json(response, 201, payment))
    await using svc = connect(server.url)
    expect(await svc.payments.create(newPayment)).toEqual(payment)
    const [seen] = server.seen
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/api/v1/client/payments',
      body: JSON.stringify(newPayment),
    })
    expect(seen?.headers).toMatchObject({
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'accept-encoding': 'gzip, br',
      'content-length': String(JSON.stringify(newPayment).length),
    })
  })

  it('who asks: the program first, if it has a name, then this client and what it runs on', async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    for (const userAgent of [undefined, 'my-pms/2.1 (test)']) {
      await using svc = connect(server.url, { userAgent })
      await svc.payments.list()
    }
    const own = `svc-client/${version} node/${process.versions.node}`
    expect(server.seen.map(({ headers }) => headers['user-agent'])).toEqual([own, `my-pms/2.1 (test) ${own}`])
  })

  it.each([
    ['', '/api/v1/client/payments'],
    ['/', '/api/v1/client/payments'],
    ['/base', '/base/api/v1/client/payments'],
    ['/base/', '/base/api/v1/client/payments'],
    ['/api/v1/client', '/api/v1/client/payments'],
  ])('a base path %j is kept', async (path, url) => {
    await using server = await serve((_request, response) => json(response, 200, []))
    await using svc = connect(server.url + path)
    await svc.payments.list()
    expect(server.seen[0]?.url).toBe(url)
  })

  it('every method, its path and its query', async () => {
    const { id } = payment
    const endpoint = {
      id,
      url: 'https://example.com/hook',
      events: ['payment.created'],
      is_active: true,
      created_at: payment.date,
      updated_at: payment.date,
    }
    await using server = await serve((_request, response, { method, url }) => {
      if (method === 'DELETE') response.writeHead(204).end()
      else if (url.startsWith('/api/v1/client/payments'))
        json(response, 200, method === 'GET' ? [payment] : payment)
      else if (url.endsWith('/deliveries')) json(response, 200, [])
      else if (method === 'POST')
        json(response, 201, { ...endpoint, secret: 'whsec_x', updated_at: undefined })
      else json(response, 200, method === 'GET' ? [endpoint] : endpoint)
    })
    await using svc = connect(server.url)
    expect(await svc.payments.list({ bid: id.toUpperCase() })).toEqual([payment])
    expect(await svc.payments.update(id, { bid: null })).toEqual(payment)
    expect(await svc.payments.delete(id)).toBeUndefined()
    expect(await svc.webhooks.list()).toEqual([endpoint])
    const made = await svc.webhooks.create({ url: 'https://example.com/hook', events: ['payment.created'] })
    expect(made.secret).toBe('whsec_x')
    expect(await svc.webhooks.update(id, { is_active: false })).toEqual(endpoint)
    expect(await svc.webhooks.delete(id)).toBeUndefined()
    expect(await svc.webhooks.deliveries(id)).toEqual([])
    expect(server.seen.map(({ method, url, body: sent }) => `${method} ${url} ${sent}`.trim())).toEqual([
      `GET /api/v1/client/payments?bid=${id}`,
      `PATCH /api/v1/client/payments/${id} {"bid":null}`,
      `DELETE /api/v1/client/payments/${id}`,
      'GET /api/v1/client/webhooks',
      'POST /api/v1/client/webhooks {"url":"https://example.com/hook","events":["payment.created"]}',
      `PATCH /api/v1/client/webhooks/${id} {"is_active":false}`,
      `DELETE /api/v1/client/webhooks/${id}`,
      `GET /api/v1/client/webhooks/${id}/deliveries`,
    ])
    // Connections are kept: undici frees one a moment after the body's end, so the second call may open another.
    expect(server.connections()).toBeLessThanOrEqual(2)
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('an answer in %s', async (encoding, compress) => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
      response.end(compress(JSON.stringify([payment])))
    })
    await using svc = connect(server.url)
    expect(await svc.payments.list()).toEqual([payment])
  })

  it('never more connections than allowed', async () => {
    let open = 0
    let most = 0
    await using server = await serve((_request, response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        json(response, 200, [])
      }, 5)
    })
    await using svc = connect(server.url, { connections: 3 })
    await Promise.all(Array.from({ length: 20 }, () => svc.payments.list()))
    expect(most).toBe(3)
    expect(server.connections()).toBe(3)
  })
})

describe('answers are read openly', () => {
  it('unknown fields and values pass through, missing nullable ones become null', async () => {
    const { description: _, ...rest } = payment
    const later = { ...rest, paymentMethod: 'Crypto', type: 'escrow', tax: { rate: 5 } }
    await using server = await serve((_request, response) => json(response, 200, [later]))
    await using svc = connect(server.url)
    expect(await svc.payments.list()).toEqual([{ ...later, description: null }])
  })

  it('withResponse tells the rest', async () => {
    await using server = await serve((_request, response) =>
      json(response, 201, payment, { 'idempotent-replayed': 'true', ratelimit: '"default";r=9;t=5' }),
    )
    await using svc = connect(server.url)
    const key = '9c8bd0aa-4f5f-4a1c-8a52-6c9b6f6f0b11'
    const { data, response } = await svc.payments
      .create(newPayment, { idempotencyKey: `"${key}"` })
      .withResponse()
    expect(data).toEqual(payment)
    expect(response).toMatchObject({
      status: 201,
      requestId: 'req_1',
      attempts: 1,
      replayed: true,
      idempotencyKey: key,
    })
    expect(response.headers['ratelimit']).toBe('"default";r=9;t=5')
    expect(server.seen[0]?.headers['idempotency-key']).toBe(key)
  })

  it('a 204 or any other 2xx will do where no body is agreed', async () => {
    await using server = await serve((_request, response) => void response.writeHead(202).end('whatever'))
    await using svc = connect(server.url)
    expect(await svc.payments.delete(payment.id)).toBeUndefined()
  })

  it('a server that speaks no TLS is said to be one, and is not asked again', async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    await using svc = connect(server.url.replace('http:', 'https:'))
    const error = await failure(svc.payments.list())
    expect(error).toMatchObject({ code: 'connection_impossible', attempts: 1 })
    expect((error as Error).message).toContain(
      'could not connect: wrong version number. [1 attempt] Trying again does not help: check `baseUrl` (does the port speak TLS?)',
    )
    expect((error as Error).message).not.toContain('openssl')
  })

  it('what breaks the contract is named', async () => {
    await using server = await serve((_request, response) =>
      json(response, 200, [{ ...payment, amount: 120.5 }]),
    )
    await using svc = connect(server.url)
    const error = await failure(svc.payments.list())
    expect(error).toBeInstanceOf(ResponseError)
    expect(error).toMatchObject({
      code: 'invalid_response',
      details: [{ path: '0.amount' }],
      ambiguous: false,
    })
    expect(server.seen).toHaveLength(1)
  })

  it('an answer that comes in many pieces is put together again', async () => {
    const many = Array.from({ length: 2_000 }, () => payment)
    await using server = await serve((_request, response) => json(response, 200, many))
    const own = new Agent()
    for (const dispatcher of [undefined, own]) {
      const svc = connect(server.url, { dispatcher })
      expect(await svc.payments.list()).toEqual(many)
      await svc.close()
    }
    await own.close()
  })

  it('an answer larger than the bound is refused, coded or not', async () => {
    await using server = await serve((_request, response, { url }) => {
      const zeros = Buffer.alloc(1_000_000, 0x20)
      if (url.includes('webhooks'))
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(zeros))
      else response.writeHead(200).end(zeros)
    })
    await using svc = connect(server.url, { maxResponseBytes: 10_000 })
    for (const call of [svc.payments.list(), svc.webhooks.list()]) {
      const error = await failure(call)
      expect(error).toBeInstanceOf(ResponseError)
      expect(error).toMatchObject({ code: 'response_too_large' })
    }
    expect(server.seen).toHaveLength(2)
  })
})

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('%d is an error, and the key goes nowhere', async (status) => {
    await using elsewhere = await serve((_request, response) => json(response, 200, []))
    await using server = await serve(
      (_request, response) =>
        void response.writeHead(status, { location: `${elsewhere.url}/api/v1/client/payments` }).end(),
    )
    await using svc = connect(server.url)
    const error = await failure(svc.payments.list())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status })
    expect((error as Error).message).toContain('baseUrl')
    expect(elsewhere.seen).toEqual([])
    expect(server.seen).toHaveLength(1)
  })
})

describe('servers that break', () => {
  it('nobody listens', async () => {
    await using svc = connect(`http://127.0.0.1:${await deadPort()}`)
    const error = await failure(svc.payments.create(newPayment))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 4, ambiguous: false, code: 'connection_failed' })
    expect((error as ConnectionError).idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect((error as Error).cause).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('reset after the request was sent', async () => {
    await using server = await serveRaw((socket) => socket.resetAndDestroy())
    await using svc = connect(server.url)
    const error = await failure(svc.payments.create(newPayment))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 4, ambiguous: true, code: 'connection_lost' })
    const keys = server.requests.map((request) => /idempotency-key: (\S+)/i.exec(request)?.[1])
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
  })

  it('reset once, then well', async () => {
    await using server = await serveRaw((socket, _request, index) => {
      if (index === 0) socket.resetAndDestroy()
      else socket.end(whole(body))
    })
    await using svc = connect(server.url)
    const { data, response } = await svc.payments.create(newPayment).withResponse()
    expect(data).toEqual(payment)
    expect(response.attempts).toBe(2)
  })

  it('truncated in the middle of the body', async () => {
    await using server = await serveRaw((socket, _request, index) => {
      const text = whole(body)
      if (index === 0) socket.end(text.slice(0, -20))
      else socket.end(text)
    })
    await using svc = connect(server.url)
    expect(await svc.payments.create(newPayment)).toEqual(payment)
    expect(server.requests).toHaveLength(2)
  })

  it('truncated in a chunked body', async () => {
    await using server = await serveRaw((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n[{"id\r\n')
    })
    await using svc = connect(server.url, { maxRetries: 0 })
    expect(await failure(svc.payments.list())).toBeInstanceOf(ConnectionError)
  })

  it('content-length too small: the rest is not taken for another answer', async () => {
    await using server = await serveRaw((socket) => {
      const lie = body.slice(0, 30)
      socket.write(`HTTP/1.1 201 Created\r\ncontent-length: ${lie.length}\r\n\r\n${body}`)
    })
    await using svc = connect(server.url, { maxRetries: 0 })
    const error = await failure(svc.payments.create(newPayment))
    expect([ResponseError, ConnectionError].some((known) => error instanceof known)).toBe(true)
    expect(error).toMatchObject({ ambiguous: true })
  })

  it.each([
    'not http at all\r\n\r\n',
    'HTTP/1.1 abc\r\n\r\n',
    '\0\0\0\0',
    'HTTP/1.1 200 OK\r\nx y: z\r\n\r\n',
  ])('garbage %j', async (garbage) => {
    await using server = await serveRaw((socket) => socket.end(garbage))
    await using svc = connect(server.url, { maxRetries: 1 })
    const error = await failure(svc.payments.create(newPayment))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ attempts: 2, ambiguous: true })
  })

  it('an error answer whose body breaks off is still that answer', async () => {
    await using server = await serveRaw((socket) => {
      socket.end('HTTP/1.1 404 Not Found\r\nx-request-id: req_7\r\ncontent-length: 500\r\n\r\n{"code":"not_f')
    })
    await using svc = connect(server.url)
    const error = await failure(svc.payments.delete(payment.id))
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({ code: 'not_found', requestId: 'req_7', attempts: 1 })
  })

  it('an error answer whose body never ends is still that answer', async () => {
    await using server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 404 Not Found\r\ncontent-length: 500\r\n\r\n{"code"')
    })
    await using svc = connect(server.url, { timeoutMs: 150 })
    expect(await failure(svc.payments.delete(payment.id))).toBeInstanceOf(NotFoundError)
  })

  it('HTML of a proxy', async () => {
    await using server = await serve((_request, response) => {
      response
        .writeHead(502, { 'content-type': 'text/html' })
        .end('<html><title>502 Bad Gateway</title></html>')
    })
    await using svc = connect(server.url, { maxRetries: 0 })
    const error = await failure(svc.payments.list())
    expect(error).toBeInstanceOf(ServerError)
    expect((error as Error).message).toContain('502 Bad Gateway')
  })

  it('an error answer larger than the bound', async () => {
    await using server = await serve(
      (_request, response) => void response.writeHead(500).end('x'.repeat(100_000)),
    )
    await using svc = connect(server.url, { maxRetries: 0, maxResponseBytes: 1_000 })
    expect(await failure(svc.payments.list())).toMatchObject({ status: 500, code: 'internal_error' })
  })
})

describe('time limits', () => {
  it('a server that never answers: each try ends in time, and is tried again', async () => {
    await using server = await serve(() => {})
    await using svc = connect(server.url, { timeoutMs: 150, maxRetries: 2 })
    const error = await failure(svc.payments.create(newPayment))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ scope: 'attempt', limitMs: 150, attempts: 3, ambiguous: true })
    expect(server.seen).toHaveLength(3)
  })

  it('a body that drips for ever: the limit covers it', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write(' '), 5)
      response.on('close', () => clearInterval(timer))
    })
    await using svc = connect(server.url, { timeoutMs: 150, maxRetries: 0 })
    const error = await failure(svc.payments.list())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ scope: 'attempt', ambiguous: false })
  })

  it('headers that drip for ever', async () => {
    await using server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    })
    await using svc = connect(server.url, { timeoutMs: 150, maxRetries: 0 })
    expect(await failure(svc.payments.list())).toBeInstanceOf(TimeoutError)
  })

  it('the total covers all tries', async () => {
    await using server = await serve(() => {})
    await using svc = connect(server.url, { timeoutMs: 150, totalTimeoutMs: 400, maxRetries: 50 })
    const error = await failure(svc.payments.create(newPayment))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ scope: 'total', limitMs: 400, ambiguous: true })
    expect((error as Error).cause).toBeInstanceOf(TimeoutError)
  })

  it('limits of the call beat those of the client', async () => {
    await using server = await serve(() => {})
    await using svc = connect(server.url)
    const error = await failure(svc.payments.list({}, { timeoutMs: 100, maxRetries: 0 }))
    expect(error).toMatchObject({ scope: 'attempt', limitMs: 100 })
    expect(await failure(svc.payments.list({}, { totalTimeoutMs: 100 }))).toMatchObject({ scope: 'total' })
  })
})

describe('dispatchers and closing', () => {
  it("a caller's dispatcher is used and stays open", async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    const dispatcher = new Agent()
    const svc = connect(server.url, { dispatcher })
    await svc.payments.list()
    await svc.close()
    expect(dispatcher.closed).toBe(false)
    await dispatcher.close()
    expect(server.seen).toHaveLength(1)
  })

  it('a dispatcher is asked for no time limits of its own: the call has its own', async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    const asked: unknown[] = []
    const agent = new Agent()
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      asked.push([options.headersTimeout, options.bodyTimeout])
      return dispatch(options, handler)
    })
    await connect(server.url, { dispatcher }).payments.list()
    expect(asked).toEqual([[0, 0]])
    await agent.close()
  })

  it('what hears of a request gets no method that it did not have', async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    const agent = new Agent()
    const begins: unknown[][] = []
    const dispatcher = agent.compose((dispatch) => (options, handler) => {
      begins.push(Object.entries({ ...handler }).filter(([name]) => /^on(RequestStart|Connect)$/.test(name)))
      return dispatch(options, handler)
    })
    await connect(server.url, { dispatcher }).payments.list()
    expect(begins).toEqual([[['onRequestStart', expect.any(Function)]]])
    await agent.close()
  })

  it('a MockAgent', async () => {
    const dispatcher = new MockAgent()
    dispatcher.disableNetConnect()
    dispatcher
      .get('https://api.example.com')
      .intercept({ path: '/api/v1/client/payments', method: 'POST' })
      .reply(201, payment)
    await using svc = connect('https://api.example.com', { dispatcher })
    expect(await svc.payments.create(newPayment)).toEqual(payment)
    await dispatcher.close()
  })

  it('close closes the connections that were kept', async () => {
    const sockets: Socket[] = []
    await using server = await serve((request, response) => {
      sockets.push(request.socket)
      json(response, 200, [])
    })
    const svc = connect(server.url)
    await svc.payments.list()
    expect(sockets.map(({ closed }) => closed)).toEqual([false])
    await svc.close()
    // Left open, the server would end it after five seconds.
    await expect.poll(() => sockets.map(({ closed }) => closed), { timeout: 3_000 }).toEqual([true])
  })

  it('close lets calls under way end, refuses new ones, and may be called twice', async () => {
    await using server = await serve(
      (_request, response) => void setTimeout(() => json(response, 200, []), 30),
    )
    const svc = connect(server.url)
    const running = svc.payments.list().then((list) => list.length)
    const closing = svc.close()
    expect(await failure(svc.payments.list())).toMatchObject({ code: 'client_closed', attempts: 0 })
    await Promise.all([closing, svc.close()])
    expect(await running).toBe(0)
    expect(server.seen).toHaveLength(1)
  })

  it('closing a client that was never used opens nothing', async () => {
    await using server = await serve(() => {})
    await connect(server.url).close()
    expect(server.connections()).toBe(0)
  })
})
