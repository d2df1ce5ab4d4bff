import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedFolders } from './published.ts'
import { PackError, readManifest, stampedFiles } from './stamped-files.ts'

/**
 * `node tools/pack/src/main.ts DESTINATION [FOLDER…]`: tarballs of what is built, of all published packages or of some.
 * They are packed beside the repository, of which nothing is changed: checks may run meanwhile.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const [destination = '.', ...asked] = process.argv.slice(2)
mkdirSync(destination, { recursive: true })
const beside = mkdtempSync(join(tmpdir(), 'svc-pack-'))
try {
  const folders =
    asked.length > 0
      ? asked.map((folder) => resolve(folder))
      : publishedFolders(root).map((folder) => join(root, folder))
  const copies = folders.map((folder) => {
    const copy = join(beside, readManifest(folder).name)
    const stamped = stampedFiles(root, folder)
    for (const entry of [...(readManifest(folder).files ?? []), 'bin']) {
      if (existsSync(join(folder, entry))) cpSync(join(folder, entry), join(copy, entry), { recursive: true })
    }
    for (const [path, text] of Object.entries(stamped)) writeFileSync(join(copy, path), text)
    return copy
  })
  // All of them at once: npm takes longer to start than to pack.
  const packed = execFileSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', resolve(destination), ...copies],
    {
      cwd: beside,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  for (const file of packed.trim().split('\n')) console.log(join(resolve(destination), file))
} catch (error) {
  if (!(error instanceof PackError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(beside, { recursive: true })
}
