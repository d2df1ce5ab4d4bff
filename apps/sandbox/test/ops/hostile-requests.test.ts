import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createShedLoad } from '../../src/ops/shed-load.ts'
import { openRawCallers, type RawCallers, statuses } from '../kit/index.ts'

let callers: RawCallers
beforeAll(async () => {
  callers = await openRawCallers({ before: [createShedLoad({ maxRequests: 200 }).scope] })
})
afterEach(() => callers.hangUp())
afterAll(() => callers[Symbol.asyncDispose]())

describe('hostile requests', () => {
  it.each([
    ['one long header', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['many headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(50_000)}\r\n`],
    ['a long path', `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('a head of %s is refused with 431', async (_what, text) => {
    // What the server said may be lost when it closes while we still write.
    for (const status of statuses(await callers.raw(text))) expect(status).toBe(431)
    await callers.expectService()
  })

  it('a thousand requests written at once on one connection are answered in order, or turned away', async () => {
    const one = callers.head('GET', '/api/v1/client/bookings')
    const last = callers.head('GET', '/healthz', { Connection: 'close' })
    const answers = statuses(await callers.raw(one.repeat(1_000) + last))
    expect(answers).toHaveLength(1_001)
    expect(answers.at(-1)).toBe(200)
    expect(new Set([...answers, 200, 503])).toEqual(new Set([200, 503]))
    await callers.expectService()
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
    const answer = await callers.tenant.call('POST', '/payments', { body })
    expect(answer.status).toBe(400)
    expect(answer.json).toMatchObject({
      code: expect.any(String),
      request_id: answer.headers['x-request-id'],
    })
    expect(answer.text.length).toBeLessThan(100_000)
    await callers.expectService()
  })

  it.each(['declared', 'chunked'])('a body of more than 1 MiB is refused (%s)', async (how) => {
    const common = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
    const size = 3 * 1_048_576
    const text =
      how === 'declared'
        ? callers.head('POST', '/api/v1/client/payments', { ...common, 'Content-Length': String(size) }) +
          ' '.repeat(size)
        : callers.head('POST', '/api/v1/client/payments', { ...common, 'Transfer-Encoding': 'chunked' }) +
          `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`
    // The server closes while we write: what it said may be lost on the way, and then there is no answer at all.
    for (const status of statuses(await callers.raw(text))) expect([413, 408]).toContain(status)
    await callers.expectService()
  })

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method'])(
    '%s changes nothing',
    async (name) => {
      const created = await callers.tenant.call('POST', '/payments', {
        body: { amount: '1', paymentMethod: 'Cash', type: 'income' },
      })
      const path = `/payments/${created.json.id}`
      const answer = await callers.tenant.call('POST', path, { body: {}, headers: { [name]: 'DELETE' } })
      expect(answer.status).toBe(404)
      expect((await callers.tenant.call('GET', '/bookings', { headers: { [name]: 'POST' } })).status).toBe(
        200,
      )
      const all = await callers.tenant.call('GET', '/payments')
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
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
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
      'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: 169.254.169.254\r\nConnection: close\r\n\r\n',
      [404],
    ],
    [
      'an absolute address that is not the host',
      'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [400],
    ],
    [
      'a way out',
      'GET /api/v1/client/../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      [401],
    ],
  ])('%s: refused, and nothing breaks', async (_what, bytes, expected) => {
    const answers = statuses(await callers.raw(bytes))
    expect(answers).toEqual(expected.length > 1 ? [expect.toBeOneOf(expected)] : expected)
    await callers.expectService()
  })

  describe('bytes that are no request', () => {
    const get = (headers = {}) => callers.head('GET', '/api/v1/client/bookings', headers)
    const garbage = 'no request\r\n\r\n'
    const bodies = (text: string) =>
      [...text.matchAll(/\{"code".*?\}/g)].map(([body]) => JSON.parse(body) as Record<string, string>)
    const ids = (text: string) => [...text.matchAll(/x-request-id: (\S+)/gi)].map(([, id]) => id)

    it.each([
      ['behind a request', () => get() + garbage],
      ['behind several', () => get() + get() + get() + garbage],
      ['behind one that is refused', () => get({ 'X-API-Key': 'wrong' }) + garbage],
    ])('%s get a 400 of their own, after its answer, and the connection ends', async (_where, bytes) => {
      const text = await callers.raw(bytes())
      expect(statuses(text).at(-1)).toBe(400)
      expect(statuses(text)).toHaveLength(bytes().split('GET ').length)
      expect(bodies(text).at(-1)).toEqual({
        code: 'bad_request',
        message: 'This is not a valid HTTP/1.1 request.',
        request_id: ids(text).at(-1),
      })
      expect(text).toMatch(/\r\nConnection: close\r\n\r\n\{[^\r]*$/)
      await callers.expectService()
    })

    it('on a connection that is kept get a 400 too', async () => {
      const socket = await callers.open()
      socket.write(get())
      await expect.poll(() => socket.received()).toContain('[]')
      socket.write(garbage)
      await expect.poll(() => socket.closed).toBe(true)
      expect(statuses(socket.received())).toEqual([200, 400])
    })

    it('behind the last request get none, and its answer is whole', async () => {
      const text = await callers.raw(get({ Connection: 'close' }) + garbage)
      expect(statuses(text)).toEqual([200])
      const [head = '', body] = text.split('\r\n\r\n')
      expect(head.toLowerCase()).toContain(`content-length: ${body?.length}`)
      await callers.expectService()
    })

    it('in the body of a request that has its answer already get none', async () => {
      const socket = await callers.open()
      socket.write(callers.head('POST', '/nothing', { 'Transfer-Encoding': 'chunked' }))
      await expect.poll(() => bodies(socket.received())).toMatchObject([{ code: 'not_found' }])
      socket.write('no chunk\r\n\r\n')
      await expect.poll(() => socket.closed).toBe(true)
      expect(statuses(socket.received())).toEqual([404])
      await callers.expectService()
    })
  })
})
