import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { excerpt } from './evidence.ts'
import { createProbe } from './probe.ts'

let server: Server
let baseUrl: string
let limited: number
const seen: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = []

beforeEach(async () => {
  limited = 0
  seen.length = 0
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ url: request.url, headers: request.headers, body })
      if (limited-- > 0) response.writeHead(429, { 'retry-after': '7' }).end()
      else response.end('{"ok":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

it('sends the request as given, and the key only to its server', async () => {
  const probe = createProbe({ baseUrl: `${baseUrl}/base/`, apiKey: 'k' })
  const exchange = await probe.send({ method: 'POST', path: '/x?y=1', body: { a: 1 } })
  expect(seen[0]).toMatchObject({ url: '/base/x?y=1', body: '{"a":1}' })
  expect(seen[0]?.headers).toMatchObject({
    'x-api-key': 'k',
    'content-type': 'application/json',
    'content-length': '7',
  })
  expect(exchange).toMatchObject({ status: 200, json: { ok: true } })
  await probe.send({ method: 'POST', path: '/', body: '{', apiKey: null, headers: { 'Content-Type': null } })
  expect(seen[1]?.headers).not.toHaveProperty('x-api-key')
  expect(seen[1]?.headers).not.toHaveProperty('content-type')
  expect(seen[1]?.body).toBe('{')
  expect(probe.exchanges).toHaveLength(2)
  probe.close()
})

it('waits for the rate limit as long as the server says, and sends again', async () => {
  limited = 2
  const pass = vi.fn<(seconds: number) => Promise<void>>(() => Promise.resolve())
  const onWait = vi.fn<(seconds: number) => void>()
  const probe = createProbe({ baseUrl, apiKey: 'k', pass, onWait })
  expect((await probe.send({ method: 'GET', path: '/' })).status).toBe(200)
  expect(pass.mock.calls).toEqual([[7], [7]])
  expect(onWait).toHaveBeenCalledTimes(2)
  limited = 1
  expect((await probe.sendOnce({ method: 'GET', path: '/' })).status).toBe(429)
  probe.close()
})

it('gives up on a rate limit that does not end', async () => {
  limited = 100
  const probe = createProbe({ baseUrl, apiKey: 'k', pass: () => Promise.resolve() })
  await expect(probe.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'rate_limited' })
  probe.close()
})

it('shows no signing secret in evidence', () => {
  const text = '{"secret":"whsec_abcdefgh-_123"}'
  const line = excerpt({
    request: { method: 'POST', path: '/w', headers: {}, body: '{}' },
    status: 201,
    headers: {},
    text,
    json: {},
  })
  expect(line).toBe('POST /w {} → 201 {"secret":"whsec_…"}')
})
