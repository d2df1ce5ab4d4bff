import type { SandboxControl } from '@svc/control'
import { type SandboxOptions, startSandbox } from '../../src/index.ts'
import { type Call, createSender } from './caller.ts'
import { freshDatabase, type Kind } from './databases.ts'
import { noon } from './noon.ts'
import { openTenant, type Tenant } from './tenant.ts'

/** A whole sandbox that the tests of a file share, each with a property of its own. */
export interface Api extends AsyncDisposable {
  url: string
  control: SandboxControl
  /** A bare request: nothing is added. */
  send: Call
  tenant(): Promise<Tenant>
  /** The virtual now as the wire writes it. */
  now(): Promise<string>
  /** Moves the virtual clock, without waiting for deliveries. */
  advance(seconds: number): Promise<void>
}

/**
 * A sandbox on a storage of this kind, behind a real port of the loopback, on a clock that stands still. It makes
 * deliveries and sends none (role `api`), so that tests of the API reach no address and meet no delivery half-way.
 */
export async function openApi(kind: Kind, options: SandboxOptions = {}): Promise<Api> {
  const sandbox = await startSandbox({
    clock: 'manual',
    now: noon,
    rateLimit: 'off',
    role: 'api',
    ...(await freshDatabase(kind)),
    ...options,
  })
  const { url, control } = sandbox
  const { send, close } = createSender(url)
  const now = async () => (await control.clock.get()).now
  return {
    url,
    control,
    send,
    tenant: () => openTenant(control, send),
    now,
    async advance(seconds) {
      await control.clock.set({ now: new Date(Date.parse(await now()) + seconds * 1_000) })
    },
    async [Symbol.asyncDispose]() {
      await close()
      await sandbox.close()
    },
  }
}
