import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areas } from './areas.ts'
import { tryMutants } from './try-mutants.ts'

const scorePath = new URL('../score.json', import.meta.url)
const equivalentsPath = new URL('../equivalents.json', import.meta.url)

interface Score {
  tried: number
  caught: number
  survivors: string[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'per-file': { type: 'string' }, record: { type: 'boolean', default: false } },
})
const perFile = values['per-file'] === undefined ? undefined : Number(values['per-file'])
const scores = JSON.parse(readFileSync(scorePath, 'utf8')) as Record<string, Score>
/** Changes that no test can notice, each with the reason; the line number of a name does not count. */
const equivalents = JSON.parse(readFileSync(equivalentsPath, 'utf8')) as Record<string, string>
const unnumbered = (name: string) => name.replace(/:\d+ /, ' ')
let worse = false

for (const name of positionals.length > 0 ? positionals : Object.keys(areas)) {
  const area = areas[name]
  if (!area) throw new Error(`no area ${name}; there are ${Object.keys(areas).join(', ')}`)
  const score: Score = { tried: 0, caught: 0, survivors: [] }
  await tryMutants({
    ...area,
    perFile,
    tried(mutant, caught) {
      if (unnumbered(mutant) in equivalents) return
      score.tried += 1
      if (caught) score.caught += 1
      else score.survivors.push(mutant)
      console.log(`${caught ? 'caught  ' : 'SURVIVED'} ${mutant}`)
    },
  })
  const share = (one: Score | undefined) => (one ? one.caught / one.tried : 0)
  console.log(`${name}: ${score.caught} of ${score.tried} caught`)
  if (share(score) < share(scores[name]) - 0.02) worse = true
  scores[name] = score
  if (values.record) writeFileSync(scorePath, `${JSON.stringify(scores, null, 2)}\n`)
}
if (worse) {
  console.error('Worse than the recorded score by more than two in a hundred.')
  process.exitCode = 1
}
