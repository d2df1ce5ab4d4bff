import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseline } from './baseline.ts'
import { judge } from './judge.ts'
import { readImports } from './read-imports.ts'

/** Reads every import of the repository, or of the folder that is named, and fails with those that the table refuses. */
const root = process.argv[2] ?? fileURLToPath(new URL('../../..', import.meta.url))
const imports = await readImports(
  root,
  ['packages', 'apps', 'tools', 'examples'].filter((folder) => existsSync(join(root, folder))),
)
const known = new Set(baseline)
let refused = 0
for (const found of imports) {
  const why = judge(found)
  const line = `${found.from} → ${found.specifier}`
  if (!why || known.delete(line)) continue
  refused += 1
  console.error(`${line}\n  refused: ${why}`)
}
for (const line of known) console.log(`mended, take it out of tools/walls/src/baseline.ts: ${line}`)
console.log(`walls: ${imports.length} imports, ${refused} refused`)
if (refused > 0) process.exitCode = 1
