import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program that runs beside the demo. */
export interface Program extends AsyncDisposable {
  /** The first line of its output that matches, whether it came already or is still to come. */
  line(pattern: RegExp): Promise<string>
}

/** Starts a script of this repository from its sources. It is stopped whenever the demo ends. */
export function startProgram(name: string, command: string[], env: Record<string, string>): Program {
  const child = spawn(process.execPath, ['--conditions=@svc/source', ...command], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Also where the demo breaks off: `npm run demo | head` would leave it running.
  process.once('exit', () => child.kill('SIGTERM'))
  const exited = once(child, 'exit')
  const seen: string[] = []
  const waiting = new Set<(line: string) => void>()
  createInterface(child.stdout).on('line', (line) => {
    seen.push(line)
    for (const tell of waiting) tell(line)
  })

  return {
    async line(pattern) {
      const early = seen.find((line) => pattern.test(line))
      if (early !== undefined) return early
      const found = Promise.withResolvers<string>()
      const tell = (line: string) => {
        if (pattern.test(line)) found.resolve(line)
      }
      waiting.add(tell)
      const died = exited.then(() => {
        throw new Error(`The ${name} ended before it printed ${pattern}. It printed:\n${seen.join('\n')}`)
      })
      try {
        return await Promise.race([found.promise, died])
      } finally {
        waiting.delete(tell)
        died.catch(() => undefined)
      }
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
