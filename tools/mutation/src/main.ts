import { readFileSync, writeFileSync } from 'node:fs'
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

for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name]
  if (!area) throw new Error(`no area ${name}; there are ${Object.keys(areas).join(', ')}`)
  const left = new Set(values.survivors ? scores[name]?.survivors : [])
  const verdicts: Verdict[] = []
  const started = Date.now()
  const { mutants } = await tryMutants({
    ...area,
    perFile: values.survivors ? undefined : perFile,
    wanted: (mutant) =>
      !(unnumbered(mutant) in equivalents) &&
      (values.only === undefined || mutant.includes(values.only)) &&
      (!values.survivors || left.has(mutant)),
    tried(one) {
      verdicts.push(one)
      console.log(`${one.verdict.padEnd(8)} ${one.name}${one.by ? `  ← ${one.by}` : ''}`)
    },
  })
  const count = (verdict: string) => verdicts.filter((one) => one.verdict === verdict).length
  const survivors = verdicts
    .filter(({ verdict }) => verdict !== 'caught' && verdict !== 'timeout')
    .map((one) => one.name)
    .toSorted()
  let score: Score = {
    mutants,
    tried: verdicts.length,
    caught: count('caught'),
    timeouts: count('timeout'),
    survivors,
  }
  const before = scores[name]
  if (values.survivors && before) {
    const { caught, timeouts } = score
    score = { ...before, mutants, survivors }
    score.caught += caught
    score.timeouts += timeouts
    // Those that are gone, or that were named as equivalent since.
    score.tried = score.caught + score.timeouts + survivors.length
  }
  const seconds = Math.round((Date.now() - started) / 1_000)
  const late = score.timeouts > 0 ? `, ${score.timeouts} of them by never ending` : ''
  console.log(
    `${name}: ${score.caught + score.timeouts} of ${score.tried} caught${late} (${Math.round(share(score) * 100)} %, ${mutants} in all, ${seconds} s)`,
  )
  if (share(score) < share(before) - 0.02) worse = true
  // Read again: another run may have recorded another area meanwhile.
  if (values.record)
    writeFileSync(scorePath, `${JSON.stringify({ ...readScores(), [name]: score }, null, 2)}\n`)
}
if (worse) {
  console.error('Worse than the recorded score by more than two in a hundred.')
  process.exitCode = 1
}
