import { connectSandbox, type SandboxControl } from '@svc/control'
import { startChild } from './child.ts'

/** A sandbox in a process of its own. */
export interface SandboxProcess extends AsyncDisposable {
  url: string
  apiKey: string
  control: SandboxControl
}

/** Starts `svc-sandbox serve` without a rate limit. */
export async function startSandboxProcess(env: Record<string, string>): Promise<SandboxProcess> {
  const child = await startChild(['../../apps/sandbox/bin/svc-sandbox.js', 'serve', '--json'], {
    SVC_PORT: '0',
    SVC_RATE_LIMIT: 'off',
    SVC_SEED: 'hostel',
    ...env,
  })
  const { url, apiKey, adminToken } = JSON.parse(child.line) as Record<
    'url' | 'apiKey' | 'adminToken',
    string
  >
  return {
    url,
    apiKey,
    control: connectSandbox({ url, adminToken }),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}
