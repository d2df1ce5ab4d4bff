import { createSender, noon } from '../../../sandbox/test/kit/index.ts'
import { openLookedAt } from '../kit/looked-at.ts'
import { type SandboxProcess, serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'
import type { Node, Subject } from './subject.ts'

interface Running {
  process: SandboxProcess
  node: Node
  close(): Promise<void>
}

/** Servers in processes of their own, which can be killed: two on PostgreSQL, one on an SQLite file. */
export async function openKillableSubject(kind: 'sqlite' | 'postgres'): Promise<Subject> {
  const database = await openLookedAt(kind)
  const flags = ['--clock', 'manual', '--now', new Date(noon).toISOString(), '--no-dashboard']

  async function start(): Promise<Running> {
    const process = serve({ ...database, flags })
    const { url, control } = await process.ready
    const { send, close } = createSender(url)
    return { process, node: { control, send }, close }
  }

  const running = [await start()]
  if (kind === 'postgres') running.push(await start())

  async function again(at: number, stop: (one: Running) => Promise<unknown>): Promise<void> {
    const one = running[at]!
    await stop(one)
    void one.close()
    running[at] = await start()
  }

  return {
    get nodes() {
      return running.map(({ node }) => node)
    },
    async restart() {
      for (const at of running.keys()) await again(at, ({ process }) => process.stop())
    },
    kill: (node, afterMs) =>
      again(node % running.length, async ({ process }) => {
        await wait(afterMs)
        await process.kill()
      }),
    async close() {
      for (const { process, close } of running) {
        await close()
        await process.stop()
      }
    },
  }
}
