import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLoad } from '../load/load.ts'
import { divideCores } from '../machine/cores.ts'
import { currentCommit, currentLoad, describeMachine } from '../machine/machine.ts'
import type { RunResult } from '../results/row.ts'
import { terminalTable } from '../results/table.ts'
import type { Form } from '../results/form.ts'
import type { Run, Suite } from '../run.ts'
import type { SuiteName } from './arguments.ts'

// Loaded when they run: a person who asks for one suite does not wait for the libraries of the others.
const suites: Record<SuiteName, () => Promise<Suite>> = {
  serving: async () => (await import('../suites/serving.ts')).serving,
  delivering: async () => (await import('../suites/delivering.ts')).delivering,
  postgres: async () => (await import('../suites/postgres.ts')).postgres,
  starting: async () => (await import('../suites/starting.ts')).starting,
  seeding: async () => (await import('../suites/seeding.ts')).seeding,
  client: async () => (await import('../suites/client.ts')).client,
  signing: async () => (await import('../suites/signing.ts')).signing,
  models: async () => (await import('../suites/models.ts')).models,
  testDouble: async () => (await import('../suites/test-double.ts')).testDouble,
}

/** Runs suites one after another and prints each row as soon as it is there. */
export async function measure(form: Form, names: readonly SuiteName[]): Promise<RunResult> {
  const recordedAt = new Date().toISOString()
  const cores = divideCores()
  const load = createLoad(cores.on('load'))
  const machine = describeMachine(cores.text, load.name)
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  const run: Run = {
    form: form === 'quick' ? 'quick' : 'full',
    rounds: { quick: 2, short: 3, full: 5 }[form],
    seconds: form === 'full' ? 3 : 1,
    cores,
    load,
    folder,
    say: (text) => console.error(`… ${text}`),
  }
  console.log(`Cores: ${cores.text}. Load: ${load.name}.\n`)
  const result: RunResult = { version: 1, form, recordedAt, commit: currentCommit(), machine, rows: [] }
  try {
    for (const name of names) {
      const suite = await suites[name]()
      const rows = await suite(run)
      for (const row of rows) console.log(`${terminalTable(row)}\n`)
      result.rows.push(...rows)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  machine.loadAfter = currentLoad()
  return result
}
