import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createShedLoad } from '../../src/ops/shed-load.ts'
import { slowReaders } from '../../src/ops/slow-readers.ts'
import { FaultStore } from '../../src/control/faults.ts'
import { requestLogPlugin } from '../../src/control/request-log-plugin.ts'
import { RequestLog } from '../../src/control/request-log.ts'
import { faultPlugin } from '../../src/control/fault-plugin.ts'
import { noon, openParts, type Parts, type PlainTenant } from '../kit/index.ts'
import { toPaymentRow } from '../../src/storage/payment-row.ts'

/** Far above what the server needs, and far below what it would take if a caller could make it keep things. */
const generousBytes = 200 * 1_048_576

let parts: Parts
let tenant: PlainTenant
let port: number
const log = new RequestLog()
const sockets = new Set<Socket>()

beforeAll(async () => {
  const clock = { now: () => noon, real: Date.now, mode: 'manual' as const }
  parts = await openParts('memory', {
    headersTimeoutMs: 600,
    requestTimeoutMs: 1_000,
    maxConnections: 3_000,
    scopes: [
      createShedLoad({ maxRequests: 200 }).scope,
      // As the server has them: what they do with a hostile request is part of the answer.
      requestLogPlugin({ log, clock }),
      faultPlugin({ faults: new FaultStore({ uuid: randomUUID }) }),
      slowReaders({ idleMs: 500 }),
    ],
  })
  tenant = await parts.tenant()
  port = Number(new URL(parts.url).port)
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})
afterAll(() => parts[Symbol.asyncDispose]())

async function open(): Promise<Socket & { received: () => string }> {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => {})
  await once(socket, 'connect')
  return Object.assign(socket, { received: () => text })
}

/** Sends bytes and reads all that comes until the server closes. */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = await open()
  socket.write(bytes)
  // Not `once`: a connection that is reset is closed as well.
  if (!socket.closed) await new Promise((resolve) => void socket.on('close', resolve))
  return socket.received()
}

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

function head(method: string, path: string, headers: Record<string, string> = {}): string {
  const all = { Host: 'x', 'X-API-Key': tenant.key, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A payment as its table has it. */
function payment({ id }: PlainTenant) {
  return toPaymentRow(id, {
    id: randomUUID(),
    bid: null,
    gid: null,
    amount: '1.0000',
    paymentMethod: 'Cash',
    type: 'income',
    description: 'x'.repeat(1_000),
    name: 'Client API Payment',
    date: new Date(noon).toISOString(),
    status: true,
  })
}

/** What a caller who means no harm gets while the others do their worst. */
async function expectService(): Promise<void> {
  const paid = await tenant.call('POST', '/payments', {
    body: { amount: '1', paymentMethod: 'Cash', type: 'income' },
  })
  expect(paid.status).toBe(201)
  expect((await tenant.call('GET', '/bookings')).status).toBe(200)
}

describe('hostile callers', () => {
  it('a thousand idle connections, and a thousand that have sent half a head, keep nobody out', async () => {
    const before = process.memoryUsage().rss
    const idle = await Promise.all(Array.from({ length: 1_000 }, open))
    const slow = await Promise.all(Array.from({ length: 1_000 }, open))
    const drips = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('a')
    }, 50)
    for (const socket of slow) socket.write('GET /api/v1/client/bookings HTTP/1.1\r\nX-Slow: ')
    try {
      await expectService()
      // One byte now and then does not prolong it: the head as a whole has its time.
      await expect
        .poll(() => [...idle, ...slow].filter(({ closed }) => !closed).length, { timeout: 15_000 })
        .toBe(0)
    } finally {
      clearInterval(drips)
    }
    for (const socket of [...idle, ...slow]) {
      for (const status of statuses(socket.received())) expect(status).toBe(408)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(generousBytes)
    await expectService()
  })

  it('bodies that drip are cut off when their time is over', async () => {
    const slow = await Promise.all(Array.from({ length: 300 }, open))
    const drips = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write(' ')
    }, 50)
    for (const socket of slow) {
      socket.write(
        head('POST', '/api/v1/client/payments', {
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          'Content-Length': '1000',
        }),
      )
    }
    try {
      await expect.poll(() => slow.filter(({ closed }) => !closed).length, { timeout: 15_000 }).toBe(0)
    } finally {
      clearInterval(drips)
    }
    const answers = slow.flatMap((socket) => statuses(socket.received()))
    // Two hundred were let in and took too long; what came on top was turned away.
    expect(new Set(answers)).toEqual(new Set([408, 503]))
    await expectService()
  })

  it('connections beyond the limit are closed, and make room again', async () => {
    const many = await Promise.all(Array.from({ length: 3_100 }, open))
    await expect.poll(() => many.filter(({ closed }) => closed).length).toBeGreaterThanOrEqual(90)
    for (const socket of many) socket.destroy()
    await expect
      .poll(
        () =>
          expectService().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
  })

  it('callers who ask and do not read are cut off, and their answers do not pile up', async () => {
    const target = await parts.tenant()
    // Forty megabytes an answer, more than a gigabyte in all: more than the buffers of the connections hold.
    await parts.storage.write(async (tx) => {
      for (let count = 0; count < 300; count++) {
        await tx
          .insertInto('payments')
          .values(Array.from({ length: 100 }, () => payment(target)))
          .execute()
      }
    })
    const before = process.memoryUsage().rss
    const readers = await Promise.all(Array.from({ length: 30 }, open))
    for (const socket of readers) {
      socket.pause()
      socket.write(head('GET', '/api/v1/client/payments', { 'X-API-Key': target.key }))
    }
    await expectService()
    await expect
      .poll(() => log.list({ limit: 1_000, property_id: target.id }).length, { timeout: 15_000 })
      .toBe(30)
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * generousBytes)
    await expectService()
  })

  it.each([
    ['one long header', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['many headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(50_000)}\r\n`],
    ['a long path', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('a head of %s is refused with 431', async (_what, text) => {
    // What the server said may be lost when it closes while we still write.
    for (const status of statuses(await raw(text))) expect(status).toBe(431)
    await expectService()
  })

  it('a thousand requests written at once on one connection are answered in order, or turned away', async () => {
    const one = head('GET', '/api/v1/client/bookings')
    const last = head('GET', '/healthz', { Connection: 'close' })
    const answers = statuses(await raw(one.repeat(1_000) + last))
    expect(answers).toHaveLength(1_001)
    expect(answers.at(-1)).toBe(200)
    expect(new Set([...answers, 200, 503])).toEqual(new Set([200, 503]))
    await expectService()
  })

  const nested = (depth: number, left: string, right: string) => left.repeat(depth) + right.repeat(depth)
  it.each([
    ['arrays in arrays', nested(500_000, '[', ']')],
    ['objects in objects', nested(150_000, '{"a":', '}').replace('}', '1}')],
    [
      'a field that is deep',
      `{"amount":${nested(400_000, '[', ']')},"paymentMethod":"Cash","type":"income"}`,
    ],
    ['a hundred thousand fields', `{${Array.from({ length: 100_000 }, (_, at) => `"${at}":0`).join()}}`],
    ['a number without end', `{"amount":1${'0'.repeat(900_000)}}`],
    ['null bytes', '{"amount":"1","paymentMethod":"Cash\\u0000","type":"in\u0000come"}'],
    ['half a surrogate', '{"amount":"1","paymentMethod":"\\ud800","type":"income"}'],
    ['no JSON', '\u0000\u0001\u0002'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ])('a body of %s is a 400 in the form of D3', async (_what, body) => {
    const answer = await tenant.call('POST', '/payments', { body })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      code: expect.any(String),
      request_id: answer.headers['x-request-id'],
    })
    expect(answer.text.length).toBeLessThan(100_000)
    await expectService()
  })

  it.each(['declared', 'chunked'])('a body of more than 1 MiB is refused (%s)', async (how) => {
    const common = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const size = 3 * 1_048_576
    const text =
      how === 'declared'
        ? head('POST', '/api/v1/client/payments', { ...common, 'Content-Length': String(size) }) +
          ' '.repeat(size)
        : head('POST', '/api/v1/client/payments', { ...common, 'Transfer-Encoding': 'chunked' }) +
          `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`
    // The server closes while we write: what it said may be lost on the way, and then there is no answer at all.
    for (const status of statuses(await raw(text))) expect([413, 408]).toContain(status)
    await expectService()
  })

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    '%s changes nothing',
    async (name) => {
      const created = await tenant.call('POST', '/payments', {
        body: { amount: '1', paymentMethod: 'Cash', type: 'income' },
      })
      const path = `/payments/${created.json.id}`
      const answer = await tenant.call('POST', path, { body: {}, headers: { [name]: 'DELETE' } })
      expect(answer.status).toBe(404)
      expect((await tenant.call('GET', '/bookings', { headers: { [name]: 'POST' } })).status).toBe(200)
      const all = await tenant.call('GET', '/payments')
      expect(all.json.map(({ id }: { id: string }) => id)).toContain(created.json.id)
    },
  )

  it.each<[string, string | Buffer, number[]]>([
    [
      'two lengths',
      'POST /api/v1/client/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      [400],
    ],
    [
      'a length and chunks',
      'POST /api/v1/client/payments HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      [400],
    ],
    [
      'chunk extensions without end',
      `POST /api/v1/client/payments HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(50_000)}\r\n{\r\n`,
      [401, 413],
    ],
    ['a null byte in the path', 'GET /\u0000 HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['a line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\nInjected\r\n\r\n', [400]],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
    ['HTTP/0.9', 'GET /\r\n\r\n', [404]],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
    ['TLS', Buffer.from('160301020001000\u0001fc0303', 'hex'), [400]],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', []],
    ['an unknown method', 'STEAL / HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['a known method that nobody serves', 'PURGE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', [404]],
    [
      'an upgrade',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      [200],
    ],
    [
      'an expectation that nobody meets',
      'POST /healthz HTTP/1.1\r\nHost: x\r\nExpect: 200-please\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      [417],
    ],
    [
      'an absolute address',
      'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [404],
    ],
    [
      'a way out',
      'GET /api/v1/client/../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [401],
    ],
  ])('%s: refused, and nothing breaks', async (_what, bytes, expected) => {
    const answers = statuses(await raw(bytes))
    expect(answers).toEqual(expected.length > 1 ? [expect.toBeOneOf(expected)] : expected)
    await expectService()
  })
})
