import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { RequestLog } from '../control/request-log.ts'
import type { AttemptReport } from '../delivery/engine.ts'
import type { TraceAttempt } from '../delivery/send.ts'
import type { Clock } from '../runtime.ts'
import type { Storage } from '../storage/storage.ts'
import { logRequests } from './access-log.ts'
import { closeWhileStopping } from './close-while-stopping.ts'
import { logAttempts } from './delivery-log.ts'
import { createNodeMetrics } from './node-metrics.ts'
import type { LogOptions } from './log.ts'
import { createRetention, type Retention, type RetentionPeriods } from './retention.ts'
import { createShedLoad, type OverloadLimits } from './shed-load.ts'
import { cutOffSlowReaders } from './slow-readers.ts'
import { openTracing } from './tracing.ts'

/** What an operator needs of a server, put together. */
export interface Operations {
  /** The storage, with its transactions timed. */
  storage: Storage
  /** For the client API's scope, before and after its other plugins. */
  before: FastifyPluginAsync[]
  after: FastifyPluginAsync[]
  /** For the delivery engine. */
  trace: TraceAttempt | undefined
  onAttempt: (report: AttemptReport) => void
  retention: Retention
  /** For the server as a whole, before its routes. */
  watch(app: FastifyInstance, stopping: () => boolean): void
}

/** The log of a server that has one. Loaded when asked for: pino takes 7 ms. */
export async function openLog(logger: boolean | LogOptions): Promise<Logger | undefined> {
  const options = logger === true ? {} : logger
  if (options === false || options.level === 'silent') return undefined
  const { createLog } = await import('./log.ts')
  return createLog(options)
}

export async function openOperations(parts: {
  storage: Storage
  clock: Clock
  metrics: Metrics
  requestLog: RequestLog
  logger: Logger | undefined
  role: string
  retention: RetentionPeriods | undefined
  overload: OverloadLimits | undefined
}): Promise<Operations> {
  const { storage, clock, metrics, requestLog, logger, role, retention, overload } = parts
  const { registry } = metrics
  const node = createNodeMetrics({ registry, kind: storage.kind, role })
  const timed = node.timed(storage)
  const load = createShedLoad({ ...overload, onShed: node.shed })
  const tracing = await openTracing()
  const logAttempt = logger && logAttempts(logger)
  return {
    storage: timed,
    before: [...(tracing ? [tracing.scope] : []), metrics.scope, load.scope],
    after: [cutOffSlowReaders()],
    trace: tracing?.attempt,
    onAttempt(report) {
      metrics.attempt(report)
      logAttempt?.(report)
    },
    retention: createRetention({
      ...retention,
      storage: timed,
      clock,
      requestLog,
      logger,
      onRemoved: node.removed,
    }),
    watch(app, stopping) {
      node.watch({ server: app.server, inFlight: load.inFlight })
      closeWhileStopping(app, stopping)
      if (logger) logRequests(app)
    },
  }
}
