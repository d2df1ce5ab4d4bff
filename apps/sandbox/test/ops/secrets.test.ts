import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openInbox } from '@svc/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/index.ts'
import { openStorage } from '../../src/storage/open.ts'
import { freshFolder } from '../kit/index.ts'

/** Recognisable, so that finding one is no accident. */
const planted = {
  apiKey: 'planted-api-key-3f9c1d77aa51',
  adminToken: 'planted-admin-token-8812cc90',
  secretKey: 'planted-secret-key-with-32-characters-5b1e',
}

/** Everything that came out of a server anywhere, by where it came out. */
interface Flow {
  found: { where: string; text: string }[]
  /** Answers that must show a secret, and the secrets. */
  shown: { where: string; text: string; secret: string }[]
  secrets: Record<string, string>
}

/** The ways in which a secret may be written without being seen at once. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replace(/=*$/, '').slice(0, -1)
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), base64, secret.slice(0, -3)]
}

/** Reads a stream of events until it is stopped. */
function follow(url: string, headers: Record<string, string>) {
  const stop = new AbortController()
  const text = (async () => {
    let seen = ''
    try {
      const response = await fetch(url, { headers, signal: stop.signal })
      for await (const chunk of response.body ?? []) seen += Buffer.from(chunk).toString()
    } catch (error) {
      if (!stop.signal.aborted) throw error
    }
    return seen
  })()
  return { text, stop: () => stop.abort() }
}

/** A whole life: set-up, work, mistakes of callers, failures of ours, an operator looking at all of it. */
async function live(folder: string, secretKey: string | undefined): Promise<Flow> {
  const { apiKey, adminToken } = planted
  const found: Flow['found'] = []
  const shown: Flow['shown'] = []
  const lines: string[] = []
  const database = join(folder, 'sandbox.db')
  await using inbox = await openInbox({ respond: [500, 204] })
  const sandbox = await startSandbox({
    database,
    apiKey,
    adminToken,
    clock: 'manual',
    logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } },
    secretKey,
  })
  const { url, propertyId } = sandbox
  const admin = { Authorization: `Bearer ${adminToken}` }
  const stream = follow(`${url}/sandbox/requests/stream`, admin)

  async function ask(method: string, path: string, options: { body?: unknown; headers?: object } = {}) {
    const { body } = options
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(path.startsWith('/sandbox') ? admin : { 'X-API-Key': apiKey }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        ...options.headers,
      },
      body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    })
    const text = await response.text()
    const headers = JSON.stringify([...response.headers])
    return { where: `${method} ${path} → ${response.status}`, text, headers, status: response.status }
  }
  async function see(...call: Parameters<typeof ask>) {
    const answer = await ask(...call)
    found.push({ where: answer.where, text: answer.text + answer.headers })
    return answer
  }

  // The answers that must show a secret: creation, its replay, and rotation.
  const key = { 'Idempotency-Key': randomUUID() }
  const create = { body: { url: `${inbox.url}/hook`, events: ['payment.created'] }, headers: key }
  const created = await ask('POST', '/api/v1/client/webhooks', create)
  const { id: endpointId, secret: firstSecret } = JSON.parse(created.text) as { id: string; secret: string }
  const replayed = await ask('POST', '/api/v1/client/webhooks', create)
  shown.push({ ...created, secret: firstSecret }, { ...replayed, secret: firstSecret })
  const rotated = await ask(
    'POST',
    `/sandbox/properties/${propertyId}/webhooks/${endpointId}/rotate-secret`,
    {
      body: {},
    },
  )
  const { secret: secondSecret } = JSON.parse(rotated.text) as { secret: string }
  shown.push({ ...rotated, secret: secondSecret })
  const made = await ask('POST', `/sandbox/properties/${propertyId}/api-keys`, { body: { name: 'second' } })
  const { key: secondKey } = JSON.parse(made.text) as { key: string }
  shown.push({ ...made, secret: secondKey })

  // Work.
  const payment = { amount: '1', paymentMethod: 'Cash', type: 'income' }
  await see('POST', '/api/v1/client/payments', { body: payment })
  await sandbox.control.clock.advance(60)
  for (const path of ['payments', 'bookings', 'webhooks', `webhooks/${endpointId}/deliveries`]) {
    await see('GET', `/api/v1/client/${path}`)
  }

  // Mistakes, with secrets where they do not belong.
  await see('GET', '/api/v1/client/bookings', { headers: { 'X-API-Key': `${apiKey} ${adminToken}` } })
  await see('GET', '/api/v1/client/bookings', { headers: { 'X-API-Key': adminToken } })
  await see('GET', '/api/v1/client/bookings', { headers: { Authorization: `Bearer ${apiKey}` } })
  await see('GET', '/sandbox/clock', { headers: { Authorization: `Bearer ${apiKey}` } })
  await see('GET', '/sandbox/clock', { headers: { Authorization: adminToken } })
  await see('GET', '/api/v1/client/bookings', { headers: { Cookie: `token=${adminToken}` } })
  await see('POST', '/api/v1/client/payments', { body: '{"amount":' })
  await see('POST', '/api/v1/client/payments', { body: { ...payment, amount: 1 } })
  await see('POST', '/api/v1/client/webhooks', {
    body: { url: 'http://10.0.0.1', events: ['payment.created'] },
  })
  await see('PATCH', `/api/v1/client/webhooks/${endpointId}`, { body: { secret: 'mine' } })
  await see('GET', '/nothing')

  // A delivery that cannot be signed, and one by hand.
  const breaking = await openStorage({ database })
  const bogus = 'sealed:1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
  const real = await breaking.db.selectFrom('webhook_endpoints').select('secret').executeTakeFirstOrThrow()
  await breaking.write((tx) => tx.updateTable('webhook_endpoints').set({ secret: bogus }).execute())
  await see('POST', '/api/v1/client/payments', { body: payment })
  await sandbox.control.clock.advance(60)
  await breaking.write((tx) => tx.updateTable('webhook_endpoints').set(real).execute())
  const { results } = await sandbox.control.deliveries.list()
  expect(results.flatMap(({ attempt_log }) => attempt_log).map(({ error }) => error)).toContain('internal')
  await see('POST', `/sandbox/properties/${propertyId}/deliveries/${results[0]?.id}/resend`, { body: {} })

  // What an operator looks at.
  for (const path of [
    '/healthz',
    '/readyz',
    '/metrics',
    '/openapi.json',
    '/docs',
    '/dashboard',
    '/sandbox/requests',
    '/sandbox/export',
    '/sandbox/clock',
    '/sandbox/properties',
    `/sandbox/properties/${propertyId}/api-keys`,
    `/sandbox/properties/${propertyId}/webhooks`,
    `/sandbox/properties/${propertyId}/deliveries`,
  ]) {
    const answer = await see('GET', path)
    expect([path, answer.status]).toEqual([path, 200])
  }

  // A failure of ours: 500 with the whole error in the log.
  await breaking.write((tx) => tx.schema.dropTable('messages').execute())
  const bookings = (await sandbox.control.bookings.create()).id
  const broken = await see('POST', `/sandbox/properties/${propertyId}/messages`, {
    body: { bookingId: bookings, content: 'hello' },
  })
  await breaking.write((tx) => tx.schema.dropTable('booking_counts').execute())
  const failed = await see('GET', '/api/v1/client/bookings')
  expect([broken.status, failed.status]).toEqual([500, 500])
  await breaking.close()

  stream.stop()
  found.push({ where: 'request stream', text: await stream.text })
  found.push(...(await bytesOf(folder, 'while running')))
  await close(sandbox)
  found.push(...(await bytesOf(folder, 'after the end')))
  found.push({ where: 'log', text: lines.join('') })
  expect(lines.join('')).toContain('"level":"error"')
  return {
    found,
    shown,
    secrets: { ...planted, firstSecret, secondSecret, secondKey },
  }
}

async function close(sandbox: Sandbox): Promise<void> {
  await sandbox.close()
}

/** Every byte in the folder: database, write-ahead log, shared memory, the places of its servers. */
async function bytesOf(folder: string, when: string): Promise<Flow['found']> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({
      where: `${name} ${when}`,
      text: (await readFile(join(parentPath, name))).toString('latin1'),
    })),
  )
}

function leaks({ found, secrets }: Flow): string[] {
  return found.flatMap(({ where, text }) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      spellings(secret).some((spelling) => text.includes(spelling)) ? [`${name} in ${where}`] : [],
    ),
  )
}

describe('secrets', () => {
  let flow: Flow
  beforeAll(async () => {
    flow = await live(freshFolder(), planted.secretKey)
  })

  it('appear nowhere: answers, errors, logs, streams, metrics, pages, exports, database files', () => {
    expect(leaks(flow)).toEqual([])
    const places = flow.found.map(({ where }) => where)
    for (const place of [
      'log',
      'request stream',
      'sandbox.db while running',
      'sandbox.db-wal while running',
    ]) {
      expect(places).toContain(place)
    }
    const stream = flow.found.find(({ where }) => where === 'request stream')
    expect(stream?.text).toContain('/api/v1/client/payments')
  })

  it('appear where they must: once at their creation, in its replay, and at a rotation', () => {
    expect(flow.shown.map(({ text, secret }) => text.includes(secret))).toEqual([true, true, true, true])
  })

  it('are replaced in the request log, not only left out', () => {
    const requests = flow.found.find(({ where }) => where.startsWith('GET /sandbox/requests '))
    expect(requests?.text).toContain('"x-api-key":"[redacted]"')
    expect(requests?.text).toContain(String.raw`\"secret\":\"[redacted]\"`)
  })

  it('API keys are hashed whatever is set; webhook secrets are readable in the file without SVC_SECRET_KEY', async () => {
    const found = leaks(await live(freshFolder(), undefined))
    // Proof that the search finds what is there.
    expect(found).toContain('secondSecret in sandbox.db after the end')
    expect(found.filter((leak) => !/^(first|second)Secret in sandbox\.db/.test(leak))).toEqual([])
    const database = flow.found.find(({ where }) => where === 'sandbox.db after the end')
    expect(database?.text).toContain(createHash('sha256').update(planted.apiKey).digest('hex'))
  })

  it('a database password is in no error', async () => {
    const failure = await openStorage({
      database: 'postgres://svc:planted-password@127.0.0.1:1/svc',
    }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    const { message, stack, cause } = failure as Error
    expect(message + stack + String(cause) + JSON.stringify(failure)).not.toContain('planted-password')
  })
})
