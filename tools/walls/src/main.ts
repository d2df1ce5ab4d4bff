import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { judge } from './judge.ts'
import { readImports } from './read-imports.ts'

/** Reads every import of the repository, or of the folder that is named, and fails with those that the table refuses. */
const root = process.argv[2] ?? fileURLToPath(new URL('../../..', import.meta.url))
const imports = await readImports(
  root,
  ['packages', 'apps', 'tools', 'examples'].filter((folder) => existsSync(join(root, folder))),
)
let refused = 0
for (const found of imports) {
  const why = judge(found)
  if (!why) continue
  refused += 1
  console.error(`${found.from} → ${found.specifier}\n  refused: ${why}`)
}
console.log(`walls: ${imports.length} imports, ${refused} refused`)
if (refused > 0) process.exitCode = 1
