import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Control } from '../control/context.ts'
import { controlPlugin } from '../control/control.ts'
import { faultPlugin } from '../control/fault-plugin.ts'
import { requestLogPlugin } from '../control/request-log-plugin.ts'
import { apiPlugin } from '../http/api.ts'
import { type AppOptions, createApp } from '../http/app.ts'
import { dashboardPlugin } from '../http/dashboard/plugin.ts'
import { metaPlugin } from '../http/meta.ts'
import type { Operations } from '../ops/operations.ts'
import type { RateLimiter } from '../storage/rate-limiter.ts'
import { clearTimeout, setTimeout } from '../timers.ts'

export interface OpenAppOptions extends AppOptions {
  control: Control
  rateLimiter: RateLimiter
  operations: Operations
  /** `GET /metrics`. */
  metrics: FastifyPluginAsync
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
  /** From now on `/readyz` says no, and answers close their connections. */
  announceStop(): void
  /** Ends requests under way; connections that are still open after `graceMs` are cut off. */
  close(graceMs: number): Promise<void>
}

export async function openApp(options: OpenAppOptions): Promise<App> {
  const { control, rateLimiter, operations, adminToken } = options
  const { storage, context, clock, faults, log } = control
  let isStopping = false
  const stopping = () => isStopping

  const fastify = createApp(options)
  operations.watch(fastify, stopping)
  await fastify.register(metaPlugin({ storage, stopping }))
  await fastify.register(options.metrics)
  if (adminToken !== undefined) {
    await fastify.register(controlPlugin({ control, adminToken }), { prefix: '/sandbox' })
  }
  if (options.dashboard) await fastify.register(dashboardPlugin())
  if (options.api) {
    const own = [requestLogPlugin({ log, clock }), faultPlugin({ faults })]
    const scopes = [...operations.before, ...own, ...operations.after]
    await fastify.register(apiPlugin({ storage, context, rateLimiter, scopes }))
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
