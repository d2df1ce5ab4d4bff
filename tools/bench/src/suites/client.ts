import { request as octokitRequest } from '@octokit/request'
import { SvcClient } from '@svc/client'
import { Stripe } from 'stripe'
import { Agent, request } from 'undici'
import { bundleSize } from '../bundle-size.ts'
import { startChild } from '../child.ts'
import { importTime } from '../import-time.ts'
import { operations } from '../operations.ts'
import type { Group, Measured } from '../report.ts'

/** What the client costs beside bare undici and two public API clients that talk to the same server. */
export async function client(): Promise<Group[]> {
  await using server = await startChild(['src/servers/static.ts'])
  const port = Number(server.line)
  const baseUrl = `http://127.0.0.1:${port}`

  const dispatcher = new Agent()
  await using svc = new SvcClient({ baseUrl, apiKey: 'bench' })
  const stripe = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  const calls: Record<string, () => Promise<unknown>> = {
    'undici, bare': async () => (await request(`${baseUrl}/bookings`, { dispatcher })).body.json(),
    '@svc/client': () => svc.bookings.list({ limit: 10 }),
    '@octokit/request': () => octokitRequest('GET /bookings', { baseUrl }),
    stripe: () => stripe.customers.list(),
  }

  const groups = [
    await operations(
      'one call, one after another',
      calls,
      'Ten bookings a page. @svc/client alone validates the answer.',
    ),
    {
      title: 'memory kept after 10,000 calls',
      unit: 'KB',
      rows: await memory(calls),
      absolute: true,
      note: 'Heap after a collection, against before; negative: less than before. Far above 0 would be a leak.',
    },
    {
      title: 'import, in a process of its own',
      unit: 'ms',
      rows: importTime(['undici', '@svc/client', '@octokit/request', 'stripe']),
    },
    {
      title: 'bundle, minified',
      unit: 'KB',
      rows: await bundleSize({
        'undici request': `export { request } from 'undici'`,
        '@svc/client': `export { SvcClient } from '@svc/client'`,
        '@octokit/request': `export { request } from '@octokit/request'`,
        stripe: `export { Stripe } from 'stripe'`,
      }),
      note: '@svc/client includes undici, zod/mini and the contract.',
    },
  ]
  await dispatcher.close()
  return groups
}

async function memory(calls: Record<string, () => Promise<unknown>>): Promise<Measured[]> {
  const gc = globalThis.gc
  if (!gc) throw new Error('Run with --expose-gc, as `npm run bench` does.')
  const rows: Measured[] = []
  for (const [name, call] of Object.entries(calls)) {
    for (let i = 0; i < 500; i++) await call()
    gc()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 10_000; i++) await call()
    gc()
    rows.push({ name, value: (process.memoryUsage().heapUsed - before) / 1024 })
  }
  return rows
}
