import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { budgets } from './budget-list.ts'
import { type Measured, sizesTable } from './sizes-table.ts'

/**
 * `node tools/pack/src/budgets.ts`: what is built against its ceilings and against what was measured last
 * (`budgets.json`, which `--write` brings up to date). Needs `npm run build`.
 *
 * `--root FOLDER` measures another clone, `--json` prints the numbers alone, and `--before FILE` compares with such ones.
 */
const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: fileURLToPath(new URL('../../..', import.meta.url)) },
    before: { type: 'string', default: fileURLToPath(new URL('../budgets.json', import.meta.url)) },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const after: Measured = {}
for (const { name, measure } of budgets) after[name] = await measure(resolve(options.root))
if (options.json) {
  console.log(JSON.stringify(after, null, 2))
} else {
  const before = JSON.parse(readFileSync(options.before, 'utf8')) as Measured
  const { text, tooMuch } = sizesTable(budgets, before, after)
  console.log(text)
  if (tooMuch.length > 0) {
    console.error(`TOO MUCH: ${tooMuch.join(', ')}`)
    process.exitCode = 1
  }
  if (options.write) writeFileSync(options.before, `${JSON.stringify(after, null, 2)}\n`)
}
