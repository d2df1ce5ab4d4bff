import { expect, it } from 'vitest'
import { startSandbox } from '../index.ts'
import type { SandboxOptions } from './options.ts'

it('takes undefined for "not given", as it comes from a setting that is not there', async () => {
  const nothing: Required<SandboxOptions> = {
    database: undefined,
    shared: undefined,
    schema: undefined,
    partitions: undefined,
    wake: undefined,
    host: undefined,
    port: undefined,
    tls: undefined,
    trustProxy: undefined,
    trustedProxies: undefined,
    insecureHttp: undefined,
    allowedHosts: undefined,
    clock: undefined,
    now: undefined,
    seed: undefined,
    apiKey: undefined,
    adminToken: undefined,
    propertyId: undefined,
    propertyName: undefined,
    rateLimit: undefined,
    targets: undefined,
    ca: undefined,
    deliveryConcurrency: undefined,
    deliveryLeaseMs: undefined,
    role: undefined,
    control: undefined,
    dashboard: undefined,
    logger: undefined,
    secretKey: undefined,
    retention: undefined,
    overload: undefined,
    maxConnections: undefined,
    drainMs: undefined,
    graceMs: undefined,
  }
  await using sandbox = await startSandbox(nothing)
  expect(await sandbox.control.clock.get()).toMatchObject({ mode: 'real' })
  expect((await sandbox.control.bookings.list()).total_count).toBe(0)
})
