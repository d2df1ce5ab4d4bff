import { connect } from 'node:net'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/index.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: 'off', allowedHosts: 'desk.example.com, other.example.com' })
})
afterAll(() => sandbox.close())

/** Everything that comes back for these bytes, until the server closes or has answered. */
function exchange(head: readonly string[], body: Buffer | string = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    const finish = () => {
      socket.destroy()
      resolve(received)
    }
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      const length = /content-length: (\d+)/i.exec(received)?.[1]
      const start = received.indexOf('\r\n\r\n')
      if (length !== undefined && start !== -1 && received.length >= start + 4 + Number(length)) finish()
    })
    socket.on('end', finish)
    socket.on('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body)
  })
}

/** The same by a caller who looks for an answer only when all is sent. */
function sendThenRead(head: readonly string[], body: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(sandbox.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(body, (error) => {
      if (error) return
      socket.on('data', (bytes) => (received += bytes.toString('latin1')))
      socket.on('end', () => resolve(received))
    })
  })
}

function read(answer: string): { status: number; body: { code: string; request_id: string } } {
  const [head = '', text = ''] = answer.split('\r\n\r\n')
  const body = JSON.parse(text)
  expect(head.toLowerCase()).toContain(`x-request-id: ${body.request_id}`)
  return { status: Number(head.split(' ')[1]), body }
}

const json = () => [
  'Host: 127.0.0.1',
  `X-API-Key: ${sandbox.apiKey}`,
  'Content-Type: application/json',
  `Idempotency-Key: ${randomUUID()}`,
]

describe('a content type that nobody asks for is not looked at', () => {
  it.each(['', 'garbage', ';;;', 'a/b/c', 'text/plain'])('"%s"', async (type) => {
    const id = await sandbox.control.payments
      .create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
      .then((payment) => payment.id)
    const head = ['Host: 127.0.0.1', `X-API-Key: ${sandbox.apiKey}`, `Content-Type: ${type}`]
    const of = (line: string, length: number) =>
      exchange(
        [`${line} HTTP/1.1`, ...head, `Content-Length: ${length}`, 'Connection: close'],
        'x'.repeat(length),
      )
    for (const length of [0, 5]) {
      expect(await of(`DELETE /api/v1/client/payments/${id}`, length)).toMatch(/^HTTP\/1\.1 204 /)
      for (const line of ['POST /api/v1/client/nowhere', 'DELETE /nowhere', 'PUT /api/v1/client/payments']) {
        expect(read(await of(line, length))).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
    }
    // Where a body is read, its type counts.
    const unread = await of('POST /api/v1/client/payments', 2)
    expect(read(unread)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})

describe('a request of an odd form is refused in the form of D3', () => {
  it.each([
    [
      'an expectation that nobody meets',
      'POST /api/v1/client/payments HTTP/1.1',
      ['Expect: tea', 'Content-Length: 2'],
      417,
    ],
    [
      'a body that is compressed',
      'POST /api/v1/client/payments HTTP/1.1',
      ['Transfer-Encoding: gzip, chunked'],
      400,
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1', [], 400],
    ['GET *', 'GET * HTTP/1.1', [], 400],
    ['two hosts', 'GET /api/v1/client/bookings HTTP/1.1', ['hOST: other.example.com'], 400],
    [
      'a host in the target that is another',
      'GET http://evil.example/api/v1/client/bookings HTTP/1.1',
      [],
      400,
    ],
    ['the same for what is guarded by its host', 'GET HTTP://evil.example/metrics HTTP/1.1', [], 400],
    ['a user in the target', 'GET http://127.0.0.1@evil.example/metrics HTTP/1.1', [], 400],
  ])('%s', async (_name, line, headers, status) => {
    const answer = read(await exchange([line, ...json(), ...headers]))
    expect(answer).toMatchObject({ status, body: { code: 'bad_request' } })
  })

  it.each([
    ['GET http://127.0.0.1/api/v1/client/bookings HTTP/1.1', 'Host: 127.0.0.1'],
    ['GET HTTP://LocalHost:1/api/v1/client/bookings?page=1 HTTP/1.1', 'Host: localhost:1'],
    ['GET http://any.example/api/v1/client/bookings HTTP/1.0', 'X-Host: none'],
  ])('but not a target that is a whole address: %s', async (line, host) => {
    expect(await exchange([line, host, `X-API-Key: ${sandbox.apiKey}`])).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a missing Host, which HTTP/1.0 may leave out', async () => {
    const key = `X-API-Key: ${sandbox.apiKey}`
    const answer = read(await exchange(['GET /api/v1/client/bookings HTTP/1.1', key]))
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect(await exchange(['GET /api/v1/client/bookings HTTP/1.0', key])).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each([
    ['with a type', (lines: string[]) => lines, 404, 'not_found'],
    [
      'without one',
      (lines: string[]) => lines.filter((line) => !line.startsWith('Content-Type')),
      404,
      'not_found',
    ],
    ['without a type and a key', (lines: string[]) => lines.slice(0, 1), 401, 'unauthorized'],
  ])('QUERY, which no operation has, %s', async (_name, some, status, code) => {
    const line = 'QUERY /api/v1/client/bookings HTTP/1.1'
    const empty = read(await exchange([line, ...some(json()), 'Content-Length: 0']))
    expect(empty).toMatchObject({ status, body: { code } })
    const full = read(await exchange([line, ...some(json()), 'Content-Length: 2'], Buffer.from('{}')))
    expect(full).toMatchObject({ status, body: { code } })
  })

  it('what follows the last request of a connection is not read', async () => {
    const { hostname, port } = new URL(sandbox.url)
    const socket = connect(Number(port), hostname)
    const last = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'
    // In one piece: what is behind is there before the answer.
    socket.write(`${last}GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    let received = ''
    for await (const bytes of socket as AsyncIterable<Buffer>) received += bytes.toString('latin1')
    expect(received.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200'])
  })

  it.each(['Content-Length: 10485760', 'Transfer-Encoding: chunked'])(
    'ten megabytes, whose sender reads the answer only afterwards (%s)',
    async (length) => {
      const body = Buffer.alloc(10_485_760, ' ')
      const framed = length.startsWith('T')
        ? Buffer.concat([Buffer.from('a00000\r\n'), body, Buffer.from('\r\n0\r\n\r\n')])
        : body
      const answer = read(
        await sendThenRead(['POST /api/v1/client/payments HTTP/1.1', ...json(), length], framed),
      )
      expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    },
  )

  it.each(
    ['GET', 'HEAD', 'DELETE'].flatMap((method) =>
      ['/bookings?limit=1', '/nowhere'].flatMap((path) => [
        [method, path, 'Content-Length: 1048577'] as const,
        [method, path, 'Transfer-Encoding: chunked'] as const,
      ]),
    ),
  )('%s %s with a body that is ignored, and over 1 MiB (%s)', async (method, path, length) => {
    const body = Buffer.alloc(1_048_577, ' ')
    const framed = length.startsWith('T')
      ? Buffer.concat([Buffer.from('100001\r\n'), body, Buffer.from('\r\n0\r\n\r\n')])
      : body
    const key = `X-API-Key: ${sandbox.apiKey}`
    const line = `${method} /api/v1/client${path} HTTP/1.1`
    // The second is one whose answer is held.
    for (let time = 0; time < 2; time += 1) {
      const answer = await sendThenRead([line, 'Host: 127.0.0.1', key, length], framed)
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    }
  })

  it('a body of 1 MiB where it is ignored is none', async () => {
    const head = ['GET /api/v1/client/bookings?limit=1 HTTP/1.1', ...json()]
    const body = Buffer.alloc(1_048_576, ' ')
    expect(await exchange([...head, 'Content-Length: 1048576'], body)).toMatch(/^HTTP\/1\.1 200 /)
    const chunks = Buffer.concat([Buffer.from('100000\r\n'), body, Buffer.from('\r\n0\r\n\r\n')])
    expect(await exchange([...head, 'Transfer-Encoding: chunked'], chunks)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('a clock beyond the year 9999', async () => {
    await expect(sandbox.control.clock.advance(1e12)).rejects.toMatchObject({ status: 400 })
    await expect(
      sandbox.control.clock.set({ mode: 'manual', now: '+012000-01-01T00:00:00Z' }),
    ).rejects.toMatchObject({
      status: 400,
    })
  })
})

it('a clock at the end of the year 9999 goes there and no further', async () => {
  await using late = await startSandbox({ clock: 'manual', now: '9999-12-31T23:59:50Z', rateLimit: 'off' })
  const { control } = late
  await control.webhooks.create({ url: 'http://127.0.0.1:9/', events: ['payment.created'] })
  await control.payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
  await expect(control.clock.advance(10)).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'seconds', message: expect.stringContaining('9999-12-31T23:59:50.000Z') }],
  })
  expect((await control.clock.advance(9.999)).now).toBe('9999-12-31T23:59:59.999Z')
  await expect(control.clock.advance(0.001)).rejects.toMatchObject({ status: 400 })
})

describe('a server on loopback', () => {
  const ask = async (path: string, host: string) =>
    Number((await exchange([`GET ${path} HTTP/1.1`, `Host: ${host}`])).split(' ')[1])

  it.each(['/', '/dashboard', '/dashboard/main.js', '/%64ocs', '/docs', '/metrics', '/sandbox/clock'])(
    'answers %s to no name but its own',
    async (path) => {
      for (const host of [
        'evil.example.com',
        'localhost.example.com',
        '127.0.0.1.example.com',
        '10.0.0.1',
        'a@localhost',
      ]) {
        expect([host, await ask(path, host)]).toEqual([host, 403])
      }
    },
  )

  it('says which name it does not go by, cut short', async () => {
    const name = `evil.${'x'.repeat(120)}`
    const { body } = read(await exchange(['GET /dashboard HTTP/1.1', `Host: ${name}`]))
    expect(body).toMatchObject({
      code: 'origin_not_allowed',
      message: expect.stringContaining(`not called "${name.slice(0, 100)}".`),
    })
  })

  it.each([
    'localhost',
    'LOCALHOST:4010',
    'localhost.',
    '127.0.0.1:80',
    '127.8.9.10',
    '[::1]:4010',
    'desk.example.com:4010',
  ])('goes by %s', async (host) => {
    expect(await ask('/metrics', host)).toBe(200)
  })

  it('serves the client API, its health and its description under every name', async () => {
    const headers = [
      'GET /api/v1/client/bookings HTTP/1.1',
      'Host: tunnel.example.com',
      `X-API-Key: ${sandbox.apiKey}`,
    ]
    expect(await exchange(headers)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask('/healthz', 'tunnel.example.com')).toBe(200)
    expect(await ask('/openapi.json', 'tunnel.example.com')).toBe(200)
  })

  it('its own origin counts as listed, and no other does', async () => {
    const call = (origin: string, host: string) =>
      exchange([
        'GET /api/v1/client/bookings HTTP/1.1',
        `Host: ${host}`,
        `Origin: ${origin}`,
        `X-API-Key: ${sandbox.apiKey}`,
      ])
    const own = await call('http://localhost:4010', 'localhost:4010')
    expect(own).toMatch(/^HTTP\/1\.1 200 /)
    expect(own.toLowerCase()).toContain('access-control-allow-origin: http://localhost:4010')
    expect(await call('http://desk.example.com', 'desk.example.com')).toMatch(/^HTTP\/1\.1 200 /)
    // A port is part of an origin, and a name that D22 does not know is nobody's own.
    expect(await call('http://localhost:5173', 'localhost:4010')).toMatch(/^HTTP\/1\.1 403 /)
    expect(await call('https://localhost:4010', 'localhost:4010')).toMatch(/^HTTP\/1\.1 403 /)
    expect(await call('http://evil.example.com', 'evil.example.com')).toMatch(/^HTTP\/1\.1 403 /)
  })
})
