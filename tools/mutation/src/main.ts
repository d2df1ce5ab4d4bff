import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areas } from './areas.ts'
import { tryMutants, type Verdict } from './try-mutants.ts'

const scorePath = new URL('../score.json', import.meta.url)
const equivalentsPath = new URL('../equivalents.json', import.meta.url)

interface Score {
  /** How many small changes there are. */
  mutants: number
  /** How many of them were tried, those that no test can notice not counted. */
  tried: number
  /** By a test that fell. */
  caught: number
  /** By tests that did not come to an end: counted as caught, since they would not pass. */
  timeouts: number
  survivors: string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'per-file': { type: 'string' },
    record: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const perFile = values['per-file'] === undefined ? undefined : Number(values['per-file'])
const readScores = () => JSON.parse(readFileSync(scorePath, 'utf8')) as Record<string, Score>
const scores = readScores()
/** Changes that no test can notice, each with the reason; the line number of a name does not count. */
const equivalents = JSON.parse(readFileSync(equivalentsPath, 'utf8')) as Record<string, string>
const unnumbered = (name: string) => name.replace(/:\d+ /, ' ')
const share = (one: Score | undefined) => (one ? (one.caught + (one.timeouts ?? 0)) / one.tried : 0)
let worse = false

/** An area that is being tried. */
interface Trial {
  name: string
  files: readonly string[]
  /** How many mutants its files have in all, and how many of them are tried. */
  all: number
  chosen: number
  verdicts: Verdict[]
}

function openTrial(name: string): Trial & { project: string } {
  const area = areas[name]
  if (!area) throw new Error(`no area ${name}; there are ${Object.keys(areas).join(', ')}`)
  const cwd = new URL(`../../../${area.project}/`, import.meta.url)
  const exclude = ['**/*.test.ts', '**/test-lab.ts']
  const files = globSync(area.files, { cwd, exclude }).toSorted()
  return { name, project: area.project, files, all: 0, chosen: 0, verdicts: [] }
}

function scoreOf({ all, verdicts }: Trial, before: Score | undefined): Score {
  const count = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length
  const survivors = verdicts
    .filter(({ verdict }) => verdict !== 'caught' && verdict !== 'timeout')
    .map((one) => one.name)
    .toSorted()
  const [caught, timeouts] = [count('caught'), count('timeout')]
  if (!values.survivors || !before) {
    return { mutants: all, tried: verdicts.length, caught, timeouts, survivors }
  }
  const sum = { caught: before.caught + caught, timeouts: before.timeouts + timeouts }
  // Without those that are gone, or that were named as equivalent since.
  return { mutants: all, tried: sum.caught + sum.timeouts + survivors.length, ...sum, survivors }
}

function close(trial: Trial): void {
  const { name, all } = trial
  const before = scores[name]
  const score = scoreOf(trial, before)
  const { caught, timeouts, tried } = score
  const late = timeouts > 0 ? `, ${timeouts} of them by never ending` : ''
  const percent = Math.round(share(score) * 100)
  console.log(`${name}: ${caught + timeouts} of ${tried} caught${late} (${percent} %, ${all} in all)`)
  if (share(score) < share(before) - 0.02) worse = true
  // Read again: another run may have recorded another area meanwhile.
  if (values.record)
    writeFileSync(scorePath, `${JSON.stringify({ ...readScores(), [name]: score }, null, 2)}\n`)
}

// Areas of one project are tried together: what takes long is to see which tests come by which mutants.
const wanted = (positionals.length > 0 ? positionals : Object.keys(areas)).map(openTrial)
for (const [project, trials] of Map.groupBy(wanted, (trial) => trial.project)) {
  const trialOf = (file: string) => trials.find(({ files }) => files.includes(file))!
  const left = new Set(values.survivors ? trials.flatMap(({ name }) => scores[name]?.survivors ?? []) : [])
  await tryMutants({
    project,
    files: trials.flatMap(({ files }) => files),
    perFile: values.survivors ? undefined : perFile,
    wanted: (mutant) =>
      !(unnumbered(mutant) in equivalents) &&
      (values.only === undefined || mutant.includes(values.only)) &&
      (!values.survivors || left.has(mutant)),
    found(file, { all, chosen }) {
      const trial = trialOf(file)
      trial.all += all
      trial.chosen += chosen
    },
    tried(file, one) {
      const trial = trialOf(file)
      trial.verdicts.push(one)
      console.log(`${one.verdict.padEnd(8)} ${one.name}${one.by ? `  ← ${one.by}` : ''}`)
      if (trial.verdicts.length === trial.chosen) close(trial)
    },
  })
}
if (worse) {
  console.error('Worse than the recorded score by more than two in a hundred.')
  process.exitCode = 1
}
