import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { AttemptReport } from '../delivery/engine.ts'
import { whenEnded } from '../http/when-ended.ts'
import type { Clock } from '../runtime.ts'
import { selectQueueState } from '../storage/queries/delivery-log.ts'
import type { Storage } from '../storage/storage.ts'
import { metricTable } from './metric-table.ts'
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

/** Statuses that somebody is woken for (docs/operations.md). */
const alarming = [500, 503] as const

export function createMetrics(options: { storage: Storage; clock: Clock }): Metrics {
  const { storage, clock } = options
  const requests = new CountTally(metricTable.requests)
  const duration = new TimeTally(metricTable.requestDuration)
  const replays = new CountTally(metricTable.replays)
  const rateLimited = new CountTally(metricTable.rateLimited)
  const attempts = new CountTally(metricTable.attempts)
  const attemptDuration = new TimeTally(metricTable.attemptDuration)
  const settled = new CountTally(metricTable.settled)
  const lag = new TimeTally(metricTable.lag)
  let asked: ReturnType<typeof selectQueueState> | undefined
  const queueState = () => (asked ??= selectQueueState(storage.db).finally(() => (asked = undefined)))
  const depth: Reading = {
    options: metricTable.queueDepth,
    async read() {
      const { waiting } = await queueState()
      // A status of which nothing waits is told as 0: an absent series cannot be alerted on.
      return ['pending', 'failed'].map((status) => ({ labels: { status }, value: waiting[status] ?? 0 }))
    },
  }
  const oldestDue: Reading = {
    options: metricTable.oldestDue,
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
      // What alerts look for is told as 0 before it happens: to Prometheus the first step of a new series is no increase.
      fastify.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) for (const status of alarming) requests.add(0, each, url, status)
      })
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
