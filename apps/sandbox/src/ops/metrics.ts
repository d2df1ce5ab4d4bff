import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { AttemptReport } from '../delivery/engine.ts'
import { whenEnded } from '../http/when-ended.ts'
import type { Clock } from '../runtime.ts'
import { selectQueueState } from '../storage/queries/delivery-log.ts'
import type { Storage } from '../storage/storage.ts'
import { CountTally, type Reading, TimeTally } from './tally.ts'

/** What an operator watches (Prometheus text). Each server counts for itself, so that many fit in a process. */
export interface Metrics {
  /** Counts the requests of the client API: registered inside its scope. */
  scope: FastifyPluginAsync
  /** `GET /metrics`. */
  endpoint: FastifyPluginAsync
  /** Counts an attempt of this node. */
  attempt(attempt: Pick<AttemptReport, 'outcome' | 'kind' | 'duration_ms' | 'status' | 'lag_ms'>): void
  /** What is told, in this order. Other parts add their own. */
  sources: (CountTally | TimeTally | Reading)[]
}

export function createMetrics(options: { storage: Storage; clock: Clock }): Metrics {
  const { storage, clock } = options
  const requests = new CountTally({
    name: 'svc_http_requests_total',
    help: 'Requests of the client API by method, route and status.',
    labels: ['method', 'route', 'status'],
  })
  const duration = new TimeTally({
    name: 'svc_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labels: ['method', 'route'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  const replays = new CountTally({
    name: 'svc_idempotent_replays_total',
    help: 'Answers that were replayed under their Idempotency-Key.',
  })
  const rateLimited = new CountTally({
    name: 'svc_rate_limited_total',
    help: 'Requests that were refused because of the rate limit.',
  })
  const attempts = new CountTally({
    name: 'svc_delivery_attempts_total',
    help: 'Attempts of this node by outcome, and whether the ladder or a person made them.',
    labels: ['outcome', 'kind'],
  })
  const attemptDuration = new TimeTally({
    name: 'svc_delivery_attempt_duration_seconds',
    help: 'Seconds of an attempt, from its connection to its end.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  })
  const settled = new CountTally({
    name: 'svc_deliveries_settled_total',
    help: 'Deliveries that attempts of this node ended, by their last status: delivered or dead.',
    labels: ['status'],
  })
  const lag = new TimeTally({
    name: 'svc_delivery_lag_seconds',
    help: 'Virtual seconds from when an attempt was due to its start.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
  })
  let asked: ReturnType<typeof selectQueueState> | undefined
  const queueState = () => (asked ??= selectQueueState(storage.db).finally(() => (asked = undefined)))
  const depth: Reading = {
    options: {
      name: 'svc_delivery_queue_depth',
      help: 'Deliveries of all nodes that wait for an attempt, held ones included, by status: pending or failed.',
      labels: ['status'],
    },
    async read() {
      const { waiting } = await queueState()
      // A status of which nothing waits is told as 0: an absent series cannot be alerted on.
      return ['pending', 'failed'].map((status) => ({ labels: { status }, value: waiting[status] ?? 0 }))
    },
  }
  const oldestDue: Reading = {
    options: {
      name: 'svc_delivery_oldest_due_seconds',
      help: 'Virtual seconds for which the most overdue delivery has waited; 0 when none is due.',
    },
    async read() {
      const { oldestDue: due } = await queueState()
      return due === null ? 0 : Math.max(0, (clock.now() - due) / 1000)
    },
  }
  const sources = [
    requests,
    duration,
    replays,
    rateLimited,
    attempts,
    attemptDuration,
    settled,
    lag,
    depth,
    oldestDue,
  ]

  return {
    sources,
    attempt({ outcome, kind, duration_ms, status, lag_ms }) {
      attempts.add(1, outcome, kind)
      attemptDuration.observe(duration_ms / 1000)
      if (status === 'delivered' || status === 'dead') settled.add(1, status)
      if (lag_ms !== null) lag.observe(lag_ms / 1000)
    },
    scope: fp(async function countRequestsPlugin(fastify) {
      whenEnded(fastify, ({ method, call }, _reply, { status, ms }) => {
        // The template, never the path: ids would make a series each.
        const route = call?.route ?? 'none'
        requests.add(1, method, route, status)
        duration.observe(ms / 1000, method, route)
        if (call?.replayed) replays.add(1)
        if (status === 429) rateLimited.add(1)
      })
    }),
    endpoint: async function metricsEndpoint(fastify) {
      fastify.get('/metrics', async (_request, reply) => {
        // Loaded when somebody asks first: prom-client takes 20 ms.
        const { contentType, prometheusText } = await import('./prometheus.ts')
        return reply.type(contentType).send(await prometheusText(sources))
      })
    },
  }
}
