import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toAttemptWire } from '../service/attempt-wire.ts'
import { type AttemptOptions, createAttempt } from './attempt.ts'

const open: { close: () => unknown }[] = []
const sockets = new Set<Socket>()

afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets) socket.destroy()
  for (const server of open.splice(0)) server.close()
  sockets.clear()
})

async function listen(
  server: Pick<Server, 'listen' | 'address' | 'close' | 'once' | 'on'>,
  host = '127.0.0.1',
) {
  open.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, host, resolve)
  })
  return (server.address() as AddressInfo).port
}

async function http(answer: RequestListener) {
  return `http://127.0.0.1:${await listen(createServer(answer))}/hook?a=1`
}

/** A receiver that speaks raw bytes: `answer` is called once per connection, when its first bytes have arrived. */
async function raw(answer: (socket: Socket) => void) {
  const connections: Socket[] = []
  const port = await listen(
    createTcpServer({ allowHalfOpen: true }, (socket) => {
      connections.push(socket)
      socket.once('data', () => answer(socket))
    }) as unknown as Server,
  )
  return { url: `http://127.0.0.1:${port}/`, connections }
}

function post(url: string, options: Partial<AttemptOptions> = {}) {
  const body = Buffer.from('{"id":"é"}')
  return createAttempt({ targets: 'local', timeoutMs: 200, ...options })({
    url,
    headers: { 'Content-Type': 'application/json', 'X-SVC-Event': 'payment.created' },
    body,
  })
}

const delivered = { outcome: 'delivered', error: null }
const failed = (error: string, response_status: number | null = null) => ({
  outcome: 'failed',
  error,
  response_status,
})

describe('an answer', () => {
  it('one attempt is one POST with exactly the bytes given, asking for no compression', async () => {
    const seen: { request: IncomingMessage; body: Buffer }[] = []
    const url = await http((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        seen.push({ request, body: Buffer.concat(chunks) })
        response.end('thanks')
      })
    })
    const result = await post(url)
    expect(result).toMatchObject({ ...delivered, response_status: 200, response_body: 'thanks' })
    expect(seen).toHaveLength(1)
    const { request, body } = seen[0]!
    expect(request).toMatchObject({ method: 'POST', url: '/hook?a=1', httpVersion: '1.1' })
    expect(body.toString()).toBe('{"id":"é"}')
    expect(request.headers).toMatchObject({
      host: new URL(url).host,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': '11',
      'x-svc-event': 'payment.created',
    })
    expect(request.headers).not.toHaveProperty('accept-encoding')
  })

  it('what went over the wire is told: headers as sent and as answered, and the times', async () => {
    const seen: string[][] = []
    const url = await http((request, response) => {
      seen.push(request.rawHeaders)
      response.writeHead(201, [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
        ['X-Sender', 'caf\u00E9'],
      ])
      response.end('{}')
    })
    const result = await post(url)
    const wire = toAttemptWire(result.wire ?? '')
    expect(wire).toMatchObject({ url, reused: false, tls_ms: null })
    expect(wire.request_headers.flatMap(({ name, value }) => [name, value])).toEqual(seen[0])
    expect(wire.response_headers?.slice(0, 3)).toEqual([
      { name: 'Set-Cookie', value: 'a=1' },
      { name: 'Set-Cookie', value: 'b=2' },
      { name: 'X-Sender', value: 'café' },
    ])
    expect(wire.connect_ms).toBeGreaterThanOrEqual(0)
    expect(wire.first_byte_ms).toBeGreaterThanOrEqual(0)
    expect((wire.connect_ms ?? 0) + (wire.first_byte_ms ?? 0)).toBeLessThan(result.duration_ms + 2)
  })

  it('of a kept connection no time to connect is told', async () => {
    const url = await http((_, response) => response.end())
    const attempt = createAttempt({ targets: 'local' })
    const once = { url, headers: {}, body: Buffer.from('{}'), endpoint: 'e' }
    const wires = [await attempt(once), await attempt(once)].map(({ wire }) => toAttemptWire(wire ?? ''))
    attempt.close()
    expect(wires).toMatchObject([
      { reused: false, connect_ms: expect.any(Number) as number },
      { reused: true, connect_ms: null, first_byte_ms: expect.any(Number) as number },
    ])
    const [first] = wires
    expect(first?.request_headers).toContainEqual({ name: 'connection', value: 'keep-alive' })
  })

  it('of an attempt that came to nothing the headers are told that it would have sent', async () => {
    const port = await listen(createTcpServer() as unknown as Server)
    for (const server of open.splice(0)) server.close()
    const url = `http://127.0.0.1:${port}/`
    const { wire } = await post(url)
    expect(toAttemptWire(wire ?? '')).toMatchObject({
      url,
      response_headers: null,
      connect_ms: null,
      first_byte_ms: null,
    })
    expect(toAttemptWire(wire ?? '').request_headers).toContainEqual({
      name: 'X-SVC-Event',
      value: 'payment.created',
    })
  })

  it('8,192 characters of the headers of an answer are kept', async () => {
    const url = await http((_, response) => {
      for (const name of ['a', 'b', 'c']) response.setHeader(`X-${name}`, name.repeat(4_000))
      response.end()
    })
    const { wire } = await post(url)
    expect(toAttemptWire(wire ?? '').response_headers?.map(({ name }) => name)).toEqual(['X-a', 'X-b'])
  })

  it.each([
    ['the last of them, and what comes behind is left out', 8_192, ['X-a']],
    ['one more', 8_193, []],
  ])('a header that takes %s', async (_what, length, expected) => {
    const url = await http((_, response) => {
      response.setHeader('X-a', 'a'.repeat(length - 'X-a'.length))
      response.end()
    })
    const { wire } = await post(url)
    expect(toAttemptWire(wire ?? '').response_headers?.map(({ name }) => name)).toEqual(expected)
  })

  it.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
    const url = await http((_, response) => response.writeHead(status).end())
    expect(await post(url)).toMatchObject({ ...delivered, response_status: status, response_body: '' })
  })

  it.each([400, 404, 410, 429, 500, 503, 600])('%i is a failure', async (status) => {
    const url = await http((_, response) => response.writeHead(status).end('no'))
    expect(await post(url)).toMatchObject({ ...failed('status', status), response_body: 'no' })
  })

  it.each([301, 302, 303, 307, 308])(
    'a redirect %i is a failure, and is not followed (D13)',
    async (status) => {
      let visits = 0
      const url = await http((request, response) => {
        visits += 1
        if (request.url === '/elsewhere') response.end()
        else response.writeHead(status, { location: '/elsewhere' }).end()
      })
      expect(await post(url)).toMatchObject(failed('redirect', status))
      expect(visits).toBe(1)
    },
  )

  it('1xx answers before the real one do not count', async () => {
    const { url } = await raw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    )
    expect(await post(url)).toMatchObject({ ...delivered, response_body: 'ok' })
  })

  const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'

  it.each([
    ['alone', goOn],
    ['with headers', 'HTTP/1.1 100 Continue\r\nDate: x\r\nX-Empty:\r\n\r\n'],
    ['without a reason', 'HTTP/1.1 100\r\n\r\n'],
    ['after an empty line', `\r\n${goOn}`],
    ['twice', goOn + goOn],
    [
      'among others',
      `HTTP/1.1 102 Processing\r\n\r\n${goOn}HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${goOn}`,
    ],
  ])('an unasked 100 Continue does not count either: %s, however it is cut', async (_, before) => {
    const bytes = before + ok
    for (const cut of [0, 1, 9, 10, 11, 12, 13, before.length - 1, before.length, before.length + 12]) {
      const { url } = await raw((socket) => {
        socket.setNoDelay(true)
        socket.write(bytes.slice(0, cut), () => setImmediate(() => socket.end(bytes.slice(cut))))
      })
      expect(await post(url, { timeoutMs: 5_000 })).toMatchObject({ ...delivered, response_body: 'ok' })
    }
  })

  it('what looks like a 100 Continue in a body stays as it is, and after an answer it is none', async () => {
    const body = `x\r\n\r\n${goOn}`
    const { url } = await raw((socket) =>
      socket.end(`${goOn}HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
    )
    expect(await post(url)).toMatchObject({ ...delivered, response_body: body })
  })

  it('a 100 Continue without an answer is none: the receiver is waited for, or has gone', async () => {
    const waits = await raw((socket) => socket.write(goOn))
    expect(await post(waits.url)).toMatchObject(failed('timeout'))
    const gone = await raw((socket) => socket.end(goOn))
    expect(await post(gone.url)).toMatchObject(failed('bad_response'))
  })

  it.each([
    ['in one piece', 1],
    ['one by one', 1_000],
  ])(
    'up to 16 KiB of informational answers are passed over, more are a bad response: %s',
    async (_, pieces) => {
      const many = async (count: number) => {
        const { url } = await raw((socket) => {
          const bytes = goOn.repeat(count) + ok
          const size = Math.ceil(bytes.length / pieces)
          for (let at = 0; at < bytes.length; at += size) socket.write(bytes.slice(at, at + size))
        })
        return post(url, { timeoutMs: 5_000 })
      }
      expect(await many(780)).toMatchObject(delivered)
      expect(await many(781)).toMatchObject({ ...failed('bad_response'), response_body: null })
    },
  )

  it('informational answers without end are cut off, and slow ones are a timeout', async () => {
    let sent = 0
    const endless = await raw((socket) => {
      const more = () => {
        do sent += goOn.length
        while (!socket.destroyed && socket.write(goOn))
      }
      socket.on('drain', more)
      more()
    })
    expect(await post(endless.url, { timeoutMs: 5_000 })).toMatchObject(failed('bad_response'))
    expect(sent).toBeLessThan(32_000_000)
    const slow = await raw((socket) => {
      const drip = setInterval(() => socket.write(goOn), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await post(slow.url)).toMatchObject(failed('timeout'))
  })
})

describe('the text of an answer', () => {
  const text = async (body: string | Buffer, headers = {}) => {
    const url = await http((_, response) => response.writeHead(200, headers).end(body))
    return (await post(url)).response_body
  }

  it('invalid UTF-8 is replaced, also at the very end', async () => {
    expect(await text(Buffer.from([0x61, 0xff, 0x62, 0xe2, 0x82]))).toBe('a\uFFFDb\uFFFD')
  })

  it('NUL is replaced: PostgreSQL cannot store it', async () => {
    expect(await text('a\0b')).toBe('a\uFFFDb')
  })

  it('a byte order mark stays', async () => {
    expect(await text('\uFEFFa')).toBe('\uFEFFa')
  })

  it('16 KiB are kept, and no half character', async () => {
    expect(await text('x'.repeat(16_384))).toHaveLength(16_384)
    expect(await text('x'.repeat(16_385))).toBe('x'.repeat(16_384))
    expect(await text(`x${'é'.repeat(10_000)}`)).toBe(`x${'é'.repeat(8_191)}`)
    expect(await text(`xx${'😀'.repeat(5_000)}`)).toBe(`xx${'😀'.repeat(4_095)}`)
  })

  it('a compressed answer is not decompressed: a bomb stays as small as it came', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const body = await text(bomb, { 'content-encoding': 'gzip' })
    expect(body?.length).toBeLessThanOrEqual(16_384)
    expect(body?.slice(0, 2)).toBe('\u001F\uFFFD')
  })
})

describe('a hostile receiver', () => {
  it('that never answers is a timeout', async () => {
    const url = await http(() => undefined)
    expect(await post(url)).toMatchObject({ ...failed('timeout'), response_body: null })
  })

  it('that drips its headers is a timeout', async () => {
    const { url } = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const drip = setInterval(() => socket.write('X-Drip: 1\r\n'), 20)
      socket.on('close', () => clearInterval(drip))
    })
    expect(await post(url)).toMatchObject(failed('timeout'))
  })

  it('that drips the body of a 2xx is a timeout: headers alone are no answer', async () => {
    const url = await http((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(drip))
    })
    const result = await post(url)
    expect(result).toMatchObject(failed('timeout', 200))
    expect(result.response_body).toMatch(/^x+$/)
  })

  it('that drips the body of a failure has failed with its status', async () => {
    const url = await http((_, response) => response.writeHead(503).write('x'))
    expect(await post(url)).toMatchObject({ ...failed('status', 503), response_body: 'x' })
  })

  it('whose answer is large and ends is a success; more than 1 MiB is not read', async () => {
    const large = await http((_, response) => response.end(Buffer.alloc(1_048_576, 'x')))
    const result = await post(large, { timeoutMs: 5_000 })
    expect(result).toMatchObject(delivered)
    expect(result.response_body).toHaveLength(16_384)
    // Exactly as much, of which nobody knows yet that it is all.
    const unended = await http((_, response) => {
      response.write(Buffer.alloc(1_048_576, 'x'), () => response.end())
    })
    expect(await post(unended, { timeoutMs: 5_000 })).toMatchObject(delivered)
    const larger = await http((_, response) => response.end(Buffer.alloc(1_048_577, 'x')))
    expect(await post(larger, { timeoutMs: 5_000 })).toMatchObject(failed('bad_response', 200))
  })

  it('whose answer never ends is cut off after 1 MiB, without waiting', async () => {
    let sent = 0
    const url = await http((_, response) => {
      const chunk = Buffer.alloc(65_536, 'x')
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
        sent += chunk.length
      }
      response.on('drain', more)
      more()
    })
    const result = await post(url, { timeoutMs: 5_000 })
    expect(result).toMatchObject(failed('bad_response', 200))
    expect(result.response_body).toHaveLength(16_384)
    // What fits into the socket's buffers may have been sent, and no more.
    expect(sent).toBeLessThan(32_000_000)
  })

  it.each([
    [16_000, delivered],
    [16_600, failed('bad_response')],
  ])('whose headers have %i bytes: up to 16 KiB are read', async (size, expected) => {
    const { url } = await raw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(size)}\r\nContent-Length: 0\r\n\r\n`),
    )
    expect(await post(url, { timeoutMs: 5_000 })).toMatchObject(expected)
  })

  it('whose headers never end is cut off after 16 KiB', async () => {
    let closed: (() => void) | undefined
    const gone = new Promise<void>((resolve) => (closed = resolve))
    const { url } = await raw((socket) => {
      socket.on('close', () => closed?.())
      socket.write('HTTP/1.1 200 OK\r\n')
      const more = () => {
        while (!socket.destroyed && socket.write(`X-Bomb: ${'x'.repeat(1_000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    })
    expect(await post(url, { timeoutMs: 5_000 })).toMatchObject(failed('bad_response'))
    await gone
  })

  it.each([
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy()],
    ['closes without an answer', (socket: Socket) => socket.end()],
    ['closes in the middle of the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
    ['speaks no HTTP', (socket: Socket) => socket.end('220 mail.example.com ESMTP\r\n')],
    [
      'switches protocols',
      (socket: Socket) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('that %s is a bad response, tried once', async (_, answer) => {
    const { url, connections } = await raw(answer)
    expect(await post(url)).toMatchObject(failed('bad_response'))
    expect(connections).toHaveLength(1)
  })

  it('that stops in the middle of a 2xx body is a bad response', async () => {
    const { url } = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'))
    expect(await post(url)).toMatchObject({ ...failed('bad_response', 200), response_body: 'half' })
  })

  it('that half-closes after a complete answer is a success', async () => {
    const { url } = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nuntil the end'))
    expect(await post(url)).toMatchObject({ ...delivered, response_body: 'until the end' })
  })

  it('that keeps the connection open after its answer delays nothing', async () => {
    const { url, connections } = await raw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    )
    expect(await post(url, { timeoutMs: 5_000 })).toMatchObject({ ...delivered, response_body: 'ok' })
    const [connection] = connections
    await new Promise<void>((resolve) => {
      if (connection!.readableEnded) resolve()
      else connection!.once('end', resolve).once('close', resolve).resume()
    })
  })
})

describe('a target that cannot be reached', () => {
  const closedPort = async () => {
    const server = createTcpServer()
    const port = await listen(server as unknown as Server)
    await new Promise((resolve) => server.close(resolve))
    open.length = 0
    return port
  }
  const unreachable = { ...failed('unreachable'), response_body: null }

  it('says so in the same words whether refused, unknown or forbidden', async () => {
    let connected = 0
    const port = await listen(createServer((_, response) => response.end(String((connected += 1)))))
    const forbidden = await post(`http://127.0.0.1:${port}/`, { targets: 'public' })
    const refused = await post(`http://127.0.0.1:${await closedPort()}/`)
    const unknown = await post('https://no-such-host.example/', {
      resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })),
    })
    const noAddress = await post('https://no-address.example/', { resolve: () => Promise.resolve([]) })
    for (const result of [forbidden, refused, unknown, noAddress]) {
      expect({ ...result, duration_ms: 0, wire: null }).toEqual({
        ...unreachable,
        wire: null,
        duration_ms: 0,
      })
      const { connect_ms, tls_ms, first_byte_ms } = toAttemptWire(result.wire ?? '')
      expect([connect_ms, tls_ms, first_byte_ms]).toEqual([null, null, null])
    }
    expect(connected).toBe(0)
  })

  it.each([
    'not a URL',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'http://[::ffff:10.0.0.1]/',
    'https://0x0a000001/',
  ])('%s is never connected to', async (url) => {
    expect(await post(url)).toMatchObject(unreachable)
  })

  it('a name whose answer hangs frees its slot when the time is over', async () => {
    expect(
      await post('https://slow-dns.example/', { resolve: () => new Promise(() => undefined) }),
    ).toMatchObject(unreachable)
  })
})

describe('names', () => {
  const answering = async () => new URL(await http((_, response) => response.end('reached'))).port

  it('the address that was checked is the one connected to, also when the name resolves differently later', async () => {
    const port = await answering()
    const answers = ['8.8.8.8', '127.0.0.1', '127.0.0.1']
    let asked = 0
    const resolve = () => Promise.resolve([{ address: answers[asked++] ?? '127.0.0.1', family: 4 }])
    // The first answer is public: plain http to it is refused, and it is not asked again for a better one.
    expect(await post(`http://rebinding.example:${port}/`, { resolve })).toMatchObject(failed('unreachable'))
    expect(asked).toBe(1)
    expect(await post(`http://rebinding.example:${port}/`, { resolve })).toMatchObject(delivered)
    expect(asked).toBe(2)
    // Now the name resolves to this machine, which `public` does not allow.
    expect(await post(`https://rebinding.example:${port}/`, { resolve, targets: 'public' })).toMatchObject(
      failed('unreachable'),
    )
  })

  it('of a mixed answer only the allowed addresses are used', async () => {
    const port = await answering()
    const mixed = ['10.0.0.1', '169.254.169.254', '::ffff:192.168.0.1', '127.0.0.1', 'fd00:ec2::254'].map(
      (address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }),
    )
    const resolve = () => Promise.resolve(mixed)
    expect(await post(`http://mixed.example:${port}/`, { resolve })).toMatchObject({
      ...delivered,
      response_body: 'reached',
    })
    expect(await post(`http://mixed.example:${port}/`, { resolve, targets: 'public' })).toMatchObject(
      failed('unreachable'),
    )
  })

  it('localhost is loopback', async () => {
    expect(await post(`http://localhost:${await answering()}/`)).toMatchObject(delivered)
  })
})

describe('TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tls-'))
  let key: string
  let cert: string
  beforeAll(() => {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=test',
        '-addext',
        'subjectAltName=DNS:receiver.example,IP:127.0.0.1',
        '-keyout',
        join(folder, 'key.pem'),
        '-out',
        join(folder, 'cert.pem'),
      ],
      { stdio: 'ignore' },
    )
    key = readFileSync(join(folder, 'key.pem'), 'utf8')
    cert = readFileSync(join(folder, 'cert.pem'), 'utf8')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  const secure = async (options = {}) =>
    listen(createHttpsServer({ key, cert, ...options }, (_, response) => response.end('secret')))

  it('a certificate of a given authority is trusted, by name and by address', async () => {
    const port = await secure()
    const options = { resolve, ca: cert, timeoutMs: 5_000 }
    const result = await post(`https://receiver.example:${port}/`, options)
    expect(result).toMatchObject({ ...delivered, response_body: 'secret' })
    expect(toAttemptWire(result.wire ?? '').tls_ms).toBeGreaterThan(0)
    expect(await post(`https://127.0.0.1:${port}/`, options)).toMatchObject(delivered)
  })

  it('authorities that Node.js trusts stay trusted beside a given one', async () => {
    const port = await secure()
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, cert])
    try {
      const url = `https://receiver.example:${port}/`
      const other = before[0] ?? ''
      expect(await post(url, { resolve, ca: other, timeoutMs: 5_000 })).toMatchObject(delivered)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  it('an unknown authority, another name, or TLS 1.1 is refused', async () => {
    const port = await secure()
    expect(await post(`https://receiver.example:${port}/`, { resolve, timeoutMs: 5_000 })).toMatchObject(
      failed('tls'),
    )
    expect(
      await post(`https://other.example:${port}/`, { resolve, ca: cert, timeoutMs: 5_000 }),
    ).toMatchObject(failed('tls'))
    const old = await secure({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
    expect(
      await post(`https://receiver.example:${old}/`, { resolve, ca: cert, timeoutMs: 5_000 }),
    ).toMatchObject(failed('tls'))
  })

  it('a receiver that prefers HTTP/2 is called with HTTP/1.1', async () => {
    let protocol: string | false | null = null
    const server = createTlsServer({ key, cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      protocol = socket.alpnProtocol
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    })
    const port = await listen(server as unknown as Server)
    expect(
      await post(`https://receiver.example:${port}/`, { resolve, ca: cert, timeoutMs: 5_000 }),
    ).toMatchObject(delivered)
    expect(protocol).toBe('http/1.1')
  })

  it('a receiver that wants another handshake on the same connection gets none', async () => {
    const server = createTlsServer({ key, cert, maxVersion: 'TLSv1.2' }, (socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () =>
        socket.renegotiate({}, (error) => {
          if (!error) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        }),
      )
    })
    const port = await listen(server as unknown as Server)
    const result = await post(`https://127.0.0.1:${port}/`, { ca: cert, timeoutMs: 1_000 })
    expect(result).toMatchObject({ outcome: 'failed', response_status: null })
  })

  it('a handshake that is never answered is a timeout', async () => {
    const { url } = await raw(() => undefined)
    expect(await post(url.replace('http', 'https'))).toMatchObject(failed('timeout'))
  })
})

it('the limit is real time, also where a test has faked the timers', async () => {
  vi.useFakeTimers()
  const url = await http(() => undefined)
  expect(await post(url, { timeoutMs: 50 })).toMatchObject(failed('timeout'))
})

it('by default the limit is five seconds', async () => {
  const url = await http((_, response) => response.writeHead(200).write('never ends'))
  const result = await createAttempt({ targets: 'local' })({ url, headers: {}, body: Buffer.from('{}') })
  expect(result).toMatchObject(failed('timeout', 200))
  expect(result.duration_ms).toBeGreaterThan(4_900)
})

it('an aborted attempt ends at once', async () => {
  const stop = new AbortController()
  const url = await http(() => stop.abort())
  const attempt = createAttempt({ targets: 'local' })
  expect(await attempt({ url, headers: {}, body: Buffer.from('{}'), signal: stop.signal })).toMatchObject({
    outcome: 'failed',
  })
  expect(await attempt({ url, headers: {}, body: Buffer.from('{}'), signal: stop.signal })).toMatchObject({
    outcome: 'failed',
  })
})

it('undici puts no dispatcher of its own in the place of the global one', async () => {
  const name = Symbol.for('undici.globalDispatcher.1')
  const before: unknown = Reflect.get(globalThis, name)
  await post(await http((_, response) => response.end()))
  expect(Reflect.get(globalThis, name)).toBe(before)
})

it('whatever bytes come back, an attempt ends with a result, and within its time', async () => {
  const fragments = fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 999 ?\r\n',
    'HTTP/1.0 200\r\n',
    'HTTP/2 200\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 204 No Content\r\n\r\n',
    'Content-Length: 5\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Connection: upgrade\r\n',
    '5\r\nhello\r\n',
    'ffffffffffffffff\r\n',
    '0\r\n\r\n',
    '\r\n',
    '\0',
    'hello',
    '\u{1F600}',
  )
  const answers = fc.array(
    fc.oneof(
      fragments.map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 8 },
  )
  let answer: Buffer[] = []
  let ending: (socket: Socket) => void = () => undefined
  const { url } = await raw((socket) => {
    for (const part of answer) socket.write(part)
    ending(socket)
  })
  const endings = fc.constantFrom(
    (socket: Socket) => void socket.end(),
    (socket: Socket) => void socket.destroy(),
    (socket: Socket) => void socket.resetAndDestroy(),
    () => undefined,
  )
  await fc.assert(
    fc.asyncProperty(answers, endings, async (parts, how) => {
      answer = parts
      ending = how
      const result = await post(url, { timeoutMs: 50 })
      expect(result.outcome === 'delivered').toBe(result.error === null)
      expect(result.outcome === 'delivered' && Math.floor((result.response_status ?? 0) / 100) !== 2).toBe(
        false,
      )
      expect(result.response_status === null).toBe(result.response_body === null)
    }),
    { numRuns: 150 },
  )
})
