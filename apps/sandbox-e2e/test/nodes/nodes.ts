import { onTestFinished } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/src/index.ts'
import { type Call, asCaller, createSender } from '../../../sandbox/test/kit/caller.ts'
import { freshSchema, postgresUrl } from '../../../sandbox/test/kit/postgres.ts'

/** One of several nodes in this process: they share nothing but the database. */
export interface Node {
  sandbox: Sandbox
  /** The client API with the key that all nodes hand out. */
  call: Call
  /** A bare request: nothing is added. */
  send: Call
}

/** What all nodes of a test are started with: one PostgreSQL, one key. */
export async function sharedDatabase(): Promise<SandboxOptions & { database: string }> {
  return {
    database: await postgresUrl(),
    schema: freshSchema(),
    apiKey: 'svc_shared_by_all_nodes',
    adminToken: 'svc_admin_shared_by_all_nodes',
    rateLimit: 'off',
  }
}

/** Starts a node, which ends with the test. */
export async function startNode(options: SandboxOptions): Promise<Node> {
  const sandbox = await startSandbox(options)
  const { send, close } = createSender(sandbox.url)
  onTestFinished(async () => {
    await close()
    await sandbox.close()
  })
  return { sandbox, send, call: asCaller(send, sandbox.apiKey) }
}

/** Two nodes on a new database. */
export async function twoNodes(options: SandboxOptions = {}): Promise<[Node, Node]> {
  const shared = await sharedDatabase()
  const one = await startNode({ ...shared, ...options })
  return [one, await startNode({ ...shared, ...options })]
}
