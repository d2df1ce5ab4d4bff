import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AttemptReport } from '../delivery/engine.ts'
import { whenEnded } from '../http/when-ended.ts'
import type { Clock } from '../runtime.ts'
import { selectQueueState } from '../storage/queries/delivery-log.ts'
import type { Storage } from '../storage/storage.ts'

/** What an operator watches (Prometheus text). Each server has a registry of its own, so that many fit in a process. */
export interface Metrics {
  /** Counts the requests of the client API: registered inside its scope. */
  scope: FastifyPluginAsync
  /** `GET /metrics`. */
  endpoint: FastifyPluginAsync
  /** Counts an attempt of this node. */
  attempt(attempt: Pick<AttemptReport, 'outcome' | 'kind' | 'duration_ms' | 'status' | 'lag_ms'>): void
  /** For what other parts count. */
  registry: Registry
}

export function createMetrics(options: { storage: Storage; clock: Clock }): Metrics {
  const { storage, clock } = options
  const registry = new Registry()
  const registers = [registry]
  const labelNames = ['method', 'route', 'status'] as const

  const requests = new Counter({
    name: 'svc_http_requests_total',
    help: 'Requests of the client API by method, route and status.',
    labelNames,
    registers,
  })
  const duration = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const replays = new Counter({
    name: 'svc_idempotent_replays_total',
    help: 'Answers that were replayed under their Idempotency-Key.',
    registers,
  })
  const rateLimited = new Counter({
    name: 'svc_rate_limited_total',
    help: 'Requests that were refused because of the rate limit.',
    registers,
  })
  const attempts = new Counter({
    name: 'svc_delivery_attempts_total',
    help: 'Attempts of this node by outcome, and whether the ladder or a person made them.',
    labelNames: ['outcome', 'kind'] as const,
    registers,
  })
  const attemptDuration = new Histogram({
    name: 'svc_delivery_attempt_duration_seconds',
    help: 'Seconds of an attempt, from its connection to its end.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const settled = new Counter({
    name: 'svc_deliveries_settled_total',
    help: 'Deliveries that attempts of this node ended, by their last status: delivered or dead.',
    labelNames: ['status'] as const,
    registers,
  })
  const lag = new Histogram({
    name: 'svc_delivery_lag_seconds',
    help: 'Virtual seconds from when an attempt was due to its start.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
    registers,
  })
  const depth = new Gauge({
    name: 'svc_delivery_queue_depth',
    help: 'Deliveries of all nodes that wait for an attempt, held ones included, by status: pending or failed.',
    labelNames: ['status'] as const,
    registers,
  })
  const oldestDue = new Gauge({
    name: 'svc_delivery_oldest_due_seconds',
    help: 'Virtual seconds for which the most overdue delivery has waited; 0 when none is due.',
    registers,
  })

  async function readQueue(): Promise<void> {
    const state = await selectQueueState(storage.db)
    // A status without waiting deliveries is reported as 0: an alert needs a series that exists.
    for (const status of ['pending', 'failed']) depth.set({ status }, state.waiting[status] ?? 0)
    oldestDue.set(state.oldestDue === null ? 0 : Math.max(0, (clock.now() - state.oldestDue) / 1000))
  }

  return {
    registry,
    attempt({ outcome, kind, duration_ms, status, lag_ms }) {
      attempts.inc({ outcome, kind })
      attemptDuration.observe(duration_ms / 1000)
      if (status === 'delivered' || status === 'dead') settled.inc({ status })
      if (lag_ms !== null) lag.observe(lag_ms / 1000)
    },
    scope: fp(async function countRequestsPlugin(fastify) {
      whenEnded(fastify, (request, _reply, { status, ms }) => {
        // The template, never the path: each id would make a new series.
        const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
        const { method } = request
        requests.inc({ method, route, status })
        duration.observe({ method, route }, ms / 1000)
        if (request.call?.replayed) replays.inc()
        if (status === 429) rateLimited.inc()
      })
    }),
    endpoint: async function metricsEndpoint(fastify) {
      fastify.get('/metrics', async (_request, reply) => {
        await readQueue()
        return reply.type(registry.contentType).send(await registry.metrics())
      })
    },
  }
}
