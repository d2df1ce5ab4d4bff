import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiTexts, readFrom } from './api-text.ts'
import { publishedManifest, type Target } from './manifest.ts'
import { publishedFolders } from './published.ts'
import { readManifest, repositoryOf } from './stamped-files.ts'

/**
 * `node tools/pack/src/api.ts [--write]`: the public interface of every entry of every package against its report in
 * `api/`, which a pull request shows the changes of. Needs `npm run build`.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const write = process.argv.includes('--write')
for (const folder of publishedFolders(root)) {
  const manifest = readManifest(join(root, folder))
  const { exports = {} } = publishedManifest(manifest, repositoryOf(root), folder)
  const types = Object.entries(exports).flatMap(([entry, target]) => {
    const path = typesOf(target)
    return path === undefined ? [] : [[entry, join(root, folder, path)] as const]
  })
  readFrom(join(root, folder))
  const left = new Set(globSync('api/*.txt', { cwd: join(root, folder) }).map((path) => join(folder, path)))
  for (const [entry, { text, forgotten }] of Object.entries(apiTexts(Object.fromEntries(types)))) {
    const name = `${manifest.name}${entry.slice(1)}`
    const path = join(folder, 'api', `${entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')}.txt`)
    left.delete(path)
    if (forgotten.length > 0) fail(`${name} names types that it does not export: ${forgotten.join(', ')}`)
    if (write) {
      mkdirSync(join(root, folder, 'api'), { recursive: true })
      writeFileSync(join(root, path), text)
    } else if (!existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text) {
      fail(`${path} is not what ${name} exports: run "npm run api" and look at what changes`)
    }
  }
  for (const path of left) {
    if (write) rmSync(join(root, path))
    else fail(`${path} is the report of no entry: run "npm run api"`)
  }
}

function typesOf(target: Target): string | undefined {
  const { import: imported } = typeof target === 'string' ? {} : target
  const { types } = imported === undefined || typeof imported === 'string' ? {} : imported
  return typeof types === 'string' ? types : undefined
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
