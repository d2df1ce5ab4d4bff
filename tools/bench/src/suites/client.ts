import { request as octokitRequest } from '@octokit/request'
import { SvcClient } from '@svc/client'
import ky from 'ky'
import { OpenAI } from 'openai'
import { Stripe } from 'stripe'
import { Agent, request } from 'undici'
import { bundleSize } from '../cost/bundle-size.ts'
import { importTime } from '../cost/import-time.ts'
import { perSecond } from '../cost/per-second.ts'
import { startChild } from '../machine/child.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { RowResult, Subject } from '../results/row.ts'
import type { Run } from '../run.ts'

/** A client that is compared. */
interface Caller extends Pick<Contender, 'name' | 'kind'> {
  call: () => Promise<unknown>
  /** What a program imports. */
  module: string
  /** How a program imports it. */
  code: string
}

/** What the client costs beside bare undici and public API clients that talk to the same server. */
export async function client(run: Run): Promise<RowResult[]> {
  run.say('client calls')
  const on = run.cores.on('server')
  await using server = await startChild(['src/servers/static.ts'], { on })
  const port = Number(server.line)
  const baseUrl = `http://127.0.0.1:${port}`

  const dispatcher = new Agent()
  await using svc = new SvcClient({ baseUrl, apiKey: 'bench' })
  const stripe = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  const openai = new OpenAI({ apiKey: 'bench', baseURL: baseUrl })
  const path = '/api/v1/client/bookings?limit=10'
  const callers: Caller[] = [
    {
      name: 'undici, bare',
      kind: 'bare',
      call: async () => (await request(baseUrl + path, { dispatcher })).body.json(),
      module: 'undici',
      code: `export { request } from 'undici'`,
    },
    {
      name: '@svc/client',
      kind: 'ours',
      call: () => svc.bookings.list({ limit: 10 }),
      module: '@svc/client',
      code: `export { SvcClient } from '@svc/client'`,
    },
    {
      name: '@octokit/request',
      kind: 'peer',
      call: () => octokitRequest(`GET ${path}`, { baseUrl }),
      module: '@octokit/request',
      code: `export { request } from '@octokit/request'`,
    },
    {
      name: 'ky',
      kind: 'peer',
      call: () => ky.get(baseUrl + path).json(),
      module: 'ky',
      code: `export { default } from 'ky'`,
    },
    {
      name: 'stripe',
      kind: 'peer',
      call: () => stripe.customers.list(),
      module: 'stripe',
      code: `export { Stripe } from 'stripe'`,
    },
    {
      name: 'openai',
      kind: 'peer',
      call: () => openai.get(path),
      module: 'openai',
      code: `export { OpenAI } from 'openai'`,
    },
  ]
  // Short and many: what else the machine does hits all of them alike.
  const milliseconds = run.form === 'quick' ? 50 : 100
  const calls = run.form === 'quick' ? 1_000 : 10_000
  const contenders = (measure: (caller: Caller) => () => Promise<number>) =>
    callers.map((caller): Contender => ({ ...caller, measure: measure(caller) }))

  const oneByOne = await interleave(
    contenders(
      ({ call }) =>
        () =>
          perSecond(call, milliseconds),
    ),
    { rounds: run.rounds * (run.form === 'quick' ? 4 : 20) },
  )
  const many = await interleave(
    contenders(
      ({ call }) =>
        async () =>
          16 * (await perSecond(() => Promise.all(Array.from({ length: 16 }, call)), milliseconds)),
    ),
    { rounds: run.rounds * (run.form === 'quick' ? 2 : 10) },
  )
  run.say(run.form === 'full' ? 'client: memory, import, bundle' : 'client: memory')
  const rows: RowResult[] = [
    {
      id: 'client-call',
      title: 'Client call, keep-alive, validated',
      unit: 'calls/s',
      better: 'more',
      target: { value: 0.85, of: 'bare' },
      subjects: oneByOne,
      note: 'Ten bookings a page, one call after another. @svc/client alone validates the answer.',
    },
    {
      id: 'client-calls-at-once',
      title: 'Client calls, sixteen at once',
      unit: 'calls/s',
      better: 'more',
      subjects: many,
    },
    {
      id: 'client-heap',
      title: 'Heap kept after many calls',
      unit: 'KB',
      better: 'less',
      scale: String(calls),
      subjects: await heapKept(callers, calls),
      note: `${calls} calls, after a collection, against before; negative: less than before. Far above 0 would be a leak.`,
    },
  ]
  // Budgets count the files and the bytes that these come from, so the quick form leaves them out.
  if (run.form === 'full') {
    rows.push(
      {
        id: 'client-import',
        title: 'Import of the client in a fresh process',
        unit: 'ms',
        better: 'less',
        subjects: await interleave(
          contenders(
            ({ module }) =>
              () =>
                importTime(module, on),
          ),
          { rounds: run.rounds },
        ),
      },
      {
        id: 'client-bundle',
        title: 'Client bundled and minified',
        unit: 'KB',
        better: 'less',
        subjects: await interleave(
          contenders(
            ({ code }) =>
              () =>
                bundleSize(code),
          ),
          { rounds: 1, warmUp: 0 },
        ),
        note: '@svc/client includes undici, zod/mini and the contract.',
      },
    )
  }
  await dispatcher.close()
  return rows
}

async function heapKept(callers: Caller[], calls: number): Promise<Subject[]> {
  const gc = globalThis.gc
  if (!gc) throw new Error('Run with --expose-gc, as `npm run bench` does.')
  const subjects: Subject[] = []
  for (const { name, kind, call } of callers) {
    for (let i = 0; i < calls / 20; i++) await call()
    gc()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < calls; i++) await call()
    gc()
    subjects.push({ name, kind, samples: [(process.memoryUsage().heapUsed - before) / 1024] })
  }
  return subjects
}
