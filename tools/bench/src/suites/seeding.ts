import { once } from 'node:events'
import { join } from 'node:path'
import { spawnNode } from '../machine/child.ts'
import { peakMb } from '../machine/memory.ts'
import { builtCli } from '../machine/sandbox-process.ts'
import type { RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'
import { deepPages } from './deep-pages.ts'

/** Bookings a second that are seeded and the memory that it takes; then pages of that property, near and deep. */
export async function seeding(run: Run): Promise<RowResult[]> {
  const [few, many] = run.form === 'quick' ? [1_000, 20_000] : [10_000, 1_000_000]
  const small = join(run.folder, 'few.db')
  const large = join(run.folder, 'many.db')
  await seed(run, small, few)
  const { seconds, peak } = await seed(run, large, many)
  const scale = `${many.toLocaleString('en')} bookings`
  return [
    {
      id: 'seeding',
      title: 'Bookings seeded into an SQLite file',
      unit: '1/s',
      better: 'more',
      // A million in a minute.
      target: { value: 16_667, of: 'figure' },
      note: `${scale}, with their payments.`,
      subjects: [{ name: 'svc-sandbox seed', kind: 'ours', samples: [many / seconds] }],
    },
    {
      id: 'seeding-memory',
      title: 'Resident memory while seeding, at most',
      unit: 'MB',
      better: 'less',
      target: { value: 300, of: 'figure' },
      scale,
      subjects: [
        peak === undefined
          ? { name: scale, kind: 'ours', samples: [], skipped: 'this system does not tell the peak' }
          : { name: scale, kind: 'ours', samples: [peak] },
      ],
    },
    ...(await deepPages(run, { small, large, few, many })),
  ]
}

/** Seconds that seeding a file takes, and the memory at most. */
async function seed(run: Run, database: string, bookings: number) {
  run.say(`seeding ${bookings.toLocaleString('en')} bookings`)
  const words = ['seed', '--database', database, '--bookings', String(bookings), '--seed', 'bench', '--json']
  const from = performance.now()
  const child = spawnNode([builtCli, ...words], { on: run.cores.on('server'), built: true })
  child.stdout.resume()
  let peak: number | undefined
  const looking = setInterval(() => {
    peak = peakMb(child.pid ?? 0) ?? peak
  }, 100)
  const [code] = (await once(child, 'close')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`Seeding ended with ${String(code)}`)
  return { seconds: (performance.now() - from) / 1000, peak }
}
