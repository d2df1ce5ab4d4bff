import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connectSandbox, type SandboxControl } from '@svc/control'
import { type Child, startChild } from './child.ts'

/** The service's command line, as it is published. */
export const builtCli = fileURLToPath(new URL('../../../../apps/sandbox/dist/cli.js', import.meta.url))

/** A sandbox in a process of its own. */
export interface SandboxProcess extends Child {
  /** Address of the client API, prefix included. */
  api: string
  apiKey: string
  control: SandboxControl
  /** Name of its database on PostgreSQL, or of its file. */
  database: string
}

/** Starts the built `svc-sandbox serve` with the hostel and without a rate limit. */
export async function startSandboxProcess(
  database: string,
  options: { on?: string[]; env?: Record<string, string> } = {},
): Promise<SandboxProcess> {
  const child = await startChild([builtCli, 'serve', '--json'], {
    on: options.on,
    built: true,
    env: {
      SVC_PORT: '0',
      SVC_RATE_LIMIT: 'off',
      // A busy machine must not turn requests away: a benchmark is load, and nothing else.
      SVC_MAX_EVENT_LOOP_DELAY: 'off',
      SVC_SEED: 'hostel',
      SVC_DATABASE: database,
      // Its launcher, bin/svc-sandbox.js, has Node keep compiled code too.
      NODE_COMPILE_CACHE: join(tmpdir(), 'svc-bench-compiled'),
      ...options.env,
    },
  })
  const { url, apiKey, adminToken } = JSON.parse(child.line) as Record<
    'url' | 'apiKey' | 'adminToken',
    string
  >
  const control = connectSandbox({ url, adminToken })
  return {
    ...child,
    database: database.split('/').at(-1) ?? '',
    api: `${url}/api/v1/client`,
    apiKey,
    control,
  }
}
