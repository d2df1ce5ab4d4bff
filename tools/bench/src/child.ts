import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A process beside the benchmark: what is measured must not share a thread with what measures it. */
export interface Child extends AsyncDisposable {
  /** Its first line of output. */
  line: string
  pid: number
}

/** Starts a script from its sources and waits for its first line. */
export async function startChild(command: string[], env: Record<string, string> = {}): Promise<Child> {
  const child = spawn(process.execPath, ['--conditions=@svc/source', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const first = once(createInterface(child.stdout), 'line')
  const died = exited.then(([code]) => {
    throw new Error(`${command.join(' ')} ended with ${String(code)} before it was ready`)
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
