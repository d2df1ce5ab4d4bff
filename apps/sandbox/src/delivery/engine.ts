import { sandboxAgent } from '@svc/control'
import { limits } from '@svc/models'
import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import { nextDueAt } from '../storage/queries/delivery-queue.ts'
import { clearTimeout, pause, setTimeout } from '../timers.ts'
import { createAttempt } from './attempt.ts'
import { attemptsLimit } from './attempts-limit.ts'
import { createBusy } from './busy.ts'
import { createClaimLoop } from './claim-loop.ts'
import type { DeliveryEngine, DeliveryEngineOptions } from './engine-options.ts'
import { EngineStopped } from './errors.ts'
import { createReport } from './report.ts'
import { createResend } from './resend.ts'
import { createScheduled } from './scheduled.ts'
import { createSend } from './send.ts'
import { createSettler } from './settler.ts'
import { Shares, type Slot } from './shares.ts'
import { Signal } from './signal.ts'
import { createSigners } from './signers.ts'
import { realTime } from './time.ts'

export type {
  AttemptReport,
  DeliveryEngine,
  DeliveryEngineOptions,
  DeliveryLogger,
} from './engine-options.ts'
export type { DeliveryFaults } from './send.ts'

const defaultLeaseMs = 15_000

/**
 * The delivery engine (spec 6 and 8): claims due deliveries, makes one attempt of each and settles it, in one
 * transaction with what follows from it. The queue is the deliveries table, so a crash at any point loses nothing: the
 * row is still due, and free again when the lease is over. At most one POST is repeated then.
 */
export function createDeliveryEngine(options: DeliveryEngineOptions): DeliveryEngine {
  const { storage, runtime, logger, leaseMs = defaultLeaseMs, onAttempt } = options
  const { timeoutMs = limits.deliveryTimeoutMs } = options
  const { clock } = runtime
  const shares = new Shares({
    limit: options.concurrency ?? attemptsLimit(),
    perEndpoint: options.perEndpoint ?? 4,
    probing: () => clock.mode === 'real',
    busy: options.busy ?? createBusy(),
    real: () => clock.real(),
    alone: storage.kind !== 'postgres',
  })
  const attempt =
    options.attempt ?? createAttempt({ ...options, believesHangs: () => clock.mode === 'manual' })
  const send = createSend({
    attempt,
    signerOf: createSigners(options.secrets),
    faults: options.faults,
    userAgent: options.userAgent ?? sandboxAgent,
    trace: options.trace,
    failed: (error, delivery) =>
      logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be made'),
  })
  const { report, announce, isOwn, flush } = createReport({ storage, onAttempt, logger })
  const settle = createSettler({ storage, clock, underWay: () => shares.inUse })
  const attemptScheduled = createScheduled({ clock, send, settle, report, logger })
  const resendOnce = createResend({ storage, clock, leaseMs, send, report })
  const loop = createClaimLoop({
    storage,
    clock,
    shares,
    leaseMs,
    time: options.time ?? realTime,
    logger,
    timeoutMs,
    begin,
    announce,
    isOwn,
  })

  /** Aborts the attempts that take longer than the grace of `stop`. */
  let run = new AbortController()
  let stopped = false
  const underWay = new Map<Promise<void>, ClaimedDelivery>()
  let resends = 0
  /** Fires when an attempt has ended, or when nothing more is going to. */
  const progress = new Signal()

  function begin(delivery: ClaimedDelivery, slot: Slot): void {
    const task = attemptOne(delivery, slot).then((isRetried) => {
      underWay.delete(task)
      progress.fire()
      // When a retry falls due is news.
      if (isRetried) loop.wake()
      else loop.goOn()
    })
    underWay.set(task, delivery)
  }

  /** Resolves with false when nothing of the delivery is left to be found in the queue. Never rejects. */
  async function attemptOne(delivery: ClaimedDelivery, slot: Slot): Promise<boolean> {
    let isRetried = true
    try {
      const result = await attemptScheduled(delivery, run.signal, ({ outcome, duration_ms }) => {
        shares.answered(slot, outcome === 'failed' && duration_ms >= timeoutMs)
        loop.goOn()
      })
      isRetried = result?.outcome !== 'delivered'
    } catch (error) {
      // Its lease runs out, and it is attempted again.
      logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be written down')
    }
    shares.release(slot)
    return isRetried
  }

  async function settled(): Promise<void> {
    const now = clock.now()
    for (let waitMs = 4; ; waitMs = Math.min(waitMs * 2, 100)) {
      if (stopped) throw new EngineStopped('somebody waited for its deliveries')
      loop.wake()
      const moved = Promise.race([progress.next(), pause(waitMs)])
      // While attempts are in progress here, there is no need to ask the database.
      if (shares.inUse === 0) {
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
    offer: (propertyId) => loop.offer(propertyId),
    async resend(propertyId, deliveryId) {
      resends += 1
      try {
        return await resendOnce(propertyId, deliveryId)
      } finally {
        resends -= 1
        progress.fire()
      }
    },
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
      attempt.close()
      flush()
    },
    inFlight: () => shares.inUse + resends,
  }
}
