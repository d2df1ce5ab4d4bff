import { join } from 'node:path'
import { runChild, startChild } from '../machine/child.ts'
import { residentMb } from '../machine/memory.ts'
import { startSandboxProcess } from '../machine/sandbox-process.ts'
import { interleave } from '../results/interleave.ts'
import type { RowResult, Subject } from '../results/row.ts'
import type { Run } from '../run.ts'

/** Start to ready of the built service on a fresh file with the hostel, and the memory that it then idles in. */
export async function starting(run: Run): Promise<RowResult[]> {
  run.say('start to ready')
  const on = run.cores.on('server')
  const idle: Subject = { name: 'svc-sandbox', kind: 'ours', samples: [] }
  let files = 0
  const subjects = await interleave(
    [
      {
        name: 'node -e 0',
        kind: 'bare',
        measure: () => timed(() => runChild(['-e', '0'], { on, built: true })),
      },
      {
        name: 'svc-sandbox',
        kind: 'ours',
        measure: async () => {
          const from = performance.now()
          await using sandbox = await startSandboxProcess(join(run.folder, `start-${++files}.db`), { on })
          const took = performance.now() - from
          // What the start alone needed has been given back by then.
          await new Promise((resolve) => setTimeout(resolve, 2000))
          idle.samples.push(residentMb(sandbox.pid))
          return took
        },
      },
    ],
    { rounds: run.rounds },
  )
  const script = 'console.log(1); setInterval(() => {}, 1000)'
  await using bare = await startChild(['-e', script], { on, built: true })
  const bareMemory: Subject = { name: 'node -e', kind: 'bare', samples: [residentMb(bare.pid)] }
  return [
    {
      id: 'start',
      title: 'Start to ready, built, fresh file with the hostel',
      unit: 'ms',
      better: 'less',
      target: { value: 300, of: 'figure' },
      subjects,
    },
    {
      id: 'idle-memory',
      title: 'Resident memory, idle',
      unit: 'MB',
      better: 'less',
      target: { value: 90, of: 'figure' },
      subjects: [bareMemory, idle],
      note: 'Two seconds after it is ready.',
    },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
