import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `check-exports` of a published package: its tarball under publint and "are the types wrong". Needs a build. */
const folder = mkdtempSync(join(tmpdir(), 'svc-check-'))
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
try {
  const tarball = run(
    process.execPath,
    fileURLToPath(new URL('main.ts', import.meta.url)),
    folder,
    '.',
  ).trim()
  for (const args of [
    ['publint', 'run', tarball, '--strict'],
    ['attw', tarball, '--profile', 'node16'],
  ]) {
    console.log(run('npx', ...args))
  }
} catch (error) {
  const { stdout } = error as { stdout?: string }
  console.error(stdout ?? error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
