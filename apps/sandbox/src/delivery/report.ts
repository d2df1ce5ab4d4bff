import type { Storage } from '../storage/storage.ts'
import { clearTimeout, setTimeout } from '../timers.ts'
import type { AttemptReport, DeliveryLogger } from './engine-options.ts'
import type { AttemptResult } from './outcome.ts'
import type { Sendable } from './send.ts'

/** How long after an attempt is settled other nodes and the dashboard are notified, at most. */
const announceMs = 100

/** Reports an attempt that has been stored. Never throws. */
export type Report = (
  delivery: Sendable,
  result: AttemptResult,
  what: Omit<
    AttemptReport,
    keyof AttemptResult | 'delivery_id' | 'endpoint_id' | 'property_id' | 'event_type' | 'traceparent'
  >,
) => void

export interface ReportOptions {
  storage: Storage
  onAttempt: ((report: AttemptReport) => void) | undefined
  logger: DeliveryLogger | undefined
}

/** Notifies this node at once, and other nodes a moment later, once for many attempts. */
export function createReport({ storage, onAttempt, logger }: ReportOptions): {
  report: Report
  /** Notifies all nodes a moment later that something else has changed. */
  announce(): void
  /** Whether a notification is one of these, of which the engine of this node knows already. */
  isOwn(from: object | undefined): boolean
  /** Notifies other nodes now of all attempts since the last notification. */
  flush(): void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  const own = {}

  /** Once for many attempts: on PostgreSQL, commits that notify wait for each other. */
  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    storage.notify(storage.db, 'deliveries', own).catch((error: unknown) => {
      logger?.debug({ err: error }, 'settled attempts could not be announced')
    })
  }

  const announce = () => {
    timer ??= setTimeout(tell, announceMs).unref()
  }

  return {
    announce,
    isOwn: (from) => from === own,
    report({ id: delivery_id, endpoint_id, property_id, event_type, traceparent }, result, what) {
      announce()
      try {
        onAttempt?.({ delivery_id, endpoint_id, property_id, event_type, traceparent, ...result, ...what })
      } catch (error) {
        logger?.error({ err: error, delivery_id }, 'a listener to attempts failed')
      }
    },
    flush() {
      if (timer) tell()
    },
  }
}
