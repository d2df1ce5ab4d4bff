import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { jobsOf } from './jobs.ts'
import { type Mutant, mutantsOf } from './mutants.ts'
import { named } from './named.ts'
import { type Judgement, openJudgement } from './judgement.ts'
import { withSwitches } from './with-switches.ts'
import type { Finding, Job, Judged, Plan, Surveyed } from './worker/plan.ts'
import { mutationPool } from './worker/pool.ts'

const repository = fileURLToPath(new URL('../../../', import.meta.url))

export interface Verdict {
  name: string
  /** As the worker judged; `untested`: no test comes by. */
  verdict: Judged['verdict'] | 'untested'
  by?: string | undefined
}

export interface TryOptions {
  /** Folder of the project below the repository. */
  project: string
  /** Which of its files are bent, as paths below it. */
  files: readonly string[]
  /** Mutants of one file at most, chosen by their names: the same each time. @default all */
  perFile?: number | undefined
  /** Which mutants are tried, by name. @default each */
  wanted?: ((name: string) => boolean) | undefined
  /** What an earlier run found of a mutant, which is then not tried again. @default nothing */
  known?: ((name: string) => Verdict | undefined) | undefined
  /** When to begin with no further mutant, in milliseconds since 1970. @default never */
  until?: number | undefined
  /** Told once, before the first is tried: how many there are of a file, and which of them are tried. */
  found(file: string, mutants: { all: number; chosen: number }): void
  tried(file: string, verdict: Verdict): void
}

/**
 * Tries mutants of some files with the tests that come by them, in one warm vitest. The files on disk stay as they are:
 * vitest serves code that has every mutant in it behind a switch. Each file has its first mutant tried before any has its
 * second, so a run that ends early has tried a fair sample.
 */
export async function tryMutants(options: TryOptions): Promise<void> {
  const { project, files, perFile = Infinity, wanted = () => true, found, tried } = options
  const { known = () => undefined, until = Infinity } = options
  const root = join(repository, project)
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutation-'))
  const served = new Map<string, string>()
  const all: (Mutant & { file: string; path: string })[] = []
  const rounds: number[][] = []

  for (const file of files) {
    const path = join(root, file)
    const text = readFileSync(path, 'utf8')
    const name = `${project}/${file}`
    const mutants = mutantsOf(name, text, named[name])
    const some = choose(mutants, perFile).filter((mutant) => wanted(mutant.name))
    if (some.length > 0) served.set(path, withSwitches(text, mutants, all.length))
    found(file, { all: mutants.length, chosen: some.length })
    for (const [round, mutant] of some.entries()) {
      const judged = known(mutant.name)
      if (judged) tried(file, judged)
      else (rounds[round] ??= []).push(all.length + mutants.indexOf(mutant))
    }
    all.push(...mutants.map((mutant) => ({ ...mutant, file, path })))
  }
  // The files of a round in no order, so that each area has its part of a run that ends early.
  const chosen = rounds.flatMap((round) => round.toSorted((a, b) => (rank(all[a]!) < rank(all[b]!) ? -1 : 1)))

  const planPath = join(folder, 'plan.json')
  process.env['SVC_MUTATION_PLAN'] = planPath
  const vitest = await createVitest(
    'test',
    {
      // Its cache on disk goes by the file: it would answer with code without switches, or keep what has them.
      fsModuleCache: false,
      root,
      watch: false,
      run: true,
      reporters: [{}],
      related: [...served.keys()],
      passWithNoTests: true,
      isolate: false,
      maxWorkers: 1,
      pool: mutationPool,
      runner: fileURLToPath(new URL('worker/runner.ts', import.meta.url)),
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => served.get(id.split('?')[0] ?? '') }],
      server: { watch: null },
    },
  )

  /** Has a plan carried out, in as many processes as it takes. */
  async function carryOut<T extends Finding>(
    kind: T['kind'],
    rest: (done: readonly T[]) => Omit<Plan, 'findings'>,
    hear: (one: T) => void,
  ): Promise<T[]> {
    const done: T[] = []
    let idle = 0
    for (let round = 0; ; round += 1) {
      const plan = rest(done)
      if (plan.jobs.length + plan.survey.length === 0) return done
      const findings = join(folder, `${kind}-${round}.jsonl`)
      writeFileSync(findings, '')
      writeFileSync(planPath, JSON.stringify({ ...plan, findings } satisfies Plan))
      const following = setInterval(() => follow(), 500)
      const before = done.length
      let seen = 0
      const follow = () => {
        const lines = readFileSync(findings, 'utf8').split('\n').slice(0, -1)
        for (const line of lines.slice(seen)) {
          const one = JSON.parse(line) as T
          done.push(one)
          hear(one)
        }
        seen = lines.length
      }
      const { unhandledErrors } = await vitest.runTestSpecifications(specifications.slice(0, 1), false)
      clearInterval(following)
      follow()
      idle = done.length > before ? 0 : idle + 1
      if (idle > 2) throw new AggregateError(unhandledErrors, 'The tests cannot be run')
    }
  }

  const specifications = await vitest.getRelevantTestSpecifications()
  try {
    const testFiles = specifications.map(({ moduleId }) => moduleId)
    const surveyed = await carryOut<Surveyed>(
      'surveyed',
      (done) => ({ jobs: [], survey: testFiles.filter((file) => !done.some((one) => one.file === file)) }),
      ({ file, broken }) => {
        for (const one of broken) console.error(`falls without any change: ${file}: ${one}`)
      },
    )
    const jobs = jobsOf(chosen, surveyed, (mutant, file) => beside(all[mutant]!.path, file))
    const verdict = (mutant: number, judged: Verdict['verdict'], by?: string) =>
      tried(all[mutant]!.file, { name: all[mutant]!.name, verdict: judged, by })
    // No test comes by, which is seen at once: but told in its turn, or a run that ends early tells too many of them.
    const untested = chosen.filter((mutant) => !jobs.some((job) => job.mutant === mutant))
    const tellUntested = (turn: number) => {
      for (const mutant of untested.splice(0)) {
        if (chosen.indexOf(mutant) < turn) verdict(mutant, 'untested')
        else untested.push(mutant)
      }
    }
    const judgement = openJudgement((one) => {
      tellUntested(chosen.indexOf(one.mutant))
      verdict(one.mutant, one.verdict, one.by)
    })
    await carryOut<Judged>('judged', () => remaining(judgement, jobs, until), judgement.hear)
    if (judgement.left(jobs).length === 0) tellUntested(Infinity)
  } finally {
    await vitest.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is left to do: when the time is over, only what has to be tried a second time. */
function remaining(judgement: Judgement, jobs: readonly Job[], until: number): Omit<Plan, 'findings'> {
  return Date.now() < until
    ? { survey: [], jobs: judgement.left(jobs), until: until === Infinity ? undefined : until }
    : { survey: [], jobs: judgement.left(jobs).filter(({ mutant }) => judgement.doubts(mutant)) }
}

/** Spread over the file, in an order that stays the same as long as their lines do. */
function choose(mutants: Mutant[], most: number): Mutant[] {
  return mutants.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1)).slice(0, most)
}

/** The same as long as the line is, wherever it stands. */
function rank({ name }: Mutant): string {
  return createHash('sha256').update(name.replace(/:\d+ /, ' ')).digest('hex')
}

/** Whether a test is that of the file. */
function beside(path: string, test: string): boolean {
  return basename(test).startsWith(basename(path, '.ts'))
}
