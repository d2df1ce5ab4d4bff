import { randomUUID } from 'node:crypto'
import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import fastify from 'fastify'
import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import { type Ask, throughput } from '../load.ts'
import { type Group, type Measured, median } from '../report.ts'
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts'

/** The sandbox as a test double: how long a test waits for it. */
export async function testDouble(): Promise<Group[]> {
  const rows: Measured[] = []
  const timed = async (name: string, runs: number, run: () => Promise<number>) => {
    const times: number[] = []
    for (let i = 0; i < runs; i++) times.push(await run())
    rows.push({ name, value: median(times) })
  }
  const took = async (run: () => Promise<unknown>) => {
    const from = performance.now()
    await run()
    return performance.now() - from
  }

  await timed('fastify, bare: start', 9, async () => {
    const app = fastify()
    const time = await took(() => app.listen({ host: '127.0.0.1', port: 0 }))
    await app.close()
    return time
  })
  for (const seed of ['empty', 'hostel'] as const) {
    await timed(`startSandbox, seed ${seed}`, 9, async () => {
      const from = performance.now()
      await using sandbox = await startSandbox({ seed })
      return sandbox.url === '' ? Number.NaN : performance.now() - from
    })
  }

  await using sandbox = await startSandbox({ seed: 'hostel', clock: 'manual', rateLimit: 'off' })
  await timed('reset', 9, () => took(() => sandbox.control.reset()))
  const snapshot = await sandbox.control.snapshot()
  await timed('restore a snapshot', 9, () => took(() => snapshot.restore()))

  await using inbox = await openInbox({ respond: 500 })
  await post(sandbox, '/webhooks', { url: inbox.url, events: ['payment.created'] })
  await timed('the whole retry ladder, 2 h 36 min', 5, async () => {
    await post(sandbox, '/payments', { amount: '1', paymentMethod: 'Cash', type: 'income' })
    return took(() => sandbox.control.clock.advance(9_360))
  })
  return [{ title: 'in process', unit: 'ms', rows }]
}

/** Requests a second, beside bare Fastify, on each database and on two nodes. */
export async function serving(): Promise<Group[]> {
  await using databases = await openDatabases()
  const gets: Measured[] = []
  const posts: Measured[] = []

  const measure = async (name: string, urls: string[], apiKey: string, bookingId: string) => {
    gets.push({ name, value: await throughput(urls, getBooking(apiKey, bookingId)) })
    posts.push({ name, value: await throughput(urls, createPayment(apiKey)) })
  }
  const sandbox = async (name: string, ...nodes: Record<string, string>[]) => {
    await using stack = new AsyncDisposableStack()
    const started: SandboxProcess[] = []
    for (const env of nodes) started.push(stack.use(await startSandboxProcess(env)))
    const [first] = started
    if (!first) throw new Error('no node')
    const { results } = await first.control.bookings.list({ limit: 1 })
    await measure(
      name,
      started.map(({ url }) => url),
      first.apiKey,
      results[0]?.id ?? '',
    )
  }

  {
    await using bare = await startChild(['src/servers/bare.ts'])
    await measure('fastify, bare', [bare.line], 'none', randomUUID())
  }
  await sandbox('memory', { SVC_DATABASE: ':memory:' })
  await sandbox('SQLite file', { SVC_DATABASE: databases.file('serving') })
  const postgres = {
    SVC_DATABASE: databases.postgres,
    SVC_API_KEY: 'svc_bench',
    SVC_ADMIN_TOKEN: 'bench-admin-token',
  }
  await sandbox('PostgreSQL, one node', postgres)
  await sandbox('PostgreSQL, two nodes', postgres, postgres)

  const note =
    'Load, nodes and PostgreSQL share the cores of this machine; a second node needs cores of its own.'
  return [
    { title: 'get a booking', unit: 'req/s', rows: gets },
    { title: 'record a payment, durably', unit: 'req/s', rows: posts, note },
  ]
}

/** Deliveries a second, and what a hung receiver costs the others. */
export async function delivering(): Promise<Group[]> {
  await using databases = await openDatabases()
  const rates: Measured[] = []
  for (const [name, database] of [
    ['memory', ':memory:'],
    ['SQLite file', databases.file('delivering')],
    ['PostgreSQL, one node', databases.postgres],
  ] as const) {
    await using receiver = await startChild(['src/servers/bare.ts'])
    await using sandbox = await startSandboxProcess({ SVC_DATABASE: database })
    for (let i = 0; i < 10; i++) {
      await post(sandbox, '/webhooks', { url: `${receiver.line}/webhooks`, events: ['payment.created'] })
    }
    const from = performance.now()
    const payments = 300
    for (let i = 0; i < payments; i++) await post(sandbox, '/payments', payment)
    await delivered(sandbox, payments * 10)
    rates.push({ name, value: (payments * 10) / ((performance.now() - from) / 1000) })
  }

  await using sandbox = await startSandbox({ rateLimit: 'off' })
  await using inbox = await openInbox()
  await post(sandbox, '/webhooks', { url: inbox.url, events: ['payment.created'] })
  const latency = async () => {
    const times: number[] = []
    for (let i = 0; i < 100; i++) {
      const from = performance.now()
      await post(sandbox, '/payments', payment)
      await inbox.next('payment.created')
      times.push(performance.now() - from)
    }
    return median(times)
  }
  const alone = await latency()
  await using hung = await openInbox({ respond: 'hang' })
  await post(sandbox, '/webhooks', { url: hung.url, events: ['payment.created'] })
  const beside = await latency()
  return [
    { title: 'deliveries to ten endpoints', unit: '1/s', rows: rates },
    {
      title: 'from request to delivery',
      unit: 'ms',
      rows: [
        { name: 'alone', value: alone },
        { name: 'beside a hung receiver', value: beside },
      ],
    },
  ]
}

const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

async function delivered(sandbox: SandboxProcess, count: number): Promise<void> {
  for (;;) {
    const page = await sandbox.control.deliveries.list({ status: 'delivered', limit: 1 })
    if (page.total_count >= count) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function post(server: { url: string; apiKey: string }, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/v1/client${path}`, {
    method: 'POST',
    headers: headers(server.apiKey),
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
  await answer.body?.cancel()
}

const headers = (apiKey: string) => ({
  'x-api-key': apiKey,
  'content-type': 'application/json',
  'idempotency-key': randomUUID(),
})
const getBooking = (apiKey: string, id: string): Ask => ({
  method: 'GET',
  path: `/api/v1/client/bookings/${id}`,
  headers: () => ({ 'x-api-key': apiKey }),
})
const createPayment = (apiKey: string): Ask => ({
  method: 'POST',
  path: '/api/v1/client/payments',
  headers: () => headers(apiKey),
  body: JSON.stringify(payment),
})
