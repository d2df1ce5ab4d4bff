import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { recording, type TerminalLine } from './recording.ts'

/** Plays `npm run demo` and keeps what it prints, as `docs/demo.svg`: what the README shows is what it printed. */

/** Seconds between two lines, at most: nobody wants to watch a program being loaded. */
const longestWait = 0.9

const demo = spawn(
  process.execPath,
  [...process.execArgv, fileURLToPath(new URL('main.ts', import.meta.url))],
  {
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const lines: TerminalLine[] = []
let before = performance.now()
let at = 0.5
for await (const text of createInterface({ input: demo.stdout })) {
  const now = performance.now()
  at += Math.min((now - before) / 1000, longestWait)
  before = now
  lines.push({ at, text })
}
if (demo.exitCode === null) await once(demo, 'exit')
if (demo.exitCode !== 0) throw new Error(`the demo ended with ${demo.exitCode}`)
writeFileSync(new URL('../../../docs/demo.svg', import.meta.url), recording('npm run demo', lines))
