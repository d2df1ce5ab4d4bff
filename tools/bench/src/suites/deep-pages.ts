import { Pool } from 'undici'
import { get } from '../machine/sandbox-calls.ts'
import { type SandboxProcess, startSandboxProcess } from '../machine/sandbox-process.ts'
import type { RowResult, Subject } from '../results/row.ts'
import { quantile } from '../results/statistics.ts'
import type { Run } from '../run.ts'

interface Files {
  /** Path of the database with few bookings. */
  small: string
  /** Path of the one with many. */
  large: string
  few: number
  many: number
}

/** A property to page through. */
interface Property {
  sandbox: SandboxProcess
  pool: Pool
  /** A booking to change. */
  booking: string
  /** A guest who has a booking. */
  guest: string
  /** A night in the middle of the listing. */
  night: string
}

const filters: { name: string; query: (property: Property) => string }[] = [
  { name: 'no filter', query: () => '' },
  { name: 'status', query: () => '&status=confirmed' },
  { name: 'guest', query: ({ guest }) => `&guest_id=${guest}` },
  { name: 'one night', query: ({ night }) => `&start_date=${night}&end_date=${night}` },
  { name: 'from a night on', query: ({ night }) => `&start_date=${night}` },
  { name: 'status until a night', query: ({ night }) => `&status=confirmed&end_date=${night}` },
]

/** p99 of the first page and of one nine tenths down, under each filter, beside the same of a small property. */
export async function deepPages(run: Run, { small, large, few, many }: Files): Promise<RowResult[]> {
  await using stack = new AsyncDisposableStack()
  const properties = [await open(run, small, stack), await open(run, large, stack)] as const
  const rows: RowResult[] = []
  for (const filter of filters) {
    for (const depth of ['first', 'deep'] as const) {
      run.say(`${depth} page, ${filter.name}`)
      const [below, above] = await measure(run, properties, filter.query, depth)
      rows.push({
        id: `pages-${filter.name.replaceAll(' ', '-')}-${depth}`,
        title: `GET bookings, ${filter.name}, ${depth === 'first' ? 'page 1' : 'nine tenths down'}, p99`,
        unit: 'ms',
        better: 'less',
        target: { value: 2, of: 'bare' },
        scale: many.toLocaleString('en'),
        subjects: [
          { name: `of ${few.toLocaleString('en')}`, kind: 'bare', samples: below },
          { name: `of ${many.toLocaleString('en')}`, kind: 'ours', samples: above },
        ] satisfies Subject[],
      })
    }
  }
  return rows
}

async function open(run: Run, database: string, stack: AsyncDisposableStack): Promise<Property> {
  const env = { SVC_SEED: 'empty' }
  const sandbox = stack.use(await startSandboxProcess(database, { on: run.cores.on('server'), env }))
  const pool = new Pool(new URL(sandbox.api).origin, { connections: 1, pipelining: 1 })
  stack.defer(() => pool.close())
  const page = JSON.parse(await get(sandbox, '/bookings?limit=10')) as {
    results: { id: string; guest: { id: string }; stay_dates: { date: string }[] }[]
  }
  const [booking] = page.results
  if (!booking) throw new Error(`${database} holds no bookings`)
  return {
    sandbox,
    pool,
    booking: booking.id,
    guest: booking.guest.id,
    night: booking.stay_dates[0]?.date ?? '',
  }
}

/** p99 of each round, request by request in turn. */
async function measure(
  run: Run,
  properties: readonly [Property, Property],
  query: (property: Property) => string,
  depth: 'first' | 'deep',
): Promise<[number[], number[]]> {
  // The 99th of a hundred is one request, and says what the collector did.
  const requests = run.form === 'quick' ? 10 : 400
  const samples: [number[], number[]] = [[], []]
  const paths = await Promise.all(
    properties.map(async (property) => {
      const path = `/bookings?limit=10${query(property)}`
      if (depth === 'first') return path
      const { total_pages } = JSON.parse(await get(property.sandbox, path)) as { total_pages: number }
      return `${path}&page=${Math.max(1, Math.floor(total_pages * 0.9))}`
    }),
  )
  for (let round = 0; round < run.rounds; round++) {
    const times: [number[], number[]] = [[], []]
    for (let i = 0; i < requests; i++) {
      for (const at of [0, 1] as const) {
        const { sandbox, pool, booking } = properties[at]
        // A read that is repeated while no booking changes would be answered from memory.
        await sandbox.control.bookings.update(booking, { description: `Request ${i}` })
        const from = performance.now()
        const { statusCode, body } = await pool.request({
          method: 'GET',
          path: new URL(sandbox.api).pathname + (paths[at] ?? ''),
          headers: { 'x-api-key': sandbox.apiKey },
        })
        await body.dump()
        if (statusCode !== 200) throw new Error(`${paths[at]} was answered ${statusCode}`)
        times[at].push(performance.now() - from)
      }
    }
    samples[0].push(quantile(times[0], 0.99))
    samples[1].push(quantile(times[1], 0.99))
  }
  return samples
}
