import { join } from 'node:path'
import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import { runChild, startChild } from '../machine/child.ts'
import { type Certificate, makeCertificate } from '../machine/certificate.ts'
import { openPostgres } from '../machine/databases.ts'
import { payment, post } from '../machine/sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../machine/sandbox-process.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { RowResult, Subject } from '../results/row.ts'
import { median } from '../results/statistics.ts'
import type { Run } from '../run.ts'

const endpoints = 10
/**
 * Rounds before those that count. After one, and after three, the figures still rose from sample to sample, as V8 compiles
 * what is used often.
 */
const warmUpRounds = { full: 6, quick: 1 }

/** Deliveries a second beside bare POSTs, and what a hung receiver costs the others. */
export async function delivering(run: Run): Promise<RowResult[]> {
  await using stack = new AsyncDisposableStack()
  const on = run.cores.on('server')
  const payments = run.form === 'quick' ? 100 : 1_000
  const bareReceiver = stack.use(await startChild(['src/servers/receiver.ts']))
  const postgres = stack.use(await openPostgres())
  const posts = String(payments * endpoints)

  const ours = async (
    name: string,
    database: string,
    { env = {}, tls }: { env?: Record<string, string>; tls?: Certificate } = {},
  ) => {
    const sandbox = stack.use(await startSandboxProcess(database, { on, env: { ...env, ...tls?.env } }))
    const receiver = stack.use(await startChild(['src/servers/receiver.ts', ...(tls ? [tls.folder] : [])]))
    const [target = '', counter = target] = receiver.line.split(' ')
    for (let i = 0; i < endpoints; i++) {
      await post(sandbox, '/webhooks', { url: `${target}/${i}`, events: ['payment.created'] })
    }
    const measure = () => deliveryRate(sandbox, counter, payments)
    return { name, kind: 'ours', measure } satisfies Contender
  }
  const credentials = { SVC_API_KEY: 'svc_bench', SVC_ADMIN_TOKEN: 'bench-admin-token' }

  run.say('deliveries')
  const subjects = await interleave(
    [
      {
        name: 'bare undici POSTs',
        kind: 'bare',
        measure: async () =>
          Number(await runChild(['src/servers/bare-posts.ts', bareReceiver.line, posts], { on })),
      },
      await ours('svc-sandbox, SQLite file', join(run.folder, 'delivering.db')),
      await ours('svc-sandbox, memory', ':memory:'),
      await ours('svc-sandbox, PostgreSQL', await postgres.fresh(), { env: credentials }),
    ],
    { rounds: run.rounds, warmUp: warmUpRounds[run.form] },
  )
  const [bare, file, memory, onPostgres] = subjects as [Subject, Subject, Subject, Subject]

  run.say('deliveries by TLS')
  const tls = await makeCertificate(join(run.folder, 'tls'))
  const secured = tls && [
    {
      name: 'bare undici POSTs by TLS',
      kind: 'bare',
      measure: await barePosts(tls),
    } satisfies Contender,
    await ours('svc-sandbox, SQLite file', join(run.folder, 'delivering-tls.db'), { tls }),
  ]
  async function barePosts({ folder, env }: Certificate) {
    const receiver = stack.use(await startChild(['src/servers/receiver.ts', folder]))
    const [target = ''] = receiver.line.split(' ')
    return async () => Number(await runChild(['src/servers/bare-posts.ts', target, posts], { on, env }))
  }
  const note = `${payments} payments to ${endpoints} endpoints a sample, recording included; each attempt signed, its result committed.`
  const row = { unit: '1/s', better: 'more' } as const
  return [
    {
      ...row,
      id: 'deliveries',
      title: 'Deliveries, signed and written down, ten endpoints',
      target: { value: 0.35, of: 'bare' },
      subjects: [bare, file, memory],
      note,
    },
    {
      ...row,
      id: 'deliveries-tls',
      title: 'Deliveries by TLS, ten endpoints',
      target: { value: 0.35, of: 'bare' },
      subjects: secured
        ? await interleave(secured, { rounds: run.rounds, warmUp: warmUpRounds[run.form] })
        : [
            {
              name: 'svc-sandbox, SQLite file',
              kind: 'ours',
              samples: [],
              skipped: 'openssl is not on the PATH',
            },
          ],
      note,
    },
    {
      ...row,
      id: 'deliveries-postgres',
      title: 'Deliveries on PostgreSQL, ten endpoints',
      target: { value: 0.2, of: 'bare' },
      subjects: [bare, onPostgres],
      note: `${note} The receiver shares its core with PostgreSQL where there are two.`,
    },
    await addedLatency(run),
  ]
}

/** Deliveries a second from the first payment to the last delivery that is written down. */
async function deliveryRate(sandbox: SandboxProcess, receiver: string, payments: number): Promise<number> {
  const [arrivedBefore, writtenBefore] = await Promise.all([arrived(receiver), written(sandbox)])
  const count = payments * endpoints
  const from = performance.now()
  let begun = 0
  const recording = Array.from({ length: 8 }, async () => {
    while (begun < payments) {
      begun += 1
      await post(sandbox, '/payments', payment)
    }
  })
  await Promise.all(recording)
  // The receiver is asked first: its core is not the one that is measured.
  await until(async () => (await arrived(receiver)) >= arrivedBefore + count)
  await until(async () => (await written(sandbox)) >= writtenBefore + count)
  return count / ((performance.now() - from) / 1000)
}

async function arrived(receiver: string): Promise<number> {
  return Number(await (await fetch(receiver)).text())
}

/** By the node's own count: to count the history by status reads all of it, 60 ms of 60,000 deliveries. */
async function written({ api }: SandboxProcess): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', api))).text()
  return Number(/^svc_deliveries_settled_total\{[^}]*"delivered"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

async function until(reached: () => Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await reached())) {
    if (performance.now() - from > 120_000) throw new Error('Deliveries were still missing after two minutes')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Milliseconds from a request to the delivery that it causes, alone and while another receiver answers nothing. */
async function addedLatency(run: Run): Promise<RowResult> {
  run.say('from request to delivery')
  await using sandbox = await startSandbox({ rateLimit: 'off' })
  const door = { api: `${sandbox.url}/api/v1/client`, apiKey: sandbox.apiKey }
  await using inbox = await openInbox()
  await post(door, '/webhooks', { url: inbox.url, events: ['payment.created'] })
  const latency = async () => {
    const times: number[] = []
    for (let i = 0; i < 30; i++) {
      const from = performance.now()
      await post(door, '/payments', payment)
      await inbox.next('payment.created')
      times.push(performance.now() - from)
    }
    return median(times)
  }
  const sample = async () => {
    const samples: number[] = []
    for (let round = 0; round < run.rounds; round++) samples.push(await latency())
    return samples
  }
  const alone: Subject = { name: 'alone', kind: 'bare', samples: await sample() }
  await using hung = await openInbox({ respond: 'hang' })
  await post(door, '/webhooks', { url: hung.url, events: ['payment.created'] })
  const beside: Subject = { name: 'beside a hung receiver', kind: 'ours', samples: await sample() }
  return {
    id: 'request-to-delivery',
    title: 'From request to delivery, in process',
    unit: 'ms',
    better: 'less',
    subjects: [alone, beside],
  }
}
