import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AttemptOptions, createAttempt, type MakeAttempt } from './attempt.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const folder = mkdtempSync(join(tmpdir(), 'svc-kept-'))
const closers: (() => void)[] = []
let pem: { key: string; cert: string }

beforeAll(() => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['-keyout', key, '-out', cert, '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...made], { stdio: 'ignore' })
  pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
})
afterEach(() => {
  vi.useRealTimers()
  for (const close of closers.splice(0)) close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A receiver that answers the requests of each connection as the script says: by connection, then by request. */
async function receiver(
  scheme: 'http' | 'https',
  answer: (socket: Socket, connection: number, request: number) => void,
) {
  let connections = 0
  const bodies: string[] = []
  const serve = (socket: Socket) => {
    const connection = (connections += 1)
    let requests = 0
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      bodies.push(data.toString().split('\r\n\r\n')[1] ?? '')
      answer(socket, connection, (requests += 1))
    })
    closers.push(() => socket.destroy())
  }
  const server: Server = scheme === 'https' ? createTlsServer(pem, serve) : createServer(serve)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `${scheme}://127.0.0.1:${port}/`, bodies, connections: () => connections }
}

function attempts(options: Partial<AttemptOptions> = {}) {
  const attempt = createAttempt({ targets: 'local', timeoutMs: 1_000, ca: pem.cert, ...options })
  closers.push(() => attempt.close())
  return attempt
}

const post = (attempt: MakeAttempt, url: string, endpoint = 'e') =>
  attempt({ url, endpoint, headers: {}, body: Buffer.from('{"id":1}') })

describe.each(['http', 'https'] as const)('a connection over %s', (scheme) => {
  it('is used again for the same endpoint', async () => {
    const to = await receiver(scheme, (socket) => socket.write(ok))
    const attempt = attempts()
    for (let i = 0; i < 3; i += 1) expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered' })
    expect(to.connections()).toBe(1)
  })

  it('may say 100 Continue before every answer', async () => {
    const to = await receiver(scheme, (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`))
    const attempt = attempts()
    for (let i = 0; i < 3; i += 1) expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered' })
    expect(to.connections()).toBe(1)
  })

  it('that has died is replaced, and the attempt counts once', async () => {
    const to = await receiver(scheme, (socket, _, request) =>
      request === 1 ? socket.write(ok) : socket.destroy(),
    )
    const attempt = attempts()
    await post(attempt, to.url)
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered', response_body: 'ok' })
    expect(to.connections()).toBe(2)
    expect(new Set(to.bodies)).toEqual(new Set(['{"id":1}']))
  })

  it('that is ended without a byte of the answer is replaced too', async () => {
    const to = await receiver(scheme, (socket, _, request) =>
      request === 1 ? socket.write(ok) : socket.end(),
    )
    const attempt = attempts()
    await post(attempt, to.url)
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered' })
    expect(to.connections()).toBe(2)
  })

  it('that dies after a byte of the answer is a bad response, tried once', async () => {
    const to = await receiver(scheme, (socket, _, request) =>
      request === 1 ? socket.write(ok) : socket.end('H'),
    )
    const attempt = attempts()
    await post(attempt, to.url)
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'failed', error: 'bad_response' })
    expect(to.connections()).toBe(1)
  })

  it('that stays silent is a timeout, tried once', async () => {
    const to = await receiver(scheme, (socket, _, request) => void (request === 1 && socket.write(ok)))
    const attempt = attempts({ timeoutMs: 300 })
    await post(attempt, to.url)
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'failed', error: 'timeout' })
    expect([to.connections(), to.bodies.length]).toEqual([1, 2])
  })
})

describe('a fresh connection', () => {
  it('that dies is not replaced', async () => {
    const to = await receiver('http', (socket) => socket.destroy())
    expect(await post(attempts(), to.url)).toMatchObject({ outcome: 'failed', error: 'bad_response' })
    expect(to.connections()).toBe(1)
  })

  it.each([
    ['another endpoint', (url: string): [string, string] => [url, 'other']],
    ['another URL of the endpoint', (url: string): [string, string] => [`${url}changed`, 'e']],
  ])('is for %s', async (_, second) => {
    const to = await receiver('http', (socket) => socket.write(ok))
    const attempt = attempts()
    await post(attempt, to.url)
    await post(attempt, ...second(to.url))
    expect(to.connections()).toBe(2)
  })

  it('is for what comes after a second', async () => {
    const to = await receiver('http', (socket) => socket.write(ok))
    let now = 0
    const attempt = attempts({ elapsed: () => now })
    await post(attempt, to.url)
    now += 999
    await post(attempt, to.url)
    expect(to.connections()).toBe(1)
    now += 1_000
    await post(attempt, to.url)
    expect(to.connections()).toBe(2)
  })

  it.each(['Keep-Alive: timeout=0', 'Connection: close'])('is made after %s', async (header) => {
    const to = await receiver('http', (socket) => socket.write(ok.replace('\r\n', `\r\n${header}\r\n`)))
    const attempt = attempts()
    await post(attempt, to.url)
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered' })
    expect(to.connections()).toBe(2)
  })

  it('is made where a test has faked the turns of the event loop', async () => {
    const to = await receiver('http', (socket) => socket.write(ok))
    const attempt = attempts()
    await post(attempt, to.url)
    vi.useFakeTimers()
    expect(await post(attempt, to.url)).toMatchObject({ outcome: 'delivered' })
    expect(to.connections()).toBe(2)
  })

  it('is judged by the target guard, also for a name whose kept connection was allowed', async () => {
    const to = await receiver('http', (socket) => socket.destroySoon())
    let address = '127.0.0.1'
    let asked = 0
    const attempt = attempts({
      resolve: () => {
        asked += 1
        return Promise.resolve([{ address, family: 4 }])
      },
    })
    const url = to.url.replace('127.0.0.1', 'moves.example')
    await post(attempt, url)
    address = '10.0.0.1'
    expect(await post(attempt, url)).toMatchObject({ outcome: 'failed', error: 'unreachable' })
    expect(asked).toBe(2)
  })
})

it('all kept connections are closed at the end', async () => {
  let closed = 0
  const to = await receiver('http', (socket) => {
    socket.once('close', () => (closed += 1))
    socket.write(ok)
  })
  const attempt = attempts()
  await Promise.all([post(attempt, to.url), post(attempt, to.url)])
  attempt.close()
  await vi.waitUntil(() => closed === 2)
  expect(closed).toBe(2)
})
