import type { Server } from 'node:http'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import type { Storage } from '../storage/storage.ts'
import type { Metrics } from './metrics.ts'
import { metricTable } from './metric-table.ts'
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
  const shed = new CountTally(metricTable.shed)
  const removedRows = new CountTally(metricTable.removedRows)
  const writes = new TimeTally(metricTable.writes)
  const info: Reading = {
    options: metricTable.nodeInfo,
    read: async () => [{ labels: { storage: kind, role, node_version: process.version }, value: 1 }],
  }
  const utilization: Reading = { options: metricTable.utilization, read: utilizationReader() }
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
      releaseClaims: (claims) => timedWrite(() => storage.releaseClaims(claims)),
    }),
    watch({ server, inFlight }) {
      sources.push(
        { options: metricTable.inFlight, read: inFlight },
        { options: metricTable.connections, read: () => countConnections(server) },
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
