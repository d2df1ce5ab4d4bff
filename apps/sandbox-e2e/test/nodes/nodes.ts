import type { SandboxOptions } from '../../../sandbox/src/index.ts'
import { freshDatabase, openStage, type Stage } from '../../../sandbox/test/kit/index.ts'

/** What all nodes of a test are started with: one PostgreSQL, one key. */
export async function sharedDatabase(): Promise<SandboxOptions> {
  return {
    ...(await freshDatabase('postgres')),
    apiKey: 'svc_shared_by_all_nodes',
    adminToken: 'svc_admin_shared_by_all_nodes',
  }
}

/**
 * Starts one of several nodes in this process: they share nothing but the database. Its clock is that of the database,
 * or the machine's. It ends with the test.
 */
export function startNode(options: SandboxOptions): Promise<Stage> {
  return openStage({ clock: undefined, now: undefined, ...options })
}

/** Two nodes on a new database. */
export async function twoNodes(options: SandboxOptions = {}): Promise<[Stage, Stage]> {
  const shared = await sharedDatabase()
  const one = await startNode({ ...shared, ...options })
  return [one, await startNode({ ...shared, ...options })]
}
