import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announced, breaks, needed } from './breaking.ts'
import { publishedFolders } from './published.ts'
import { readManifest } from './stamped-files.ts'

/**
 * `node tools/pack/src/changesets.ts [BASE]`: what has changed since a commit against what the pending changesets announce.
 * Names every package whose published code has changed without one, and every interface that was broken without one that
 * says so.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const [base = 'origin/main'] = process.argv.slice(2)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const since = git('merge-base', base, 'HEAD').trim()
const changed = git('diff', '--name-only', since).split('\n')
const pending = announced(
  globSync('.changeset/*.md', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8')),
)

for (const folder of publishedFolders(root)) {
  const { name, version } = readManifest(join(root, folder))
  const code = changed.filter(
    (path) => path.startsWith(`${folder}/`) && isPublished(path.slice(folder.length + 1)),
  )
  const bumps = pending.get(name)
  if (code.length > 0 && !bumps) {
    fail(`${name} has changed and has no changeset (npx changeset): ${code.slice(0, 3).join(', ')}`)
  }
  const broken = changed
    .filter((path) => path.startsWith(`${folder}/api/`))
    .flatMap((path) => breaks(before(path), now(path)))
  if (broken.length > 0 && !needed(version).some((bump) => bumps?.has(bump))) {
    fail(`${name} breaks its users without a ${needed(version).at(-1)} changeset:\n  ${broken.join('\n  ')}`)
  }
}

function isPublished(path: string): boolean {
  return /^(src|bin)\//.test(path) && !path.endsWith('.test.ts')
}

function before(path: string): string {
  try {
    return git('show', `${since}:${path}`)
  } catch {
    return ''
  }
}

function now(path: string): string {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
