import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { repository } from '../kit/run-program.ts'

/** The reference receiver as a program of its own. */
export interface ReceiverProgram extends AsyncDisposable {
  /** Where it takes deliveries. */
  url: string
  port: number
  /** What it has printed since it was ready, a line an event that it worked on. */
  lines: string[]
  /** As an operator does; resolves with its exit code. */
  stop(): Promise<number | null>
  /** As a power cut does. */
  kill(): Promise<void>
}

/** Starts `apps/receiver` from its sources and resolves when it listens. */
export async function startReceiver(options: {
  secret: string
  /** @default any free one */
  port?: number
  /** @default in memory */
  database?: string
}): Promise<ReceiverProgram> {
  const child = spawn(process.execPath, ['--conditions=@svc/source', 'src/main.ts'], {
    cwd: `${repository}apps/receiver`,
    env: {
      ...process.env,
      WEBHOOK_SECRET: options.secret,
      RECEIVER_PORT: String(options.port ?? 0),
      RECEIVER_DATABASE: options.database ?? ':memory:',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines: string[] = []
  const ready = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => {
    const url = /^Receiving webhooks on (\S+)$/.exec(line)?.[1]
    if (url) ready.resolve(url)
    else lines.push(line)
  })
  void exited.then(([code]) => ready.reject(new Error(`The receiver ended with ${code} before it listened.`)))
  const url = await ready.promise
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await exited)[0]
  }
  return {
    url,
    port: Number(new URL(url).port),
    lines,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}
