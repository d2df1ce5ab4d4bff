import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { connectSandbox, type SandboxControl } from '@svc/control'
import { onTestFinished } from 'vitest'
import { asCaller, type Call, createSender } from '../../../sandbox/test/kit/index.ts'
import { layoutEnvironment, outerEnvironment, repository, sandboxBin } from './run-program.ts'

/** A process that ends in order leaves what it has compiled for those after it: they start in half the time. */
const compiled = `${repository}node_modules/.cache/svc-compiled`

export interface ServeOptions {
  /** SQLite file or `postgres://…`. */
  database: string
  /** Where credentials are kept beside PostgreSQL; nodes that share it hand out the same key. */
  folder: string
  /** Further flags of `serve`. */
  flags?: readonly string[]
  /** Megabytes of JavaScript heap at which the process dies. @default that of Node.js */
  heapMb?: number
  /** Files and sockets that the system lets it have open (`ulimit -n`). @default as this process */
  openFiles?: number
}

/** `svc-sandbox serve` in a process of its own, which can be killed. */
export interface SandboxProcess {
  pid: number
  /** What it has written to stderr so far. */
  stderr(): string
  /** Resolves with the first line of its output; rejects when it ends before. */
  ready: Promise<Ready>
  /** `kill -9`. Resolves when the process is gone. */
  kill(): Promise<void>
  /** As an operator does (SIGTERM). Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** A sandbox that serves. */
export interface Ready {
  url: string
  apiKey: string
  propertyId: string
  control: SandboxControl
  /** The client API with the property's key. */
  call: Call
}

/** Starts `svc-sandbox serve` on any free port, without a rate limit. It never outlives the test. */
export function serve({ database, folder, flags = [], heapMb, openFiles }: ServeOptions): SandboxProcess {
  const defaults = [
    '--json',
    '--port',
    '0',
    '--seed',
    'empty',
    '--rate-limit',
    'off',
    '--delivery-lease',
    '6',
  ]
  // A machine that is busy with other tests is no overload.
  defaults.push('--max-event-loop-delay', 'off')
  const heap = heapMb === undefined ? '' : `--max-old-space-size=${heapMb}`
  const words = [process.execPath, sandboxBin, 'serve', '--database', database, ...defaults, ...flags]
  // The shell becomes the program, so the process that is killed is the right one.
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$0" "$@"`]
  const [command = '', ...args] = [...limited, ...words]
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...outerEnvironment(),
      ...layoutEnvironment(database),
      NODE_OPTIONS: heap,
      NODE_COMPILE_CACHE: compiled,
    },
  })
  const exited = once(child, 'exit')
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  let disconnect: (() => Promise<void>) | undefined

  const ready = (async (): Promise<Ready> => {
    const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
    const ended = exited.then(([code, signal]) => {
      throw new Error(`svc-sandbox ended with ${String(code ?? signal)} before it was ready:\n${stderr}`)
    })
    const [text] = await Promise.race([line, ended])
    ended.catch(() => {})
    const { url, apiKey, propertyId, adminToken } = JSON.parse(text) as Record<string, string> & {
      url: string
      apiKey: string
      propertyId: string
    }
    const { send, close } = createSender(url)
    disconnect = close
    const control = connectSandbox({ url, propertyId, adminToken: adminToken ?? '' })
    return { url, apiKey, propertyId, control, call: asCaller(send, apiKey) }
  })()
  // A test that kills it before it is ready does not wait for it.
  ready.catch(() => {})

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    const [code] = (await exited) as [number | null]
    void disconnect?.()
    disconnect = undefined
    return code
  }
  onTestFinished(() => void end('SIGKILL'))
  return {
    pid: child.pid ?? 0,
    stderr: () => stderr,
    ready,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}
