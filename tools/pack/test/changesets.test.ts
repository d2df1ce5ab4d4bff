import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../src/changesets.ts', import.meta.url))
const report = 'function keep(): void\n\nfunction old(): void\n'
const shorter = 'function keep(): void\n'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-changesets-'))
  git('init', '--quiet', '--initial-branch', 'main')
  write('packages/a/package.json', '{ "name": "@svc/a", "version": "1.2.0" }')
  write('packages/a/src/index.ts', 'export {}')
  write('packages/a/api/index.txt', report)
  commit()
  git('checkout', '--quiet', '-b', 'change')
})
afterEach(() => rmSync(root, { recursive: true }))

function git(...args: string[]): void {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...who, ...args], { cwd: root, stdio: 'ignore' })
}
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
function commit(): void {
  git('add', '-A')
  git('commit', '--quiet', '-m', 'a change')
}
const changeset = (bump: string) =>
  write('.changeset/a.md', `---\n'@svc/a': ${bump}\n---\n\nWhat users read.\n`)

/** What the check of a pull request says, and how it ends. */
function checked(): { status: number | null; stderr: string } {
  commit()
  const { status, stderr } = spawnSync(process.execPath, [program, 'main', root], { encoding: 'utf8' })
  return { status, stderr }
}

describe('the check of changesets', () => {
  it('names the package whose code has changed without one', () => {
    write('packages/a/src/index.ts', 'export const more = 1')
    expect(checked()).toEqual({
      status: 1,
      stderr: '@svc/a has changed and has no changeset (npx changeset): packages/a/src/index.ts\n',
    })
  })

  it('passes what is announced, and what no user gets', () => {
    write('packages/a/src/index.ts', 'export const more = 1')
    write('packages/a/src/index.test.ts', 'export {}')
    changeset('patch')
    expect(checked()).toEqual({ status: 0, stderr: '' })
  })

  it.each(['patch', 'minor'])('fails a breaking change with a changeset that says %s', (bump) => {
    write('packages/a/api/index.txt', shorter)
    changeset(bump)
    expect(checked()).toEqual({
      status: 1,
      stderr: '@svc/a breaks its users without a major changeset:\n  old is gone\n',
    })
  })

  it('passes a breaking change that is announced as a major one', () => {
    write('packages/a/api/index.txt', shorter)
    changeset('major')
    expect(checked()).toEqual({ status: 0, stderr: '' })
  })

  it('fails when a name goes that the last release did not call deprecated', () => {
    git('tag', '@svc/a@1.2.0')
    write('packages/a/api/index.txt', shorter)
    changeset('major')
    expect(checked()).toEqual({
      status: 1,
      stderr: '@svc/a 1.2.0 does not say that these go: old (@deprecated, for a minor)\n',
    })
  })

  it('passes when the last release called it deprecated', () => {
    write('packages/a/api/index.txt', report.replace('function old', '/** @deprecated */\nfunction old'))
    commit()
    git('tag', '@svc/a@1.2.0')
    write('packages/a/api/index.txt', shorter)
    changeset('major')
    expect(checked()).toEqual({ status: 0, stderr: '' })
  })
})
