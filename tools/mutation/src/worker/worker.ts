import { appendFileSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { RunnerTask, RunnerTestFile, SerializedConfig, WorkerGlobalState } from 'vitest'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'
import { noneReached, openLab } from './lab.ts'
import type { Finding, Job, Judged, Plan, TestRun } from './plan.ts'
import { startWatchdog } from './watchdog.ts'

/** A process grows with every file that it loads anew: beyond this it makes place for a fresh one. */
const mostMemory = 1_500 * 1_024 * 1_024
const send = process.send?.bind(process)
if (!send) throw new Error('This is the entry of a process that vitest starts')

init({
  post: (message) => void send(message),
  on: (listener) => void process.on('message', listener),
  off: (listener) => void process.off('message', listener),
  setup: setupEnvironment,
  runTests: carryOut,
  collectTests: () => undefined,
})

/** vitest asks for the tests of one file; what is wanted instead is in the plan. */
async function carryOut(state: WorkerGlobalState, traces: Parameters<typeof runBaseTests>[2]): Promise<void> {
  const plan = JSON.parse(readFileSync(String(process.env['SVC_MUTATION_PLAN']), 'utf8')) as Plan
  const lab = openLab()
  const watchdog = startWatchdog(plan.findings)
  const fetched = new Map<string, unknown>()
  let loose: unknown[] = []
  const say = (finding: Finding) => appendFileSync(plan.findings, `${JSON.stringify(finding)}\n`)

  // vitest hears nothing of these runs. It serves the code, which stays the same while this process lives.
  const rpc = new Proxy(state.rpc, {
    get(target, name) {
      if (name === 'fetch')
        return (...parts: Parameters<typeof target.fetch>) => {
          const key = JSON.stringify(parts.slice(0, 3))
          if (!fetched.has(key)) fetched.set(key, target.fetch(...parts))
          return fetched.get(key)
        }
      if (name === 'resolve' || typeof name === 'symbol' || name.startsWith('$'))
        return Reflect.get(target, name)
      if (name === 'onUnhandledError') return async (error: unknown) => void loose.push(error)
      if (name === 'getCountOfFailedTests') return async () => 0
      return async () => undefined
    },
  })

  async function run(
    { file, testIds, usualMs }: TestRun,
    mutant: number,
    patience = 1,
  ): Promise<RunnerTestFile[]> {
    lab.active = mutant
    lab.reached = new Map()
    lab.current = noneReached()
    lab.reached.set('', lab.current)
    lab.files = []
    loose = []
    const surveying = mutant === -1 && testIds === undefined && usualMs === 0
    const config: SerializedConfig = {
      ...state.ctx.config,
      isolate: true,
      bail: surveying ? 0 : 1,
    }
    // What takes longer is asked for nothing: it would be too slow for each change.
    if (surveying) config.testTimeout = 20_000
    if (!surveying) {
      const pollMs = patience * (3_000 + 2 * usualMs)
      config.testTimeout = patience * (4_000 + 4 * usualMs)
      config.hookTimeout = patience * (10_000 + 4 * usualMs)
      config.expect = { ...config.expect, poll: { ...config.expect.poll, timeout: pollMs } }
      watchdog.watch(mutant, patience * (60_000 + 10 * usualMs))
    }
    const ctx = { ...state.ctx, config, files: [{ filepath: file, testIds }] }
    await runBaseTests('run', { ...state, config, ctx, rpc }, traces)
    return lab.files
  }

  const falls = (files: RunnerTestFile[]) => files.flatMap(fallenIn).length > 0 || loose.length > 0

  async function judge({ mutant, runs, patience }: Job): Promise<Judged> {
    let unsure: Judged | undefined
    for (const one of runs) {
      const files = await run(one, mutant, patience)
      const fallen = files.flatMap(fallenIn)[0]
      const error = loose[0]
      if (!fallen && !error) continue
      const again: TestRun = fallen?.type === 'test' ? { ...one, testIds: [fallen.id] } : one
      const control = await run(again, -1, patience)
      const sound = !falls(control)
      const message = fallen ? (fallen.result?.errors?.[0]?.message ?? '') : (error as Error).message
      const late = /timed out in \d+ms/.test(message)
      const by = `${basename(one.file)}: ${fallen ? fallen.name : 'outside of the tests'}: ${message.replaceAll(/\s+/g, ' ').slice(0, 80)}`
      // A test that depends on real time may fall by itself and hold a moment later: it has to fall again.
      if (sound && !late && !falls(await run(one, mutant, patience))) continue
      if (sound) return { kind: 'judged', mutant, verdict: late ? 'timeout' : 'caught', by }
      // Another file may tell more.
      unsure = { kind: 'judged', mutant, verdict: 'unsure', by }
    }
    return unsure ?? { kind: 'judged', mutant, verdict: 'survived' }
  }

  for (const file of plan.survey) {
    const files = await run({ file, usualMs: 0 }, -1)
    const tests = files.flatMap(testsIn)
    const mutantsOf = (id: string) =>
      [...(lab.reached.get(id) ?? []).entries()].flatMap(([mutant, reached]) => (reached ? [mutant] : []))
    say({
      kind: 'surveyed',
      file,
      tests: tests
        .filter((test) => test.result?.state === 'pass')
        .map((test) => ({
          id: test.id,
          name: test.name,
          ms: Math.ceil(test.result?.duration ?? 0),
          mutants: mutantsOf(test.id),
        })),
      always: mutantsOf(''),
      broken: files
        .flatMap(fallenIn)
        .map((task) => `${task.name}: ${task.result?.errors?.[0]?.message ?? ''}`),
    })
    if (process.memoryUsage().rss > mostMemory) return
  }

  for (const job of plan.jobs) {
    if (Date.now() > (plan.until ?? Infinity)) return
    const judged = await judge(job)
    watchdog.rest()
    say(judged)
    // What a test left behind may reach into the next one: a fresh process knows nothing of it.
    if (judged.verdict === 'unsure' || process.memoryUsage().rss > mostMemory) return
  }
}

function testsIn(task: RunnerTask): (RunnerTask & { type: 'test' })[] {
  return task.type === 'test' ? [task] : task.tasks.flatMap(testsIn)
}

/** What fell, tests before the groups that fall with them. */
function fallenIn(task: RunnerTask): RunnerTask[] {
  const inside = task.type === 'suite' ? task.tasks.flatMap(fallenIn) : []
  return task.result?.state === 'fail' ? [...inside, task] : inside
}
