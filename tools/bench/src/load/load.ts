import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The request that is repeated. */
export interface Ask {
  url: string
  headers: Record<string, string>
  /** A JSON text: then it is a POST, each with an `Idempotency-Key` of its own. @default a GET */
  body?: string | undefined
}

/** Puts load on a server. */
export interface Load {
  /** What it is, with its version. */
  name: string
  /**
   * Requests a second that are answered with a success, on connections that are kept.
   *
   * @param options.connections one request at a time on each
   * @throws when an answer is none, or none of a success
   */
  run(ask: Ask, options: { connections: number; seconds: number }): Promise<number>
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * `wrk` where it is installed. Else sockets.ts, which needs several times as much of its core for a request: with it,
 * servers that are faster than the generator look slower than they are.
 */
export function createLoad(on: string[]): Load {
  const found = spawnSync('wrk', ['-v'], { encoding: 'utf8' })
  const version = /wrk\s+(?:debian\/)?([\d.]+)/.exec(found.stdout ?? '')?.[1]
  if (version === undefined) {
    return {
      name: 'sockets.ts, as wrk is not on the PATH',
      run: (ask, { connections, seconds }) =>
        measure([...on, process.execPath, script('sockets.ts')], { ask, connections, seconds }),
    }
  }
  return {
    name: `wrk ${version}`,
    run: (ask, { connections, seconds }) => {
      const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script('wrk.lua')]
      const headers = Object.entries(ask.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
      return measure([...on, 'wrk', ...options, ...headers, ask.url], { ask, connections, seconds })
    },
  }
}

/** Runs a generator. `BENCH_LOAD` says what it does, and it prints a line of JSON at its end. */
async function measure(
  [command = '', ...words]: string[],
  task: { ask: Ask; connections: number; seconds: number },
): Promise<number> {
  const child = spawn(command, words, {
    env: { ...process.env, BENCH_LOAD: JSON.stringify(task), BENCH_BODY: task.ask.body ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const output = Buffer.concat(chunks).toString('utf8')
  const line = /^\{"answered".*\}$/m.exec(output)?.[0]
  if (line === undefined) throw new Error(`${command} printed no result: ${output.slice(-500)}`)
  const { answered, failed, seconds } = JSON.parse(line) as Record<'answered' | 'failed' | 'seconds', number>
  if (failed > 0) throw new Error(`${failed} of ${answered} requests failed`)
  return answered / seconds
}
