import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../..', import.meta.url))

/** A process beside the benchmark: what is measured must not share a thread with what measures it. */
export interface Child extends AsyncDisposable {
  /** Its first line of output. */
  line: string
  pid: number
}

export interface ChildOptions {
  /** Words before the command that pin it to a core. @default [] */
  on?: string[] | undefined
  env?: Record<string, string> | undefined
  /** Working folder. @default that of the benchmark */
  cwd?: string | undefined
  /** Run what is built, not the sources: as an installed package runs. @default false */
  built?: boolean | undefined
  /** Where its errors go. @default 'inherit' */
  stderr?: 'inherit' | 'ignore' | undefined
}

/** Starts a script of this package, or any with an absolute path, and waits for its first line. */
export async function startChild(script: string[], options: ChildOptions = {}): Promise<Child> {
  const child = spawnNode(script, options)
  const exited = once(child, 'exit')
  const first = once(createInterface(child.stdout), 'line')
  const died = exited.then(([code]) => {
    throw new Error(`${script.join(' ')} ended with ${String(code)} before it was ready`)
  })
  const [line] = (await Promise.race([first, died])) as [string]
  died.catch(() => undefined)
  child.stdout.resume()
  return {
    line,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}

/** Runs a script to its end. Resolves with what it printed. */
export async function runChild(script: string[], options: ChildOptions = {}): Promise<string> {
  const child = spawnNode(script, options)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const output = Buffer.concat(chunks).toString('utf8')
  if (code !== 0) throw new Error(`${script.join(' ')} ended with ${String(code)}: ${output.trim()}`)
  return output
}

/** `taskset` becomes the program that it starts: the process id is the program's. */
export function spawnNode(script: string[], options: ChildOptions = {}) {
  const { on = [], env = {}, cwd, built = false, stderr } = options
  const words = [...on, process.execPath, ...(built ? [] : ['--conditions=@svc/source']), ...script]
  const [command = process.execPath, ...rest] = words
  return spawn(command, rest, {
    cwd: cwd ?? folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr ?? 'inherit'],
  })
}
