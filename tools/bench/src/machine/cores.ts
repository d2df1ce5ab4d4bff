import { spawnSync } from 'node:child_process'

/** Who runs on which core. */
export interface Cores {
  /** Command words that start a program on that core; none where the system cannot pin. */
  on(role: Role): string[]
  /** `server 0, load 1, database 1`, or why nothing is pinned. */
  text: string
}

/** `load` is this process too, and what receives deliveries. */
export type Role = 'server' | 'load' | 'database'

/**
 * Gives the server a core of its own, the load another one and the database a third, or that of the load where there
 * are two. This process moves to the core of the load, and PostgreSQL with it.
 */
export function divideCores(): Cores {
  const allowed = allowedCores()
  if (allowed === undefined) return unpinned('not pinned: taskset is not on the PATH')
  const [server, load, third] = allowed
  if (server === undefined || load === undefined) return unpinned('not pinned: there is one core')
  const core: Record<Role, number> = { server, load, database: third ?? load }
  spawnSync('taskset', ['-a', '-c', '-p', String(load), String(process.pid)])
  return {
    on: (role) => ['taskset', '-c', String(core[role])],
    text: `server ${core.server}, load ${core.load}, database ${core.database}`,
  }
}

function unpinned(text: string): Cores {
  return { on: () => [], text }
}

/** The cores that this process may use: `taskset` prints them as `0,2-5`. */
function allowedCores(): number[] | undefined {
  const { status, stdout } = spawnSync('taskset', ['-c', '-p', String(process.pid)], { encoding: 'utf8' })
  if (status !== 0) return undefined
  return parseCoreList(stdout.slice(stdout.lastIndexOf(':') + 1))
}

/** `0,2-4` is 0, 2, 3 and 4. */
export function parseCoreList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
}
