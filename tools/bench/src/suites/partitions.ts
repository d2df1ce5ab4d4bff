import { cpuMs } from '../machine/cpu.ts'
import type { Postgres } from '../machine/databases.ts'
import { payment } from '../machine/sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../machine/sandbox-process.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'

const partitions = 16
const connections = 32
const credentials = { SVC_API_KEY: 'svc_bench', SVC_ADMIN_TOKEN: 'bench-admin-token' }

/** A node on a database of its own, and what its requests have cost so far. */
interface Layout {
  name: string
  kind: Contender['kind']
  sandbox: SandboxProcess
  /** Processor time of node and PostgreSQL for each request of a sample, in microseconds. */
  cpu: number[]
}

/** Tables divided by property beside whole ones: writes and reads, wall clock and processor time of the same samples. */
export async function divided(run: Run, databases: Postgres): Promise<RowResult[]> {
  await using stack = new AsyncDisposableStack()
  const open = async (name: string, kind: Layout['kind'], env: Record<string, string>): Promise<Layout> => {
    const database = await databases.fresh()
    const options = { on: run.cores.on('server'), env: { ...credentials, ...env } }
    return { name, kind, sandbox: stack.use(await startSandboxProcess(database, options)), cpu: [] }
  }
  const layouts = [
    await open('whole tables', 'bare', {}),
    await open(`${partitions} partitions`, 'ours', { SVC_PARTITIONS: String(partitions) }),
  ]
  const rows: RowResult[] = []
  for (const [what, path, body] of [
    ['POST payment', '/payments', JSON.stringify(payment)],
    ['GET ten bookings', '/bookings?limit=10', undefined],
  ] as const) {
    run.say(`${what}, whole tables and ${partitions} partitions`)
    for (const layout of layouts) layout.cpu = []
    const subjects = await interleave(
      layouts.map((layout) => ({ ...layout, measure: () => measure(run, layout, path, body) })),
      { rounds: run.rounds },
    )
    const id = `partitions-${what.toLowerCase().replaceAll(' ', '-')}`
    rows.push(
      {
        id,
        title: `${what} on ${partitions} partitions by property`,
        unit: 'req/s',
        better: 'more',
        target: { value: 0.9, of: 'bare' },
        subjects,
      },
      {
        id: `${id}-cpu`,
        title: `${what} on ${partitions} partitions, processor time of node and PostgreSQL`,
        unit: 'µs',
        better: 'less',
        target: { value: 1 / 0.9, of: 'bare' },
        // The first is of the round that warms up.
        subjects: layouts.map(({ name, kind, cpu }) => ({ name, kind, samples: cpu.slice(1) })),
        note: 'For each request, of the same samples.',
      },
    )
  }
  return rows
}

async function measure(run: Run, { sandbox, cpu }: Layout, path: string, body: string | undefined) {
  const { api, apiKey, pid, database } = sandbox
  const used = () => cpuMs((each, line) => each === pid || line.includes(` ${database} `))
  const before = used()
  const headers = { 'X-API-Key': apiKey }
  const rate = await run.load.run({ url: api + path, headers, body }, { connections, seconds: run.seconds })
  const after = used()
  if (before !== undefined && after !== undefined) {
    cpu.push(((after - before) * 1000) / (rate * run.seconds))
  }
  return rate
}
