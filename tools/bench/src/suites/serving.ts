import { randomUUID } from 'node:crypto'
import { startChild } from '../child.ts'
import { openDatabases } from '../databases.ts'
import { throughput } from '../load.ts'
import type { Group, Measured } from '../report.ts'
import { createPayment, getBooking } from '../sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../sandbox-process.ts'

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
  const postgres = { SVC_DATABASE: databases.postgres, SVC_API_KEY: 'svc_bench' }
  await sandbox('PostgreSQL, one node', postgres)
  await sandbox('PostgreSQL, two nodes', postgres, postgres)

  const note =
    'Load, nodes and PostgreSQL share the cores of this machine; a second node needs cores of its own.'
  return [
    { title: 'get a booking', unit: 'req/s', rows: gets, note },
    { title: 'record a payment, durably', unit: 'req/s', rows: posts, note },
    await sharedCommits(databases.file('commits')),
  ]
}

/** What sharing a commit is worth: with `synchronous=FULL` each waits for the disk. */
async function sharedCommits(file: string): Promise<Group> {
  await using sandbox = await startSandboxProcess({ SVC_DATABASE: file })
  const rows: Measured[] = []
  for (const connections of [1, 8, 64]) {
    const value = await throughput([sandbox.url], createPayment(sandbox.apiKey), { connections })
    rows.push({ name: `${connections} at once`, value })
  }
  return { title: 'record a payment in an SQLite file', unit: 'req/s', rows }
}
