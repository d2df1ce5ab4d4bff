import { connectSandbox, type SandboxControl } from '@svc/control'
import { openClock } from '../clock/clock.ts'
import { FaultStore } from '../control/faults.ts'
import { RequestLog } from '../control/request-log.ts'
import { createDeliveryEngine } from '../delivery/engine.ts'
import { allowedHosts } from '../http/allowed-hosts.ts'
import { openLog, openOps } from '../ops/ops.ts'
import { createRuntime } from '../runtime.ts'
import type { ServiceContext } from '../service/context.ts'
import { newAdminToken } from '../service/tokens.ts'
import { openStorage } from '../storage/open.ts'
import { openRateLimiter } from '../storage/rate-limiter.ts'
import { pause } from '../timers.ts'
import { checkOptions } from './check-options.ts'
import { type FilledOptions, fillOptions } from './default-options.ts'
import { ensureFirstProperty } from './first-property.ts'
import { checkTls, checkTransport, isLoopback, listen } from './listen-address.ts'
import { openApp } from './open-app.ts'
import { openControl } from './open-control.ts'
import { openSecrets } from './open-secrets.ts'
import type { SandboxOptions } from './options.ts'
import { openPlace } from './server-place.ts'
import { StartedParts } from './started-parts.ts'

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  /** Where it listens, without a slash at the end; the client API is below `/api/v1/client`. */
  readonly url: string
  /** An API key of {@link Sandbox.propertyId}. */
  readonly apiKey: string
  /** The first property. A UUID. */
  readonly propertyId: string
  /** Its name: `Hostel Miramar`. */
  readonly propertyName: string
  /** The dashboard; null without one. */
  readonly dashboardUrl: string | null
  /** Token of the control API. */
  readonly adminToken: string
  /** The control client of `@svc/control`, for this sandbox and its first property. */
  readonly control: SandboxControl
  /** Stops: finishes the requests and attempts in progress, then closes the database. Safe to call again. */
  close(): Promise<void>
}

/**
 * Starts a sandbox in this process: the whole service as a real server on a port of its own, in some tens of
 * milliseconds. Instances share nothing, so tests may run any number at once.
 *
 * @throws StartError for an unknown option or a wrong value, when it cannot listen as asked, and for an SQLite file that
 *   another server serves
 * @throws StorageUnusable when the database cannot be used
 * @example
 * await using sandbox = await startSandbox({ clock: 'manual' })
 * await fetch(`${sandbox.url}/api/v1/client/bookings`, { headers: { 'X-API-Key': sandbox.apiKey } })
 */
export function startSandbox(given: SandboxOptions = {}): Promise<Sandbox> {
  return startServer(given, { findable: false })
}

/**
 * As {@link startSandbox}, for the command line.
 *
 * @param how.findable whether commands find it and get in
 */
export async function startServer(given: SandboxOptions, how: { findable: boolean }): Promise<Sandbox> {
  checkOptions(given)
  const options = fillOptions(given)
  checkTransport(options)
  checkTls(options.tls)
  const parts = new StartedParts()
  try {
    return await start(options, parts, how.findable)
  } catch (error) {
    // The reason of the failed start says more than an error of the clean-up.
    await parts.stop().catch(() => {})
    throw error
  }
}

/** Starts every part after the parts that it needs. They are stopped from the last to the first. */
async function start(options: FilledOptions, parts: StartedParts, findable: boolean): Promise<Sandbox> {
  const { database, shared, schema, role, targets, seed, host, port, tls, drainMs, graceMs } = options
  const { partitions, wake } = options

  const logger = await openLog(options.logger)
  const place = parts.add(
    openPlace({
      database,
      shared,
      findable,
      // Without its stack: the same folder is the database's, whose error says what to do.
      onTrouble: (error) =>
        logger?.warn({ reason: String(error) }, 'this server cannot be listed for others to find it'),
    }),
    (part) => part.leave(),
  )
  const opened = parts.add(await openStorage({ database, schema, role, partitions, wake, logger }), (part) =>
    part.close(),
  )
  const clock = parts.add(
    await openClock({ storage: opened, mode: options.clock, now: milliseconds(options.now) }),
    (part) => part.close(),
  )
  const runtime = createRuntime({ clock })
  const secrets = await openSecrets({ storage: opened, secretKey: options.secretKey, logger })

  const log = new RequestLog()
  const { retention, overload } = options
  const ops = parts.add(
    await openOps({ storage: opened, clock, requestLog: log, logger, role, retention, overload }),
    (part) => part.retention.stop(),
  )
  ops.retention.start()
  const { storage, trace, onAttempt } = ops

  const rateLimiter = await openRateLimiter({ storage, limit: options.rateLimit, clock })
  const context: ServiceContext = {
    runtime,
    secrets,
    targets,
    storage,
    // Asked by requests: the engine is there by then.
    offer: (property) => engine.offer(property),
  }
  const { apiKey, propertyId, propertyName } = options
  const wanted = { context, seed, apiKey, propertyId, propertyName }
  const first = await storage.write((tx) => ensureFirstProperty(tx, wanted))
  const adminToken = options.adminToken ?? newAdminToken(runtime)

  const faults = new FaultStore({ uuid: runtime.uuid })
  const engine = parts.add(
    createDeliveryEngine({
      storage,
      runtime,
      secrets,
      targets,
      faults,
      logger,
      trace,
      onAttempt,
      ca: options.ca,
      concurrency: options.deliveryConcurrency,
      leaseMs: options.deliveryLeaseMs,
    }),
    (part) => part.stop({ graceMs }),
  )
  if (role !== 'api') engine.start()
  else if (storage.kind !== 'postgres') logger?.warn(waitingDeliveries(storage.kind))

  const again = { ...wanted, ...first }
  const control = openControl({ storage, context, clock, engine, faults, log, rateLimiter, first: again })
  const hasDashboard = options.control && options.dashboard
  const app = parts.add(
    await openApp({
      runtime,
      logger,
      ops,
      control,
      rateLimiter,
      hosts: allowedHosts({ loopback: isLoopback(host), names: options.allowedHosts }),
      tls,
      proxies: options.trustProxy ? options.trustedProxies : 0,
      maxConnections: options.maxConnections,
      adminToken: options.control ? adminToken : undefined,
      dashboard: hasDashboard,
      api: role !== 'delivery',
    }),
    (part) => part.close(graceMs),
  )
  const url = parts.add(await listen(app.fastify, { host, port, tls }), async () => {
    app.announceStop()
    if (drainMs > 0) await pause(drainMs)
  })

  place.announce({ url, adminToken: options.control ? adminToken : undefined, propertyId: first.propertyId })

  const close = () => parts.stop()
  let client: SandboxControl | undefined
  return {
    url,
    ...first,
    dashboardUrl: hasDashboard ? `${url}/dashboard` : null,
    adminToken,
    get control() {
      return (client ??= connectSandbox({ url, adminToken, propertyId: first.propertyId }))
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What somebody should know who takes one process for the API alone, without a database for several. */
function waitingDeliveries(kind: 'memory' | 'sqlite'): string {
  return kind === 'memory'
    ? 'role api sends no webhooks, and no other process can send those of a database in memory: they stay pending'
    : 'role api sends no webhooks: deliveries wait for another process on this file (--role delivery --shared)'
}

/** A moment in the form of the clock. The options are checked already. */
function milliseconds(moment: SandboxOptions['now']): number | undefined {
  return moment === undefined ? undefined : new Date(moment).getTime()
}
