import type { SeriesOptions, TimeTallyOptions } from './tally.ts'

/** Every metric of ours, as `GET /metrics` tells it and as docs/metrics.md, which is made from this table, describes it. */
export const metricTable = {
  requests: {
    name: 'svc_http_requests_total',
    help: 'Requests of the client API by method, route and status.',
    unit: 'requests',
    labels: {
      method: '`GET`, `POST` …',
      route:
        'the template of the path, as `/api/v1/client/bookings/:bookingId`; `none` for paths that are none',
      status: 'of the answer; `499`: the caller went away first',
    },
  },
  requestDuration: {
    name: 'svc_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    unit: 'seconds',
    labels: { method: '`GET`, `POST` …', route: 'as of `svc_http_requests_total`' },
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  inFlight: {
    name: 'svc_http_requests_in_flight',
    help: 'Requests of the client API under way.',
    unit: 'requests',
  },
  connections: {
    name: 'svc_http_connections',
    help: 'Open connections, idle ones included.',
    unit: 'connections',
  },
  shed: {
    name: 'svc_http_shed_total',
    help: 'Requests answered 503 because of load, by what was short: requests, event_loop or heap.',
    unit: 'requests',
    labels: { reason: '`requests`, `event_loop`, `heap`' },
    fromStart: [['requests'], ['event_loop'], ['heap']],
  },
  rateLimited: {
    name: 'svc_rate_limited_total',
    help: 'Requests that were refused because of the rate limit.',
    unit: 'requests',
  },
  replays: {
    name: 'svc_idempotent_replays_total',
    help: 'Answers that were replayed under their Idempotency-Key.',
    unit: 'answers',
  },
  attempts: {
    name: 'svc_delivery_attempts_total',
    help: 'Attempts of this node by outcome, and whether the ladder or a person made them.',
    unit: 'attempts',
    labels: { outcome: '`delivered`, `failed`', kind: '`scheduled` (the ladder), `manual` (a resend)' },
    fromStart: [
      ['delivered', 'scheduled'],
      ['failed', 'scheduled'],
      ['delivered', 'manual'],
      ['failed', 'manual'],
    ],
  },
  attemptDuration: {
    name: 'svc_delivery_attempt_duration_seconds',
    help: 'Seconds of an attempt, from its connection to its end.',
    unit: 'seconds',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  },
  settled: {
    name: 'svc_deliveries_settled_total',
    help: 'Deliveries that attempts of this node ended, by their last status: delivered or dead.',
    unit: 'deliveries',
    labels: { status: '`delivered`, `dead`' },
    fromStart: [['delivered'], ['dead']],
  },
  lag: {
    name: 'svc_delivery_lag_seconds',
    help: 'Virtual seconds from when an attempt was due to its start.',
    unit: 'virtual seconds',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800],
  },
  queueDepth: {
    name: 'svc_delivery_queue_depth',
    help: 'Deliveries of all nodes that wait for an attempt, held ones included, by status: pending or failed.',
    unit: 'deliveries',
    ofAllNodes: true,
    labels: { status: '`pending` (the first attempt), `failed` (a retry)' },
  },
  oldestDue: {
    name: 'svc_delivery_oldest_due_seconds',
    help: 'Virtual seconds for which the most overdue delivery of all nodes has waited; 0 when none is due.',
    unit: 'virtual seconds',
    ofAllNodes: true,
  },
  writes: {
    name: 'svc_storage_write_duration_seconds',
    help: 'Seconds from asking for a transaction until it was durable or refused, its wait for its turn included.',
    unit: 'seconds',
    labels: { outcome: '`committed`, `failed`' },
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
  },
  removedRows: {
    name: 'svc_retention_removed_total',
    help: 'Rows that retention removed, by table.',
    unit: 'rows',
    labels: { table: '`deliveries` (with their attempts), `events`, `requests` (the request log)' },
  },
  nodeInfo: {
    name: 'svc_node_info',
    help: 'Always 1: which storage this node uses and what it does.',
    unit: 'none',
    labels: {
      storage: '`memory`, `sqlite`, `postgres`',
      role: '`all`, `api`, `delivery`',
      node_version: '`v26.10.0`',
    },
  },
  utilization: {
    name: 'nodejs_eventloop_utilization',
    help: 'Busy part of the event loop since the last reading, 0 to 1.',
    unit: 'share, 0 to 1',
  },
} as const satisfies Record<string, SeriesOptions | TimeTallyOptions>
