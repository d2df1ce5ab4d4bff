import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patternOf, tutorialSteps } from './tutorial-steps.ts'

/**
 * Plays the tutorial word for word in an empty folder: `node play-tutorial.ts docs/tutorial.md`. It saves what the page
 * says to save, runs what it says to run, and compares what it says will be seen. Packages come from the registry
 * that npm is set to.
 */

/** How long a person would wait for something to come up, in milliseconds. */
const patience = 60_000

/** A command that goes on, and what has come up in its terminal since somebody looked. */
interface Terminal {
  process: ChildProcess
  unseen: string
  /** Fires when the command has ended. */
  ended: AbortSignal
}

const [page = 'docs/tutorial.md'] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'svc-tutorial-'))
const terminals = new Map<string, Terminal>()
/** Where the reader looks, if a block does not say it. */
let printed: { text: string } | { terminal: string } = { text: '' }

// Nothing of the surroundings helps: no settings of ours, no colours.
const env = Object.fromEntries(
  Object.entries({ ...process.env, NO_COLOR: '1' }).filter(
    ([name]) => !/^(SVC_|NODE_OPTIONS$|FORCE_COLOR$|npm_(?!config_))/.test(name),
  ),
)

/** Runs lines in a shell of their own. The group lets Ctrl+C reach all of it, as in a terminal. */
function shell(commands: string): ChildProcess {
  const script = `set -e\n${commands}`
  return spawn('bash', ['-c', script], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

function ctrlC(child: ChildProcess): void {
  if (child.pid !== undefined && isRunning(child)) process.kill(-child.pid, 'SIGINT')
}

async function run(commands: string): Promise<string> {
  const child = shell(commands)
  let output = ''
  child.stdout?.on('data', (data) => (output += data))
  child.stderr?.on('data', (data) => (output += data))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ended with ${code}:\n${output}`)
  return output
}

function open(name: string, commands: string): void {
  const ended = new AbortController()
  const terminal: Terminal = { process: shell(commands), unseen: '', ended: ended.signal }
  terminals.set(name, terminal)
  terminal.process.once('close', () => ended.abort())
  terminal.process.stdout?.on('data', (data) => (terminal.unseen += data))
  terminal.process.stderr?.on('data', (data) => (terminal.unseen += data))
}

async function stop(name: string): Promise<void> {
  const terminal = terminals.get(name)
  if (!terminal) throw new Error(`there is no ${name}`)
  terminals.delete(name)
  ctrlC(terminal.process)
  if (!terminal.ended.aborted) await once(terminal.process, 'close')
}

/** Waits until a terminal shows the text; what comes later is not seen yet. */
async function see(name: string, text: string): Promise<void> {
  const terminal = terminals.get(name)
  if (!terminal) throw new Error(`there is no ${name}`)
  const pattern = patternOf(text)
  const until = Date.now() + patience
  for (;;) {
    const match = pattern.exec(terminal.unseen)
    if (match) {
      terminal.unseen = terminal.unseen.slice(match.index + match[0].length)
      return
    }
    // On a port that is taken, for one, it ends at once.
    const how = terminal.ended.aborted ? 'ended and ' : ''
    if (how || Date.now() > until)
      throw new Error(`${name} should show\n${text}\nand ${how}shows\n${terminal.unseen}`)
    await once(terminal.process.stdout ?? terminal.process, 'data', {
      signal: AbortSignal.any([AbortSignal.timeout(patience), terminal.ended]),
    }).catch(() => undefined)
  }
}

function compare(output: string, text: string): void {
  const whole = new RegExp(`^${patternOf(text).source}$`)
  if (!whole.test(output.endsWith('\n') ? output : `${output}\n`)) {
    throw new Error(`should print\n${text}\nand printed\n${output}`)
  }
}

let steps = 0
try {
  for (const step of tutorialSteps(await readFile(page, 'utf8'))) {
    steps += 1
    try {
      if (step.do === 'save') {
        writeFileSync(join(folder, step.file), step.text)
      } else if (step.do === 'run') {
        if (step.stop !== undefined) await stop(step.stop)
        if (step.open === undefined) printed = { text: await run(step.commands) }
        else {
          open(step.open, step.commands)
          printed = { terminal: step.open }
        }
      } else if (step.terminal !== undefined) {
        await see(step.terminal, step.text)
      } else if ('terminal' in printed) {
        await see(printed.terminal, step.text)
      } else {
        compare(printed.text, step.text)
      }
    } catch (error) {
      throw new Error(`${page}:${step.line}: ${(error as Error).message}`, { cause: error })
    }
  }
  console.log(`${page}: ${steps} steps, each as the page says`)
} finally {
  for (const { process: child } of terminals.values()) ctrlC(child)
  await Promise.all(
    [...terminals.values()].map(async ({ process: child }) => isRunning(child) && once(child, 'close')),
  )
  await rm(folder, { recursive: true, force: true })
}
