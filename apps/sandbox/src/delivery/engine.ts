import type { Attempt } from '@svc/control'
import { ServiceError } from '../service/errors.ts'
import { clearTimeout, pause, setTimeout } from '../timers.ts'
import {
  type ClaimedDelivery,
  nextDueAt,
  selectDeliveryToSend,
  settleManual,
  settleScheduled,
} from '../storage/queries/delivery-queue.ts'
import { createAttempt } from './attempt.ts'
import { createClaimLoop } from './claim-loop.ts'
import type { AttemptReport, DeliveryEngine, DeliveryEngineOptions } from './engine-options.ts'
import { EngineStopped } from './errors.ts'
import { afterFailure } from './ladder.ts'
import type { AttemptResult } from './outcome.ts'
import { createSend, type Sendable } from './send.ts'
import { settleWithin } from './settle.ts'
import { Signal } from './signal.ts'
import { Slots } from './slots.ts'

export type {
  AttemptReport,
  DeliveryEngine,
  DeliveryEngineOptions,
  DeliveryLogger,
} from './engine-options.ts'
export type { DeliveryFaults } from './send.ts'

const defaultLeaseMs = 15_000
/** How long other nodes and the dashboard wait at most to hear of settled attempts. */
const announceMs = 100

/**
 * The delivery engine (spec 6 and 8, DESIGN 5): claims due deliveries, makes one attempt of each and settles it, in
 * one transaction with what follows from it. The queue is the deliveries table, so a crash at any point loses nothing:
 * the row is still due, and free again when the lease is over. At most one POST is repeated then.
 */
export function createDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { storage, runtime, logger, leaseMs = defaultLeaseMs } = options
  const { clock } = runtime
  const slots = new Slots({ concurrency: options.concurrency ?? 64, perEndpoint: options.perEndpoint ?? 4 })
  const send = createSend({
    attempt: createAttempt(options),
    secrets: options.secrets,
    faults: options.faults,
    userAgent: options.userAgent ?? 'svc-webhooks',
    trace: options.trace,
    failed: (error, delivery) =>
      logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be made'),
  })
  const loop = createClaimLoop({ storage, clock, slots, leaseMs, logger, begin })

  /** Breaks off the attempts that outlast the grace of `stop`. */
  let run = new AbortController()
  let stopped = false
  const underWay = new Map<Promise<void>, ClaimedDelivery>()
  let resends = 0
  /** Fires when an attempt has ended, or when nothing more is going to. */
  const progress = new Signal()
  let announceTimer: ReturnType<typeof setTimeout> | undefined

  function begin(delivery: ClaimedDelivery): void {
    slots.take(delivery.endpoint_id)
    const task = attemptScheduled(delivery, run.signal)
      .catch((error: unknown) =>
        // Its lease runs out, and it is attempted again.
        logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be written down'),
      )
      .finally(() => {
        slots.release(delivery.endpoint_id)
        underWay.delete(task)
        progress.fire()
        loop.wake()
      })
    underWay.set(task, delivery)
  }

  async function attemptScheduled(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const started_at = clock.now()
    const until = clock.real() + leaseMs
    const result = await send(delivery, signal)
    if (signal.aborted) return
    const now = clock.now()
    const next =
      result.outcome === 'delivered'
        ? { status: 'delivered' as const, next_attempt_at: null }
        : afterFailure(delivery.ladder_attempts + 1, now)
    const { id: delivery_id, lease_token } = delivery
    const kept = await settleWithin({ storage, clock, until, result, signal }, (tx, attempt) =>
      settleScheduled(tx, { delivery_id, lease_token, attempt: { ...attempt, started_at }, next, now }),
    )
    if (kept) report(delivery, result, 'scheduled', next.status, started_at - delivery.next_attempt_at)
    else logger?.debug({ delivery_id }, 'a result was dropped: the claim was lost or the delivery is gone')
  }

  async function resend(delivery_id: string): Promise<Attempt> {
    const delivery = await selectDeliveryToSend(storage.db, delivery_id)
    if (!delivery) throw new ServiceError('not_found', `There is no delivery ${delivery_id}.`)
    resends += 1
    try {
      const started_at = clock.now()
      const until = clock.real() + leaseMs
      const result = await send(delivery, new AbortController().signal)
      const delivered = result.outcome === 'delivered'
      const number = await settleWithin({ storage, clock, until, result }, (tx, attempt) =>
        settleManual(tx, { delivery_id, attempt: { ...attempt, started_at }, delivered, now: clock.now() }),
      )
      if (number === null) {
        throw new ServiceError('not_found', `Delivery ${delivery_id} was deleted while it was being resent.`)
      }
      report(delivery, result, 'manual', delivered ? 'delivered' : null, null)
      return { number, kind: 'manual', started_at: new Date(started_at).toISOString(), ...result }
    } finally {
      resends -= 1
      progress.fire()
    }
  }

  function report(
    { id: delivery_id, endpoint_id, property_id, event_type, traceparent, attempts }: Sendable,
    result: AttemptResult,
    kind: AttemptReport['kind'],
    status: AttemptReport['status'],
    lag_ms: number | null,
  ): void {
    announceTimer ??= setTimeout(announce, announceMs).unref()
    const identity = { delivery_id, endpoint_id, property_id, event_type, traceparent, number: attempts + 1 }
    try {
      options.onAttempt?.({ ...identity, ...result, kind, status, lag_ms })
    } catch (error) {
      logger?.error({ err: error, delivery_id }, 'a listener to attempts failed')
    }
  }

  /** Once for many attempts: on PostgreSQL, commits that notify wait for each other. */
  function announce(): void {
    clearTimeout(announceTimer)
    announceTimer = undefined
    storage.notify(storage.db, 'deliveries').catch((error: unknown) => {
      logger?.debug({ err: error }, 'settled attempts could not be announced')
    })
  }

  async function settled(): Promise<void> {
    const now = clock.now()
    for (let waitMs = 4; ; waitMs = Math.min(waitMs * 2, 100)) {
      if (stopped) throw new EngineStopped('somebody waited for its deliveries')
      loop.wake()
      const moved = Promise.race([progress.next(), pause(waitMs)])
      // While attempts are under way here, there is no need to ask the database.
      if (slots.inUse === 0) {
        const due = await nextDueAt(storage.db)
        if (due === null || due > now) return
      }
      await moved
    }
  }

  return {
    start() {
      if (run.signal.aborted) run = new AbortController()
      stopped = false
      loop.start()
    },
    settled,
    resend,
    async stop({ graceMs = 6_000 } = {}) {
      stopped = true
      progress.fire()
      await loop.stop()
      let left: ClaimedDelivery[] = []
      // Not a pause to race against: its timer would keep the process alive for the rest of the grace.
      const graceEnds = setTimeout(() => {
        left = [...underWay.values()]
        run.abort()
      }, graceMs)
      await Promise.all(underWay.keys())
      clearTimeout(graceEnds)
      run.abort()
      await loop.giveBack(left)
      if (announceTimer) announce()
    },
    inFlight: () => slots.inUse + resends,
  }
}
