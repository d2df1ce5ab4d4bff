import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { announced, breaks, goneUnwarned, needed } from './breaking.ts'
import { publishedFolders } from './published.ts'
import { readManifest } from './stamped-files.ts'

/**
 * `node tools/pack/src/changesets.ts [BASE [ROOT]]`: what has changed since a commit against what the pending changesets
 * announce. Names every package whose published code has changed without one, every interface that was broken without one
 * that says so, and every name that goes although the last release did not warn of it.
 */
const [base = 'origin/main', root = fileURLToPath(new URL('../../..', import.meta.url))] =
  process.argv.slice(2)
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
  const reports = changed.filter((path) => path.startsWith(`${folder}/api/`))
  const broken = reports.flatMap((path) => breaks(before(path), now(path)))
  if (broken.length > 0 && !needed(version).some((bump) => bumps?.has(bump))) {
    fail(`${name} breaks its users without a ${needed(version).at(-1)} changeset:\n  ${broken.join('\n  ')}`)
  }
  const unwarned = reports.flatMap((path) => goneUnwarned(at(`${name}@${version}`, path), now(path)))
  if (unwarned.length > 0) {
    fail(`${name} ${version} does not say that these go: ${unwarned.join(', ')} (@deprecated, for a minor)`)
  }
}

function isPublished(path: string): boolean {
  return /^(src|bin)\//.test(path) && !path.endsWith('.test.ts')
}

function before(path: string): string {
  return at(since, path)
}

/** A file of a commit; nothing where it is not there, as before a first release. */
function at(commit: string, path: string): string {
  try {
    return git('show', `${commit}:${path}`)
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
