import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { freshFolder } from '../../../sandbox/test/kit/index.ts'
import { outerEnvironment, sandboxBin } from '../kit/run-program.ts'

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** What it has printed so far. */
  output: { stdout: string; stderr: string }
  finished: Promise<Finished>
}

/** What `serve --json` says. */
export interface Started {
  url: string
  dashboardUrl: string
  propertyId: string
  apiKey: string
  adminToken: string
}

export interface CommandLine {
  folder: string
  run(args: string[], options?: RunOptions): Promise<Finished>
  start(args: string[], options?: RunOptions): Running
  /** A server in the data folder, on any free port, and what it said. */
  serve(args?: string[], options?: RunOptions): Promise<Running & { started: Started }>
}

interface RunOptions {
  env?: Record<string, string>
  /** Arguments of Node.js itself. */
  node?: string[]
}

/** The command line as a person has it: a process of its own in a folder of its own. It goes with the test. */
export function openCommandLine(): CommandLine {
  const folder = freshFolder()
  const children = new Set<ChildProcess>()
  onTestFinished(async () => {
    for (const child of children) {
      child.kill('SIGKILL')
      await new Promise((resolve) =>
        child.exitCode === null && child.signalCode === null
          ? child.once('close', resolve)
          : resolve(undefined),
      )
    }
  })

  function start(args: string[], options: RunOptions = {}): Running {
    const child = spawn(process.execPath, [...(options.node ?? []), sandboxBin, ...args], {
      cwd: folder,
      env: { ...outerEnvironment(), NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    const finished = new Promise<Finished>((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, ...output }))
    })
    return { child, output, finished }
  }

  return {
    folder,
    start,
    run: (args, options) => start(args, options).finished,
    async serve(args = [], options = {}) {
      // A machine that is busy with other tests is no overload.
      const calm = ['--max-event-loop-delay', 'off']
      const running = start(['--port', '0', '--json', ...calm, ...args], options)
      const line = await new Promise<string>((resolve, reject) => {
        const look = () =>
          running.output.stdout.includes('\n') && resolve(running.output.stdout.split('\n', 1)[0] ?? '')
        running.child.stdout?.on('data', look)
        void running.finished.then(({ stderr }) => reject(new Error(`It did not start: ${stderr}`)))
      })
      return { ...running, started: JSON.parse(line) as Started }
    },
  }
}
