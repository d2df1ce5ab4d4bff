import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { newPackage, NewPackageError } from './new-package.ts'

/** `npm run new-package NAME [what it is]`: the package, linked, formatted, and in the picture of the house. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const [name, ...words] = process.argv.slice(2)
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
try {
  if (!name) throw new NewPackageError('npm run new-package NAME [what it is]')
  newPackage(root, name, words.join(' ') || `What ${name} does`)
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund')
  run('npm', 'run', '--silent', 'picture')
  run('npm', 'run', '--silent', 'format')
  console.log(`packages/${name} is there: try "npm test -w packages/${name}". Then:
  - write what it does in src/ and README.md, and a line about it in docs/design.md and README.md
  - say who may import it in tools/walls/src/table.ts (and in the test beside it)
  - .changeset/new-${name}.md is its first entry for users`)
} catch (error) {
  if (!(error instanceof NewPackageError)) throw error
  console.error(`new-package: ${error.message}`)
  process.exitCode = 2
}
