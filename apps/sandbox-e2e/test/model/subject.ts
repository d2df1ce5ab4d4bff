import type { SandboxControl } from '@svc/control'
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts'
import { type Call, createSender, freshDatabase, type Kind, noon } from '../../../sandbox/test/kit/index.ts'

/** One running server. */
export interface Node {
  control: SandboxControl
  send: Call
}

/** What is compared with the reference: one or two servers on one database. */
export interface Subject {
  readonly nodes: readonly Node[]
  /** Stops them all and starts them again. */
  restart(): Promise<void>
  /** Kills one of them in some milliseconds, and starts it again. Only processes can be killed. */
  kill?(node: number, afterMs: number): Promise<void>
  close(): Promise<void>
}

/** Servers in this process: two on PostgreSQL, one elsewhere. */
export async function openSubject(kind: Kind): Promise<Subject> {
  const database = await freshDatabase(kind)
  const count = kind === 'postgres' ? 2 : 1
  let running: { sandbox: Sandbox; node: Node; close(): Promise<void> }[] = []

  async function start(): Promise<void> {
    for (let started = 0; started < count; started++) {
      const sandbox = await startSandbox({
        ...database,
        clock: 'manual',
        now: noon,
        rateLimit: 'off',
        dashboard: false,
        adminToken: 'svc_admin_of_the_model',
      })
      const { send, close } = createSender(sandbox.url)
      running.push({ sandbox, node: { control: sandbox.control, send }, close })
    }
  }

  async function stop(): Promise<void> {
    const stopping = running
    running = []
    for (const { sandbox, close } of stopping) {
      await close()
      await sandbox.close()
    }
  }

  await start()
  return {
    get nodes() {
      return running.map(({ node }) => node)
    },
    async restart() {
      // What is in memory alone does not outlive its process.
      if (kind === 'memory') return
      await stop()
      await start()
    },
    close: stop,
  }
}
