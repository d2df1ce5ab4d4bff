import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areas } from './areas.ts'
import { atLeast, whatIsWorse } from './fair.ts'
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
    share: { type: 'string' },
    minutes: { type: 'string' },
    journal: { type: 'string' },
  },
})
const perFile = numberOf('per-file')
const share = numberOf('share') ?? 1
const minutes = numberOf('minutes')
const until = minutes === undefined ? undefined : Date.now() + minutes * 60_000
/** What was found of each mutant, line by line: a run that was stopped goes on where it was. */
const journal = new Map(
  (values.journal && existsSync(values.journal) ? readFileSync(values.journal, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Verdict)
    .map((one) => [one.name, one]),
)
const readScores = () => JSON.parse(readFileSync(scorePath, 'utf8')) as Record<string, Score>
const scores = readScores()
/** Changes that no test can notice, each with the reason; the line number of a name does not count. */
const equivalents = JSON.parse(readFileSync(equivalentsPath, 'utf8')) as Record<string, string>
/** Without a number nothing would be tried, and nothing found. */
function numberOf(flag: 'per-file' | 'share' | 'minutes'): number | undefined {
  const text = values[flag]
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${flag} takes a number above 0, and not "${text}"`)
  return number
}
const unnumbered = (name: string) => name.replace(/:\d+ /, ' ')
const shareOf = ({ caught, timeouts, tried }: Score) => ({ caught: caught + timeouts, tried })
const percent = (part: number) => `${Math.floor(part * 1_000) / 10} %`
/** From 0 to 1, the same each time: what a share of all mutants is taken by. */
function placeOf(name: string): number {
  const hash = createHash('sha256')
    .update(`share ${unnumbered(name)}`)
    .digest('hex')
  return Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32
}

/** An area that is being tried. */
interface Trial {
  name: string
  files: readonly string[]
  /** How many mutants its files have in all. */
  all: number
  verdicts: Verdict[]
}

function openTrial(name: string): Trial & { project: string } {
  const area = areas[name]
  if (!area) throw new Error(`no area ${name}; there are ${Object.keys(areas).join(', ')}`)
  const cwd = new URL(`../../../${area.project}/`, import.meta.url)
  const files = globSync(area.files, { cwd, exclude: ['**/*.test.ts'] }).toSorted()
  return { name, project: area.project, files, all: 0, verdicts: [] }
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
  const { caught, tried } = shareOf(score)
  if (tried === 0) {
    console.log(`${name}: none of ${all} tried`)
    return
  }
  const late = score.timeouts > 0 ? `, ${score.timeouts} of them by never ending` : ''
  const bound =
    tried < all
      ? `; if the sample is fresh, at least ${percent(atLeast({ caught, tried }))} of all ${all}`
      : ''
  console.log(`${name}: ${caught} of ${tried} caught${late} (${percent(caught / tried)}${bound})`)
  for (const one of score.survivors) console.log(`  survived: ${one}`)
  const worse = whatIsWorse({ caught, tried }, before && shareOf(before))
  if (worse) {
    console.error(`${name}: ${worse}`)
    process.exitCode = 1
  }
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
      (!values.survivors || left.has(mutant)) &&
      placeOf(mutant) < share,
    known: (mutant) => journal.get(mutant),
    until,
    found: (file, { all }) => void (trialOf(file).all += all),
    tried(file, one) {
      trialOf(file).verdicts.push(one)
      if (journal.has(one.name)) return
      console.log(`${one.verdict.padEnd(8)} ${one.name}${one.by ? `  ← ${one.by}` : ''}`)
      if (values.journal) appendFileSync(values.journal, `${JSON.stringify(one)}\n`)
    },
  })
  for (const trial of trials) close(trial)
}
