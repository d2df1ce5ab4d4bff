import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { postgresLayout } from '../../../sandbox/test/kit/index.ts'

/** The folder of the whole repository. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url))

/**
 * The environment without what vitest and nx hand their workers, which is not for the programs that they start: nx sets
 * FORCE_COLOR, and Node warns of it where there is NO_COLOR too.
 */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|VITEST|NODE_OPTIONS|FORCE_COLOR)/.test(name),
  )
  return Object.fromEntries(outer)
}

/** The layout that this run asks for (`postgresLayout`), for a program that makes a database. */
export function layoutEnvironment(database: string): NodeJS.ProcessEnv {
  if (!database.startsWith('postgres:')) return {}
  const { partitions, wake } = postgresLayout()
  return { ...(partitions && { SVC_PARTITIONS: String(partitions) }), ...(wake && { SVC_WAKE: wake }) }
}

/** How a program ended and what it said. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program to its end, from the root of the repository. Its environment has nothing of ours but what is given. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: options.cwd ?? repository,
    env: { ...outerEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

/** `svc-sandbox` as it runs in a clone. */
export const sandboxBin = `${repository}apps/sandbox/bin/svc-sandbox.js`

/** Runs the sandbox's command line to its end. */
export const svcSandbox = (args: readonly string[], options?: { env?: NodeJS.ProcessEnv; cwd?: string }) =>
  runProgram(process.execPath, [sandboxBin, ...args], options)
