import { Bench } from 'tinybench'
import type { Group } from './report.ts'

/** Measures functions against each other; the first one is the baseline. Figures are operations a second. */
export async function operations(
  title: string,
  subjects: Record<string, () => unknown>,
  note?: string,
): Promise<Group> {
  const bench = new Bench({ time: 400, warmupTime: 100 })
  for (const [name, run] of Object.entries(subjects)) bench.add(name, run)
  await bench.run()
  const rows = bench.tasks.map((task) => {
    const { result } = task
    if (!('latency' in result)) throw new Error(`${task.name} was not measured: ${JSON.stringify(result)}`)
    return { name: task.name, value: 1000 / result.latency.p50 }
  })
  return { title, unit: 'ops/s', rows, ...(note !== undefined && { note }) }
}
