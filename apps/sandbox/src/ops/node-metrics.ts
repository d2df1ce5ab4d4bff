import type { Server } from 'node:http'
import { type EventLoopUtilization, performance } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Storage } from '../storage/storage.ts'
import type { Removed } from './retention.ts'
import type { ShedReason } from './shed-load.ts'

export interface NodeMetrics {
  shed(reason: ShedReason): void
  removed(removed: Removed): void
  /** The same storage, with its transactions timed. */
  timed(storage: Storage): Storage
  /** What can only be read after the server is assembled. */
  watch(node: { server: Server; inFlight: () => number }): void
}

// Taken at import: durations are real time, also with the fake timers of a test.
const elapsed = performance.now.bind(performance)

/**
 * What an operator watches of one node: load, refused requests, its database, its process. Read when Prometheus
 * asks; nothing runs in between.
 */
export function createNodeMetrics(options: { registry: Registry; kind: string; role: string }): NodeMetrics {
  const { registry, kind, role } = options
  const registers = [registry]
  const gauge = (name: string, help: string, collect: (this: Gauge) => void | Promise<void>) =>
    new Gauge({ name, help, registers, collect })

  const shed = new Counter({
    name: 'svc_http_shed_total',
    help: 'Requests answered 503 because of load, by what was short: requests, event_loop or heap.',
    labelNames: ['reason'] as const,
    registers,
  })
  const removedRows = new Counter({
    name: 'svc_retention_removed_total',
    help: 'Rows that retention removed, by table.',
    labelNames: ['table'] as const,
    registers,
  })
  const writes = new Histogram({
    name: 'svc_storage_write_duration_seconds',
    help: 'Seconds from asking for a transaction until it was durable or refused, its wait for its turn included.',
    labelNames: ['outcome'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  })
  new Gauge({
    name: 'svc_node_info',
    help: 'Always 1: which storage this node uses and what it does.',
    labelNames: ['storage', 'role', 'node_version'] as const,
    registers,
  }).set({ storage: kind, role, node_version: process.version }, 1)
  watchProcess(gauge)

  return {
    shed: (reason) => shed.inc({ reason }),
    removed(removed) {
      for (const [table, count] of Object.entries(removed)) removedRows.inc({ table }, count)
    },
    timed: (storage) => ({
      ...storage,
      async write(work) {
        const began = elapsed()
        let outcome = 'failed'
        try {
          const value = await storage.write(work)
          outcome = 'committed'
          return value
        } finally {
          writes.observe({ outcome }, (elapsed() - began) / 1000)
        }
      },
    }),
    watch({ server, inFlight }) {
      gauge('svc_http_requests_in_flight', 'Requests of the client API under way.', function () {
        this.set(inFlight())
      })
      gauge('svc_http_connections', 'Open connections, idle ones included.', async function () {
        this.set(await countConnections(server))
      })
    },
  }
}

/** Metrics of the process, under the usual names. */
function watchProcess(gauge: (name: string, help: string, collect: (this: Gauge) => void) => unknown): void {
  gauge('process_resident_memory_bytes', 'Memory of the process.', function () {
    this.set(process.memoryUsage.rss())
  })
  gauge('nodejs_heap_size_used_bytes', 'Part of the JavaScript heap in use.', function () {
    this.set(process.memoryUsage().heapUsed)
  })
  gauge('process_cpu_seconds_total', 'User and system time of the process.', function () {
    const { user, system } = process.cpuUsage()
    this.set((user + system) / 1e6)
  })
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', function () {
    this.set(performance.timeOrigin / 1000)
  })
  let last: EventLoopUtilization | undefined
  gauge(
    'nodejs_eventloop_utilization',
    'Busy part of the event loop since the last reading, 0 to 1.',
    function () {
      const now = performance.eventLoopUtilization()
      this.set(last ? performance.eventLoopUtilization(now, last).utilization : now.utilization)
      last = now
    },
  )
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => resolve(count ?? 0))
  })
}
