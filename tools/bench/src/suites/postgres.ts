import { runChild } from '../machine/child.ts'
import { openPostgres } from '../machine/databases.ts'
import { get, payment } from '../machine/sandbox-calls.ts'
import { builtCli, type SandboxProcess, startSandboxProcess } from '../machine/sandbox-process.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'
import { divided } from './partitions.ts'

const connections = 32
const credentials = { SVC_API_KEY: 'svc_bench', SVC_ADMIN_TOKEN: 'bench-admin-token' }

/** Payments a second on PostgreSQL beside the rows by hand, and a list of payments right after a bulk load. */
export async function postgres(run: Run): Promise<RowResult[]> {
  await using databases = await openPostgres()
  return [
    await recording(run, await databases.fresh(), await databases.fresh()),
    await listAfterLoad(run, await databases.fresh()),
    ...(await divided(run, databases)),
  ]
}

async function recording(run: Run, byHand: string, database: string): Promise<RowResult> {
  run.say('POST payment on PostgreSQL')
  const on = run.cores.on('server')
  const { seconds } = run
  await using first = await startSandboxProcess(database, { on, env: credentials })
  const hand: Contender = {
    name: 'the rows by hand, one round trip',
    kind: 'hand',
    measure: async () => {
      const script = ['src/servers/hand-postgres.ts', byHand, String(connections), String(seconds)]
      return Number(await runChild(script, { on }))
    },
  }
  const contenders: Contender[] = [hand, { name: 'one node', kind: 'ours', measure: load(run, first) }]
  await using stack = new AsyncDisposableStack()
  if (run.form === 'full') {
    const second = stack.use(await startSandboxProcess(database, { on, env: credentials }))
    const halves = [load(run, first, connections / 2), load(run, second, connections / 2)]
    contenders.push({
      name: 'two nodes on the same core',
      kind: 'ours',
      judged: false,
      measure: async () => {
        const [here, there] = await Promise.all(halves.map((half) => half()))
        return (here ?? 0) + (there ?? 0)
      },
    })
  }
  const subjects = await interleave(contenders, { rounds: run.rounds })
  return {
    id: 'post-payment-postgres',
    title: 'POST payment on PostgreSQL',
    unit: 'req/s',
    better: 'more',
    target: { value: 0.5, of: 'hand' },
    subjects,
    note: `${connections} connections; on disk before the answer. By hand: a record, a payment and an event in one statement, no HTTP.`,
  }
}

function load(
  { load: generator, seconds }: Run,
  { api, apiKey }: SandboxProcess,
  atOnce = connections,
): () => Promise<number> {
  const ask = { url: `${api}/payments`, headers: { 'X-API-Key': apiKey }, body: JSON.stringify(payment) }
  return () => generator.run(ask, { connections: atOnce, seconds })
}

async function listAfterLoad(run: Run, database: string): Promise<RowResult> {
  const bookings = run.form === 'quick' ? 10_000 : 200_000
  run.say(`${bookings.toLocaleString('en')} bookings into PostgreSQL`)
  await using sandbox = await startSandboxProcess(database, {
    on: run.cores.on('server'),
    env: { ...credentials, SVC_SEED: 'empty' },
  })
  const output = await runChild(
    [builtCli, 'seed', '--database', database, '--bookings', String(bookings), '--seed', 'bench', '--json'],
    { built: true, on: run.cores.on('server'), env: credentials },
  )
  const { payments } = JSON.parse(output) as { payments: number }
  const samples: number[] = []
  for (let round = 0; round < 3; round++) {
    const from = performance.now()
    await get(sandbox, '/payments')
    samples.push((performance.now() - from) / 1000)
  }
  const scale = `${payments.toLocaleString('en')} payments`
  return {
    id: 'payments-after-load',
    title: 'GET payments on PostgreSQL right after a bulk load',
    unit: 's',
    better: 'less',
    target: { value: 2, of: 'figure' },
    scale,
    subjects: [{ name: scale, kind: 'ours', samples }],
    note: 'All of them in one answer, three times in a row, without anybody running analyze.',
  }
}
