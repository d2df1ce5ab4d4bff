import type { Server } from 'node:http'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Storage } from '../storage/storage.ts'
import type { Metrics } from './metrics.ts'
import type { Removed } from './retention.ts'
import type { ShedReason } from './shed-load.ts'
import { CountTally, type Reading, TimeTally } from './tally.ts'

export interface NodeMetrics {
  shed(reason: ShedReason): void
  removed(removed: Removed): void
  /** The same storage, with its transactions timed. */
  timed(storage: Storage): Storage
  /** What can only be read once the server has been put together. */
  watch(node: { server: Server; inFlight: () => number }): void
}

// Taken at import: durations are real time under a test's fake timers too.
const elapsed = performance.now.bind(performance)

/** What an operator watches of one node: load, what was turned away, its database. */
export function createNodeMetrics(options: {
  sources: Metrics['sources']
  kind: string
  role: string
}): NodeMetrics {
  const { sources, kind, role } = options
  const reading = (name: string, help: string, read: Reading['read']): Reading => ({
    options: { name, help },
    read,
  })

  const shed = new CountTally({
    name: 'svc_http_shed_total',
    help: 'Requests answered 503 because of load, by what was short: requests, event_loop or heap.',
    labels: ['reason'],
  })
  const removedRows = new CountTally({
    name: 'svc_retention_removed_total',
    help: 'Rows that retention removed, by table.',
    labels: ['table'],
  })
  const writes = new TimeTally({
    name: 'svc_storage_write_duration_seconds',
    help: 'Seconds from asking for a transaction until it was durable or refused, its wait for its turn included.',
    labels: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  })
  const info: Reading = {
    options: {
      name: 'svc_node_info',
      help: 'Always 1: which storage this node uses and what it does.',
      labels: ['storage', 'role', 'node_version'],
    },
    read: async () => [{ labels: { storage: kind, role, node_version: process.version }, value: 1 }],
  }
  const utilization = reading(
    'nodejs_eventloop_utilization',
    'Busy part of the event loop since the last reading, 0 to 1.',
    utilizationReader(),
  )
  sources.push(shed, removedRows, writes, info, utilization)

  async function timedWrite<T>(write: () => Promise<T>): Promise<T> {
    const began = elapsed()
    let outcome = 'failed'
    try {
      const value = await write()
      outcome = 'committed'
      return value
    } finally {
      writes.observe((elapsed() - began) / 1000, outcome)
    }
  }

  return {
    shed: (reason) => shed.add(1, reason),
    removed(removed) {
      for (const [table, count] of Object.entries(removed)) removedRows.add(count, table)
    },
    timed: (storage) => ({
      ...storage,
      write: (work) => timedWrite(() => storage.write(work)),
      recordPayment: (made) => timedWrite(() => storage.recordPayment(made)),
      claimDeliveries: (wanted) => timedWrite(() => storage.claimDeliveries(wanted)),
      settleAttempts: (settlements) => timedWrite(() => storage.settleAttempts(settlements)),
    }),
    watch({ server, inFlight }) {
      sources.push(
        reading('svc_http_requests_in_flight', 'Requests of the client API under way.', inFlight),
        reading('svc_http_connections', 'Open connections, idle ones included.', () =>
          countConnections(server),
        ),
      )
    },
  }
}

/** Prom-client's default metrics do not have it. */
function utilizationReader(): () => number {
  let last: EventLoopUtilization | undefined
  return () => {
    const now = performance.eventLoopUtilization()
    const since = last ? performance.eventLoopUtilization(now, last) : now
    last = now
    return since.utilization
  }
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count ?? 0))
  })
}
