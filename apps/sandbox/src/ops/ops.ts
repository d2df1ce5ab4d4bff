import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { AttemptReport } from '../delivery/engine.ts'
import type { TraceAttempt } from '../delivery/send.ts'
import type { Clock } from '../runtime.ts'
import type { Storage } from '../storage/storage.ts'
import { accessLog } from './access-log.ts'
import { closeWhileStopping } from './close-while-stopping.ts'
import { logAttempts } from './delivery-log.ts'
import type { LogOptions } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createNodeMetrics } from './node-metrics.ts'
import { createRetention, type Retention, type RetentionOptions, type RetentionPeriods } from './retention.ts'
import { createShedLoad, type OverloadLimits } from './shed-load.ts'
import { slowReaders } from './slow-readers.ts'
import { openTracing } from './tracing.ts'

export interface OpsOptions {
  storage: Storage
  clock: Clock
  /** What this node does, for its metrics. */
  role: string
  /** @default none */
  logger?: Logger | undefined
  /** Of this node, for retention. @default none */
  requestLog?: RetentionOptions['requestLog']
  /** @default those of {@link RetentionPeriods} */
  retention?: RetentionPeriods | undefined
  /** @default those of {@link OverloadLimits} */
  overload?: OverloadLimits | undefined
}

/** What an operator needs from a server. */
export interface Ops {
  /** The storage, with its transactions timed. */
  storage: Storage
  /** For the server as a whole, before its routes: the access log, `/metrics`. */
  server(options: { stopping: () => boolean }): FastifyPluginAsync
  /** For the client API's scope, before and after its other plugins. */
  before: FastifyPluginAsync[]
  after: FastifyPluginAsync[]
  /** For the delivery engine. */
  trace: TraceAttempt | undefined
  onAttempt: (report: AttemptReport) => void
  retention: Retention
}

/** The log of a server that has one. Loaded when asked for: pino takes 7 ms. */
export async function openLog(logger: boolean | LogOptions): Promise<Logger | undefined> {
  const options = logger === true ? {} : logger
  if (options === false || options.level === 'silent') return undefined
  const { createLog } = await import('./log.ts')
  return createLog(options)
}

export async function openOps(options: OpsOptions): Promise<Ops> {
  const { storage, clock, role, logger, requestLog } = options
  const metrics = createMetrics({ storage, clock })
  const node = createNodeMetrics({ sources: metrics.sources, kind: storage.kind, role })
  const timed = node.timed(storage)
  const load = createShedLoad({ ...options.overload, onShed: node.shed })
  const tracing = await openTracing()
  const logAttempt = logger && logAttempts(logger)
  return {
    storage: timed,
    server: ({ stopping }) =>
      fp(async function opsPlugin(fastify) {
        node.watch({ server: fastify.server, inFlight: load.inFlight })
        await fastify.register(closeWhileStopping({ stopping }))
        if (logger) await fastify.register(accessLog({ logger }))
        await fastify.register(metrics.endpoint)
      }),
    before: [...(tracing ? [tracing.scope] : []), metrics.scope, load.scope],
    after: [slowReaders()],
    trace: tracing?.attempt,
    onAttempt(report) {
      metrics.attempt(report)
      logAttempt?.(report)
    },
    retention: createRetention({
      ...options.retention,
      storage: timed,
      clock,
      requestLog,
      logger,
      onRemoved: node.removed,
    }),
  }
}
