import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openapi } from '@svc/models'
import { spawnNode, startChild } from '../machine/child.ts'
import { freePort } from '../machine/free-port.ts'
import type { Subject } from '../results/row.ts'
import type { Run } from '../run.ts'
import type { Answers } from '../servers/answers.ts'
import { mockoonEnvironment } from './mockoon-environment.ts'

/** A public mock server that runs. */
export interface Peer {
  name: string
  kind: 'peer'
  api: string
  apiKey: string
  pid: number
}

/** Prism and Mockoon bring 400 packages, 175 MB: they have a folder and a lock of their own. */
const folder = fileURLToPath(new URL('../../peers', import.meta.url))
const large = [
  { name: 'Prism', bin: 'node_modules/@stoplight/prism-cli/dist/index.js' },
  { name: 'Mockoon', bin: 'node_modules/@mockoon/cli/bin/run.js' },
] as const

/** Starts the public mock servers that are installed; the others are skipped, and say how to get them. */
export async function startPeers(options: {
  run: Run
  answers: Answers
  env: Record<string, string>
  stack: AsyncDisposableStack
}): Promise<{ peers: Peer[]; skipped: Subject[] }> {
  const { run, answers, env, stack } = options
  const { apiKey } = answers
  const on = run.cores.on('server')
  const peers: Peer[] = []
  const skipped: Subject[] = []
  const attempt = async (name: string, start: () => Promise<{ url: string; pid: number }>) => {
    try {
      const { url, pid } = await start()
      peers.push({ name, kind: 'peer', api: `${url}/api/v1/client`, apiKey, pid })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      skipped.push({ name, kind: 'peer', samples: [], skipped: reason })
    }
  }
  const script = async (path: string) => {
    const { line, pid } = stack.use(await startChild([path], { on, env }))
    return { url: line, pid }
  }
  await attempt('json-server', () => script('src/servers/json-server.ts'))
  await attempt('@emulators/core', () => script('src/servers/emulators.ts'))

  const prepared = join(run.folder, 'openapi.json')
  await writeFile(prepared, JSON.stringify(openapi()))
  const words = {
    Prism: async (port: number) => {
      return ['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', prepared]
    },
    Mockoon: async (port: number) => {
      const file = join(run.folder, 'mockoon.json')
      await writeFile(file, JSON.stringify(mockoonEnvironment(port, answers)))
      return ['start', '--data', file, '--disable-log-to-file', '--disable-admin-api', '--proxy', 'disabled']
    },
  }
  for (const { name, bin } of large) {
    await attempt(name, async () => {
      const path = join(folder, bin)
      if (!existsSync(path)) throw new Error('not installed: npm ci --prefix tools/bench/peers (175 MB)')
      const port = await freePort()
      const child = spawnNode([path, ...(await words[name](port))], { on, cwd: run.folder, built: true })
      child.stdout.resume()
      stack.defer(() => void child.kill('SIGKILL'))
      const url = `http://127.0.0.1:${port}`
      await answersAt(`${url}/api/v1/client/bookings?limit=10`, apiKey)
      return { url, pid: child.pid ?? 0 }
    })
  }
  return { peers, skipped }
}

/** Waits up to half a minute for a program that does not say when it is ready. */
async function answersAt(url: string, apiKey: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const answer = await fetch(url, { headers: { 'x-api-key': apiKey } }).catch(() => undefined)
    if (answer?.ok) return
    if (answer) throw new Error(`answered ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('did not start')
}
