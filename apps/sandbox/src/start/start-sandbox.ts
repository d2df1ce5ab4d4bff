import { connectSandbox, type SandboxControl } from '@svc/control'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { checkOptions } from './check-options.ts'
import { type FilledOptions, fillOptions } from './default-options.ts'
import { openClock, type StoredClock } from '../clock/clock.ts'
import { controlPlugin } from '../control/control.ts'
import { faultPlugin } from '../control/fault-plugin.ts'
import { FaultStore } from '../control/faults.ts'
import type { Control } from '../control/context.ts'
import { createMetrics } from '../ops/metrics.ts'
import { requestLogPlugin } from '../control/request-log-plugin.ts'
import { RequestLog } from '../control/request-log.ts'
import { SnapshotStore } from '../control/snapshots.ts'
import { Tables } from '../control/tables.ts'
import { ensureFirstProperty, type FirstProperty, type FirstPropertyOptions } from './first-property.ts'
import { dashboardPlugin } from '../http/dashboard/plugin.ts'
import { createDeliveryEngine, type DeliveryEngine } from '../delivery/engine.ts'
import { StartError } from './errors.ts'
import { apiPlugin } from '../http/api.ts'
import { createApp } from '../http/app.ts'
import { metaPlugin } from '../http/meta.ts'
import { checkTls, checkTransport, listen } from './listen-address.ts'
import { openLog, openOperations } from '../ops/operations.ts'
import { resealSecrets } from '../ops/reseal.ts'
import type { Retention } from '../ops/retention.ts'
import type { SandboxOptions } from './options.ts'
import { createRuntime } from '../runtime.ts'
import { newAdminToken } from '../service/tokens.ts'
import type { ServiceContext } from '../service/context.ts'
import type { ClockState } from '../storage/clock-store.ts'
import { insertClock } from '../storage/clock-store.ts'
import { openStorage } from '../storage/open.ts'
import { clearTimeout, pause, setTimeout } from '../timers.ts'
import { openRateLimiter } from '../storage/rate-limiter.ts'
import { createSecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  /** Where it listens, without a slash at the end; the client API is below `/api/v1/client`. */
  readonly url: string
  /** An API key of {@link Sandbox.propertyId}. */
  readonly apiKey: string
  readonly propertyId: string
  readonly propertyName: string
  /** The dashboard; null without one. */
  readonly dashboardUrl: string | null
  /** Token of the control API. */
  readonly adminToken: string
  /** The control client of `@svc/testing`, for this sandbox and its first property. */
  readonly control: SandboxControl
  /** Stops: finishes the requests and attempts under way, then closes the database. Safe to call again. */
  close(): Promise<void>
}

/**
 * Starts a sandbox in this process: the whole service as a real server on a port of its own, in some tens of milliseconds.
 * Instances share nothing, so tests may run any number at once.
 *
 * @throws StartError for an option that is not there or has no such value, and when it cannot listen as asked
 * @throws StorageUnusable when the database cannot be used
 * @example
 * await using sandbox = await startSandbox({ clock: 'manual' })
 * await fetch(`${sandbox.url}/api/v1/client/bookings`, { headers: { 'X-API-Key': sandbox.apiKey } })
 */
export async function startSandbox(given: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(given)
  const options = fillOptions(given)
  const { host, port, tls, trustProxy, insecureHttp } = options
  checkTransport({ host, tls: tls !== undefined, trustProxy, insecureHttp })
  checkTls(tls)
  const logger = await openLog(options.logger)
  const storage = await openStorage({
    database: options.database,
    schema: options.schema,
    role: options.role,
    logger,
  })
  let parts: Parts | undefined
  try {
    parts = await assemble(storage, options, logger)
    const url = await listen(parts.app, { host, port, tls: tls !== undefined })
    return running(parts, url)
  } catch (error) {
    if (parts) await stop(parts)
    else await storage.close()
    throw error
  }
}

/** What a running sandbox consists of, and what closing it takes apart. */
interface Parts {
  storage: Storage
  clock: StoredClock
  engine: DeliveryEngine
  retention: Retention
  app: FastifyInstance
  first: FirstProperty
  adminToken: string
  hasDashboard: boolean
  graceMs: number
  drainMs: number
  stopping: { now: boolean }
}

async function assemble(opened: Storage, options: FilledOptions, logger: Logger | undefined): Promise<Parts> {
  const { role, seed, graceMs, drainMs } = options
  const start = startTime(options)
  const clock = await openClock({
    storage: opened,
    mode: options.clock,
    now: start,
  })
  const runtime = createRuntime({ clock })
  const keys = [options.secretKey ?? []].flat()
  const { unreadable } = await resealSecrets({ storage: opened, keys })
  if (unreadable.length > 0) logger?.error({ endpoints: unreadable }, 'webhook secrets that no key opens')
  const secrets = createSecretBox(keys)
  const metrics = createMetrics({ storage: opened, clock })
  const log = new RequestLog()
  const parts = {
    storage: opened,
    clock,
    metrics,
    requestLog: log,
    logger,
    role,
    retention: options.retention,
    overload: options.overload,
  }
  const { storage, retention, ...operations } = await openOperations(parts)
  const context: ServiceContext = { runtime, secrets, targets: options.targets, storage }
  const faults = new FaultStore({ uuid: runtime.uuid })
  const rateLimiter = await openRateLimiter({ storage, limit: options.rateLimit, clock })

  const { apiKey, propertyId, propertyName } = options
  const firstOptions: FirstPropertyOptions = { context, seed, apiKey, propertyId, propertyName }
  const first = await storage.write((tx) => ensureFirstProperty(tx, firstOptions))
  const adminToken = options.adminToken ?? newAdminToken(runtime)

  const engine = createDeliveryEngine({
    storage,
    runtime,
    secrets,
    targets: context.targets,
    faults,
    logger,
    trace: operations.trace,
    onAttempt: operations.onAttempt,
    ca: options.ca,
    concurrency: options.deliveryConcurrency,
    leaseMs: options.deliveryLeaseMs,
  })
  const tables = new Tables({
    storage,
    runtime,
    secrets,
    async ensureFirstProperty(tx, now) {
      const at =
        now === undefined
          ? context
          : { ...context, runtime: { ...runtime, clock: { ...clock, now: () => now } } }
      await ensureFirstProperty(tx, { ...firstOptions, ...first, context: at })
    },
    async replaced() {
      await clock.reload()
      await rateLimiter.reset()
    },
  })
  const stopping = { now: false }
  const app = createApp({
    runtime,
    trustProxy: options.trustProxy,
    logger,
    maxConnections: options.maxConnections,
    tls: options.tls,
  })
  const control: Control = {
    storage,
    context,
    clock,
    engine,
    faults,
    log,
    tables,
    snapshots: new SnapshotStore({ uuid: runtime.uuid, tables, faults }),
    async reset() {
      faults.clear()
      log.clear()
      const { startedAt, ...state } = clockAtStart(options, clock)
      const value = JSON.stringify(state)
      await tables.rebuild({ fill: (tx) => insertClock(tx, value, startedAt), clock: value })
    },
  }
  operations.watch(app, () => stopping.now)
  await app.register(metaPlugin({ storage, stopping: () => stopping.now }))
  await app.register(metrics.endpoint)
  if (options.control) {
    await app.register(controlPlugin({ control, adminToken }), { prefix: '/sandbox' })
  }
  const hasDashboard = options.control && options.dashboard
  if (hasDashboard) await app.register(dashboardPlugin())
  if (role !== 'delivery') {
    const own = [requestLogPlugin({ log, clock }), faultPlugin({ faults })]
    const scopes = [...operations.before, ...own, ...operations.after]
    await app.register(apiPlugin({ storage, context, rateLimiter, scopes }))
  }
  if (role !== 'api') engine.start()
  retention.start()
  return {
    storage,
    clock,
    engine,
    retention,
    app,
    first,
    adminToken,
    hasDashboard,
    graceMs,
    drainMs,
    stopping,
  }
}

function running(parts: Parts, url: string): Sandbox {
  const { first, adminToken } = parts
  let control: SandboxControl | undefined
  let stopped: Promise<void> | undefined
  const close = () => (stopped ??= stop(parts))
  return {
    url,
    ...first,
    dashboardUrl: parts.hasDashboard ? `${url}/dashboard` : null,
    adminToken,
    get control() {
      return (control ??= connectSandbox({ url, adminToken, propertyId: first.propertyId }))
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** In the order of the flow: nothing new comes in, requests end, attempts end, then what they all stand on. */
async function stop(parts: Parts): Promise<void> {
  const { app, engine, retention, clock, storage, graceMs, drainMs, stopping } = parts
  stopping.now = true
  if (drainMs > 0) await pause(drainMs)
  const cutOff = setTimeout(() => app.server.closeAllConnections(), graceMs)
  try {
    await app.close()
    await engine.stop({ graceMs })
    await retention.stop()
  } finally {
    clearTimeout(cutOff)
    clock.close()
    await storage.close()
  }
}

/** Where a new database's clock starts, in milliseconds since 1970. */
function startTime({ now }: SandboxOptions): number | undefined {
  if (now === undefined) return undefined
  const ms = new Date(now).getTime()
  if (!Number.isNaN(ms)) return ms
  throw new StartError('invalid_option', `"${String(now)}" is no time. Write it as 2026-01-31T12:00:00Z.`)
}

/** The clock that a reset goes back to: mode and time as they were given at the start. */
function clockAtStart(options: SandboxOptions, clock: StoredClock): ClockState & { startedAt: number } {
  const startedAt = startTime(options) ?? clock.real()
  return options.clock === 'manual'
    ? { mode: 'manual', now: startedAt, startedAt }
    : { mode: 'real', offset: startedAt - clock.real(), startedAt }
}
