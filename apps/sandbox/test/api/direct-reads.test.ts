import type { LoggedRequest } from '@svc/control'
import fc from 'fast-check'
import fp from 'fastify-plugin'
import { describe, expect, it } from 'vitest'
import { directRules } from '../../src/http/direct-rules.ts'
import { createBooking } from '../../src/service/booking-changes.ts'
import { exchangeBytes } from '../kit/exchange-bytes.ts'
import { freshDatabase, openParts, openStage } from '../kit/index.ts'

/** Goes through Fastify, and changes nothing in any answer: a request with a body is none that is answered before it. */
const longWay = 'Content-Length: 0'

const request = fc.record({
  method: fc.oneof({ weight: 9, arbitrary: fc.constant('GET') }, fc.constantFrom('HEAD', 'DELETE', 'get')),
  path: fc.constantFrom(
    'ONE',
    'ONE?',
    'ONE/',
    'ONE?x=1',
    'one',
    '',
    '?limit=10',
    '?status=confirmed&limit=1',
    '?limit=0',
    '?page=%32',
    '?page=%zz',
    '/00000000-0000-4000-8000-000000000000',
    '/../bookings',
  ),
  version: fc.oneof({ weight: 9, arbitrary: fc.constant('1.1') }, fc.constant('1.0')),
  key: fc.oneof(
    { weight: 9, arbitrary: fc.constant('X-API-Key: KEY') },
    fc.constantFrom(
      'x-api-key: KEY',
      'X-API-Key: DELETED',
      'X-API-Key: nobody',
      'X-API-Key:',
      'Authorization: Bearer KEY',
      'X-API-Key: KEY\r\nX-API-Key: KEY',
    ),
  ),
  headers: fc.subarray([
    'Accept: text/html',
    'User-Agent: x',
    'Content-Type: text/plain',
    'Cookie: a=b',
    'Accept-Version: 2',
    'Idempotency-Key: none',
    'X-Forwarded-For: 10.0.0.1',
    'If-None-Match: *',
    'X-Request-Id: mine',
    'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ]),
  rare: fc.oneof(
    { weight: 6, arbitrary: fc.constant<string[]>([]) },
    fc.constantFrom(['Connection: close'], ['Connection: keep-alive'], ['Origin: https://elsewhere.example']),
    fc.constantFrom(['Origin: http://HOST'], ['Expect: more']),
  ),
  host: fc.oneof({ weight: 9, arbitrary: fc.constant(['Host: HOST']) }, fc.constant<string[]>([])),
})

/** All of it but what names the request, and what the request before has used of the limit. */
const comparable = (lines: string[]) =>
  lines.map((line) => line.replace(/^((?:x-request-id|date|ratelimit|x-ratelimit-remaining):).*/i, '$1'))

const remaining = (lines: string[]) =>
  Number(lines.find((line) => line.startsWith('x-ratelimit-remaining'))?.split(': ')[1])

function comparableEntry({ id, response_headers, request_headers, ...entry }: LoggedRequest) {
  expect(response_headers).toMatchObject({ 'x-request-id': id })
  const { 'content-length': _, ...sent } = request_headers
  const { rate_limit } = entry
  return {
    ...entry,
    ms: 0,
    rate_limit: rate_limit && { ...rate_limit, remaining: 0 },
    sent: Object.entries(sent),
    answered: comparable(Object.entries(response_headers).map(([name, value]) => `${name}: ${value}`)),
    // The bodies of refusals have the id.
    response_body: entry.response_body?.replace(id, ''),
  }
}

describe.each(['memory', 'sqlite'] as const)(
  'a read that is answered before Fastify sees it, on %s',
  (kind) => {
    it('has the bytes, the log entry and the counts that Fastify would give it', async () => {
      const database = await freshDatabase(kind)
      const { control, sandbox, send, call } = await openStage({ ...database, role: 'api', rateLimit: 150 })
      const booking = await control.bookings.create({ description: 'Zoë' })
      const second = await control.apiKeys.create()
      for (const path of [`/bookings/${booking.id}`, '/bookings'])
        await send('GET', `/api/v1/client${path}`, { headers: { 'x-api-key': second.key } })
      await control.apiKeys.delete(second.id)
      for (const path of [`/bookings/${booking.id}`, '/bookings', '/bookings?limit=10', '/bookings?page=%32'])
        await call('GET', path)
      const before = 6

      const { host } = new URL(sandbox.url)
      const filled = (text: string) =>
        text
          .replaceAll('DELETED', second.key)
          .replaceAll('KEY', sandbox.apiKey)
          .replaceAll('HOST', host)
          .replaceAll('ONE', `/${booking.id}`)
          .replaceAll('one', `/${booking.id.toUpperCase()}`)
      let asked = 0
      await fc.assert(
        fc.asyncProperty(request, async ({ method, path, version, key, headers, rare, host: name }) => {
          const line = `${method} /api/v1/client/bookings${filled(path)} HTTP/${version}`
          const others = [...name, key, ...headers, ...rare].map(filled)
          const text = (lines: string[]) => `${[line, ...lines].join('\r\n')}\r\n\r\n`
          const direct = await exchangeBytes(sandbox.url, text(others))
          const slow = await exchangeBytes(sandbox.url, text([...others, longWay]))
          expect(comparable(direct.head)).toEqual(comparable(slow.head))
          const ids = [direct, slow].map(
            ({ head }) => /x-request-id: (\S+)/i.exec(head.join('\n'))?.[1] ?? ' ',
          )
          expect(ids[0]).not.toBe(ids[1])
          expect(direct.body.replace(ids[0] ?? '', '')).toBe(slow.body.replace(ids[1] ?? '', ''))
          if (Number.isNaN(remaining(slow.head))) return
          expect(remaining(slow.head)).toBe(Math.max(0, remaining(direct.head) - 1))
          asked += 2
        }),
        { numRuns: 100 },
      )

      const entries = async () => (await control.requests.list({ limit: 1000 })).slice(0, -before)
      await expect.poll(async () => (await entries()).length).toBeGreaterThanOrEqual(asked)
      const logged = (await entries()).filter(({ rate_limit }) => rate_limit !== null)
      expect(logged).toHaveLength(asked)
      for (let at = 0; at < logged.length; at += 2) {
        const [slow, direct] = logged.slice(at, at + 2).map(comparableEntry)
        expect(direct).toEqual(slow)
      }
      const { text } = await send('GET', '/metrics')
      const counts = [...text.matchAll(/^svc_http_requests_total\{.*\} (\d+)$/gm)].map(([, count]) =>
        Number(count),
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe((await entries()).length + before)
      expect(text).toMatch(/^svc_http_requests_in_flight(?:\{.*\})? 0$/m)
    })
  },
)

it('who limits slow readers hears of a read that Fastify does not see', async () => {
  const heard: string[] = []
  const limiting = fp(async (fastify) => {
    directRules(fastify, {
      sending: () => void heard.push('sending'),
      unread: ({ url }) => void heard.push(url),
    })
  })
  await using parts = await openParts('memory', { scopes: [limiting], atOnce: () => true })
  const { id, call } = await parts.tenant()
  const booking = await parts.storage.write((tx) => createBooking(parts.context, tx, id, {}))
  for (const _ of [1, 2]) await call('GET', `/bookings/${booking.id}`)
  // The first is Fastify's. Of the second the connection has not yet said that it has taken it.
  expect(heard).toEqual(['sending', `/api/v1/client/bookings/${booking.id}`])
})

describe('whether Fastify sees a read', () => {
  async function openWatched(atOnce: () => boolean) {
    const seen: string[] = []
    const watch = fp(async (fastify) => {
      fastify.addHook('onRequest', (asked, _reply, done) => {
        seen.push(asked.url)
        done()
      })
    })
    const parts = await openParts('memory', { scopes: [watch], atOnce })
    const { id, key, call } = await parts.tenant()
    const booking = await parts.storage.write((tx) => createBooking(parts.context, tx, id, {}))
    return { ...parts, seen, key, call, path: `/bookings/${booking.id}`, propertyId: id }
  }

  it('sees the first one, and none that is repeated until a booking changes', async () => {
    await using watched = await openWatched(() => true)
    const { seen, call, path, storage, context, propertyId } = watched
    for (let time = 1; time <= 3; time++) expect((await call('GET', path)).status).toBe(200)
    expect(seen).toHaveLength(1)
    await storage.write((tx) => createBooking(context, tx, propertyId, {}))
    await call('GET', path)
    expect(seen).toHaveLength(2)
  })

  it('sees those that may not be answered at once, and all while a fault is set', async () => {
    let quiet = true
    await using watched = await openWatched(() => quiet)
    const { seen, call, path, url, key } = watched
    await call('GET', path)
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'x-api-key': '' }])
      await call('GET', path, { headers })
    const lines = [`GET /api/v1/client${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, longWay]
    await exchangeBytes(url, `${lines.join('\r\n')}\r\n\r\n`)
    await call('HEAD', path)
    expect(seen).toHaveLength(5)
    quiet = false
    await call('GET', path)
    expect(seen).toHaveLength(6)
  })
})
