import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageFiles } from './package-files.ts'

/** A name that cannot be given, or a table without the place for new entries. */
export class NewPackageError extends Error {
  override readonly name = 'NewPackageError'
}

/**
 * Writes a package into `packages/<name>` of a repository, and its entries into the table of walls and its test. The
 * walls let it import nothing, and nobody import it: both are for its author to open.
 *
 * @param name of the folder, and after `@svc/`: small letters, digits, hyphens
 * @throws {NewPackageError} when the name is none, or taken
 */
export function newPackage(root: string, name: string, description: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new NewPackageError(`${JSON.stringify(name)} is no name: give small letters, digits and hyphens`)
  }
  const folder = join(root, 'packages', name)
  if (existsSync(folder)) throw new NewPackageError(`packages/${name} is there already`)
  for (const [path, text] of Object.entries(packageFiles(name, description))) write(join(folder, path), text)
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  insertAbove(
    join(root, 'tools/walls/src/table.ts'),
    '  // New packages stand above this line.',
    `  { name: '@svc/${name}', folder: 'packages/${name}', layer: 'foundation', may: [] },`,
  )
  insertAbove(
    join(root, 'tools/walls/test/walls.test.ts'),
    '  // New packages stand above this line.',
    `  'packages/${name}': [],`,
  )
  write(join(root, `.changeset/new-${name}.md`), `---\n'@svc/${name}': minor\n---\n\n${description}.\n`)
}

function insertAbove(file: string, line: string, entry: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(line)) throw new NewPackageError(`${file} lacks the line "${line.trim()}"`)
  writeFileSync(
    file,
    text.replace(line, () => `${entry}\n${line}`),
  )
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
