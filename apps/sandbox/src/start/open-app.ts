import type { FastifyInstance } from 'fastify'
import type { Control } from '../control/context.ts'
import { controlPlugin } from '../control/control.ts'
import { faultPlugin } from '../control/fault-plugin.ts'
import { requestLogPlugin } from '../control/request-log-plugin.ts'
import { type AllowedHosts, checkHost } from '../http/allowed-hosts.ts'
import { clientApi } from '../http/api.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { dashboard } from '../http/dashboard/plugin.ts'
import { meta } from '../http/meta.ts'
import type { Ops } from '../ops/ops.ts'
import type { RateLimiter } from '../storage/rate-limiter.ts'
import { clearTimeout, setTimeout } from '../timers.ts'

export interface OpenAppOptions extends AppOptions {
  control: Control
  rateLimiter: RateLimiter
  /** By which names the server goes. */
  hosts: AllowedHosts
  ops: Ops
  /** The token of the control API; undefined: the control API is not served. */
  adminToken: string | undefined
  /** Serve the dashboard. */
  dashboard: boolean
  /** Serve the client API. */
  api: boolean
}

/** The HTTP server with everything that it serves, before it listens. */
export interface App {
  fastify: FastifyInstance
  /** From now on `/readyz` answers 503, and answers close their connections. */
  announceStop(): void
  /** Waits for requests in progress. Connections that are still open after `graceMs` are cut off. */
  close(graceMs: number): Promise<void>
}

export async function openApp(options: OpenAppOptions): Promise<App> {
  const { control, rateLimiter, hosts, ops, adminToken } = options
  const { storage, context, clock, faults, log } = control
  let isStopping = false
  const stopping = () => isStopping

  const fastify = createApp(options)
  await fastify.register(checkHost({ hosts }))
  await fastify.register(ops.server({ stopping }))
  await fastify.register(meta({ storage, stopping }))
  if (adminToken !== undefined) {
    await fastify.register(controlPlugin({ control, adminToken }), { prefix: '/sandbox' })
  }
  if (options.dashboard) await fastify.register(dashboard())
  if (options.api) {
    const own = [requestLogPlugin({ log, clock }), faultPlugin({ faults })]
    const scopes = [...ops.before, ...own, ...ops.after]
    await fastify.register(
      clientApi({ storage, context, rateLimiter, hosts, scopes, atOnce: () => faults.isEmpty }),
    )
  }
  return {
    fastify,
    announceStop() {
      isStopping = true
    },
    async close(graceMs) {
      const cutOff = setTimeout(() => fastify.server.closeAllConnections(), graceMs)
      try {
        await fastify.close()
      } finally {
        clearTimeout(cutOff)
      }
    },
  }
}
