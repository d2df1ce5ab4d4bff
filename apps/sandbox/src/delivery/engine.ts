import { randomUUID } from 'node:crypto'
import type { Attempt } from '@svc/testing'
import type { Runtime } from '../runtime.ts'
import type { TargetPolicy } from '../service/context.ts'
import { ServiceError } from '../service/errors.ts'
import { clearTimeout, pause, setTimeout } from '../storage/native-timers.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  nextDueAt,
  releaseClaims,
  selectDeliveryToSend,
  selectQueueHeads,
  settleManual,
  settleScheduled,
} from '../storage/queries/delivery-queue.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { createAttempt } from './attempt.ts'
import { EngineStopped } from './errors.ts'
import { afterFailure } from './ladder.ts'
import type { AttemptResult } from './outcome.ts'
import type { Resolve } from './resolve.ts'
import { createSend, type DeliveryFaults, type Sendable } from './send.ts'
import { settleWithin } from './settle.ts'
import { Signal } from './signal.ts'
import { Slots } from './slots.ts'

/** What the engine tells in passing. Pino's logger is one. */
export interface DeliveryLogger {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** One attempt that has been made and written down, for metrics and traces. */
export interface AttemptReport extends AttemptResult {
  delivery_id: string
  endpoint_id: string
  property_id: string
  event_type: string
  kind: 'scheduled' | 'manual'
  /** Status of the delivery after it; null for a manual attempt that changed nothing. */
  status: 'delivered' | 'failed' | 'dead' | null
  /** Virtual milliseconds between due time and start; null for a manual attempt. */
  lag_ms: number | null
  traceparent: string | null
}

export interface DeliveryEngineOptions {
  storage: Storage
  runtime: Runtime
  /** Opens the endpoints' signing secrets. */
  secrets: SecretBox
  /** Where webhooks may go. */
  targets: TargetPolicy
  /** @default silent */
  logger?: DeliveryLogger | undefined
  /** Attempts under way at once on this node. @default 64 */
  concurrency?: number | undefined
  /** Attempts under way at once on this node to one endpoint. @default 4 */
  perEndpoint?: number | undefined
  /** Receivers that pretend. @default none */
  faults?: DeliveryFaults | undefined
  /** Further certificates to trust, in PEM. @default none */
  ca?: string | readonly string[] | undefined
  /** `User-Agent` of deliveries. @default 'svc-webhooks' */
  userAgent?: string | undefined
  /** Milliseconds of real time that an attempt may take (spec 8). @default 5000 */
  timeoutMs?: number | undefined
  /**
   * Milliseconds of real time for which a claim holds: longer than an attempt and writing it down take, and than the
   * clocks of two nodes differ. @default 15000
   */
  leaseMs?: number | undefined
  /** How host names become addresses. @default the name servers, then the system */
  resolve?: Resolve | undefined
  /** Hears of every attempt once it is written down. */
  onAttempt?: ((report: AttemptReport) => void) | undefined
}

export interface DeliveryEngine {
  /** Starts to claim. A node that delivers nothing (`--role api`) never calls it. */
  start(): void
  /**
   * Resolves when nothing that was due at the virtual now is left, on any node.
   * @throws {EngineStopped} when the engine is stopped meanwhile
   */
  settled(): Promise<void>
  /**
   * Makes one extra attempt outside the ladder, with the same id and bytes (D18), and resolves with it.
   * @throws {ServiceError} `not_found` when there is no such delivery, or it was deleted under way
   */
  resend(deliveryId: string): Promise<Attempt>
  /** Stops claiming, lets attempts under way end, and gives back the claims of those that do not in time. */
  stop(options?: { /** @default 6000 */ graceMs?: number }): Promise<void>
  /** Attempts under way on this node. */
  inFlight(): number
}

const defaultLeaseMs = 15_000
/** Parts that one claim query may have; SQLite takes 500. */
const maxClaimParts = 200
/** How long to sleep at most when nothing is due: makes up for a lost notification. */
const heartbeatMs = 30_000
/** How often to look whether the lease of another node is over, while something due is held by one. */
const foreignLeaseMs = 1_000
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
    failed: (error, delivery) =>
      logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be made'),
  })

  /** From `start` to `stop`; the signal breaks attempts off that outlast the grace. */
  let run: AbortController | undefined
  let stopped = false
  const underWay = new Map<Promise<void>, ClaimedDelivery>()
  let resends = 0
  const progress = new Signal()
  const stopping = new Signal()
  let unlisten: (() => void)[] = []

  let looking: Promise<void> | undefined
  let lookAgain = false
  let wakeTimer: ReturnType<typeof setTimeout> | undefined
  let announceTimer: ReturnType<typeof setTimeout> | undefined

  function wake(): void {
    if (!run) return
    lookAgain = true
    looking ??= look()
  }

  async function look(): Promise<void> {
    let failures = 0
    while (lookAgain && run) {
      lookAgain = false
      clearTimeout(wakeTimer)
      try {
        const waitMs = await claimRound(run)
        failures = 0
        if (waitMs !== null) wakeTimer = setTimeout(wake, waitMs).unref()
      } catch (error) {
        // The database is away: ask again, and ever more rarely, until it answers.
        const waitMs = Math.min(100 * 2 ** failures++, 3_000)
        logger?.warn({ err: error, retry_ms: waitMs }, 'deliveries could not be claimed')
        await Promise.race([pause(waitMs), stopping.next()])
        lookAgain = true
      }
    }
    looking = undefined
  }

  /** Claims what is due and starts its attempts. Returns when to look again, in ms; null: at the next event. */
  async function claimRound(round: AbortController): Promise<number | null> {
    if (slots.free <= 0) return null
    const heads = await selectQueueHeads(storage.db, clock.real())
    const now = clock.now()
    const wanted = heads
      .filter(({ unclaimed_due }) => unclaimed_due !== null && unclaimed_due <= now)
      .map(({ endpoint_id }) => ({ endpoint_id, limit: slots.freeFor(endpoint_id) }))
      .filter(({ limit }) => limit > 0)
      .slice(0, Math.min(slots.free, maxClaimParts))

    if (wanted.length > 0) {
      const realNow = clock.real()
      const leaseToken = randomUUID()
      const claimed = await storage.write((tx) =>
        claimDeliveries(storage, tx, {
          wanted,
          limit: slots.free,
          now,
          realNow,
          leaseUntil: realNow + leaseMs,
          leaseToken,
        }),
      )
      if (run !== round) await giveBack(claimed)
      else for (const delivery of claimed) begin(delivery, round.signal)
    }

    // Of those that another node has claimed we hear only when it settles them, and it may have died.
    const foreign = heads.some(
      ({ endpoint_id, due, unclaimed_due }) =>
        due <= now && (unclaimed_due === null || unclaimed_due > now) && !slots.isBusy(endpoint_id),
    )
    if (foreign) return foreignLeaseMs
    if (clock.mode === 'manual') return heartbeatMs
    const later = heads.flatMap(({ unclaimed_due }) =>
      unclaimed_due !== null && unclaimed_due > now ? unclaimed_due : [],
    )
    return Math.max(1, Math.min(heartbeatMs, Math.min(...later) - now))
  }

  function begin(delivery: ClaimedDelivery, signal: AbortSignal): void {
    slots.take(delivery.endpoint_id)
    const task = attemptScheduled(delivery, signal)
      .catch((error: unknown) =>
        // Its lease runs out, and it is attempted again.
        logger?.error({ err: error, delivery_id: delivery.id }, 'an attempt could not be written down'),
      )
      .finally(() => {
        slots.release(delivery.endpoint_id)
        underWay.delete(task)
        progress.fire()
        wake()
      })
    underWay.set(task, delivery)
  }

  async function attemptScheduled(delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const startedAt = clock.now()
    const leaseEnds = clock.real() + leaseMs
    const result = await send(delivery, signal)
    if (signal.aborted) return
    const now = clock.now()
    const next =
      result.outcome === 'delivered'
        ? { status: 'delivered' as const, next_attempt_at: null }
        : afterFailure(delivery.ladder_attempts + 1, now)
    const kept = await settle(leaseEnds, result, (tx, attempt) =>
      settleScheduled(tx, {
        delivery_id: delivery.id,
        lease_token: delivery.lease_token,
        attempt: { ...attempt, started_at: startedAt },
        next,
        now,
      }),
    )
    if (!kept) {
      logger?.debug(
        { delivery_id: delivery.id },
        'the result of an attempt was dropped: claim or delivery is gone',
      )
      return
    }
    report(delivery, 'scheduled', result, next.status, startedAt - delivery.next_attempt_at)
  }

  async function resend(deliveryId: string): Promise<Attempt> {
    const delivery = await selectDeliveryToSend(storage.db, deliveryId)
    if (!delivery) throw new ServiceError('not_found', `There is no delivery ${deliveryId}.`)
    resends += 1
    try {
      const startedAt = clock.now()
      const result = await send(delivery, new AbortController().signal)
      const delivered = result.outcome === 'delivered'
      const number = await settle(clock.real() + leaseMs, result, (tx, attempt) =>
        settleManual(tx, {
          delivery_id: deliveryId,
          attempt: { ...attempt, started_at: startedAt },
          delivered,
          now: clock.now(),
        }),
      )
      if (number === null) {
        throw new ServiceError('not_found', `Delivery ${deliveryId} was deleted while it was being resent.`)
      }
      report(delivery, 'manual', result, delivered ? 'delivered' : null, null)
      return { number, kind: 'manual', started_at: new Date(startedAt).toISOString(), ...result }
    } finally {
      resends -= 1
      progress.fire()
    }
  }

  function settle<T>(
    until: number,
    result: AttemptResult,
    work: (tx: Db, attempt: AttemptResult) => Promise<T>,
  ): Promise<T> {
    return settleWithin({ storage, clock, until, result, work })
  }

  function report(
    delivery: Sendable,
    kind: AttemptReport['kind'],
    result: AttemptResult,
    status: AttemptReport['status'],
    lag: number | null,
  ): void {
    announceTimer ??= setTimeout(announce, announceMs).unref()
    const { id: delivery_id, endpoint_id, property_id, event_type, traceparent } = delivery
    try {
      options.onAttempt?.({
        ...result,
        delivery_id,
        endpoint_id,
        property_id,
        event_type,
        traceparent,
        kind,
        status,
        lag_ms: lag,
      })
    } catch (error) {
      logger?.error({ err: error, delivery_id }, 'a listener to attempts failed')
    }
  }

  /** Once for many: on PostgreSQL, commits that notify wait for each other. */
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
      wake()
      const moved = Promise.race([progress.next(), stopping.next(), pause(waitMs)])
      // While attempts are under way here, there is no need to ask the database.
      if (slots.inUse === 0) {
        const due = await nextDueAt(storage.db)
        if (due === null || due > now) return
      }
      await moved
    }
  }

  async function giveBack(claims: readonly ClaimedDelivery[]): Promise<void> {
    if (claims.length === 0) return
    try {
      await storage.write((tx) => releaseClaims(tx, claims))
    } catch (error) {
      logger?.warn(
        { err: error, claims: claims.length },
        'claims could not be given back; their leases run out',
      )
    }
  }

  return {
    start() {
      if (run) return
      run = new AbortController()
      stopped = false
      unlisten = [storage.listen('deliveries', wake), storage.listen('clock', wake)]
      // The clock of this node may learn of a change later than this listener does.
      if ('onChange' in clock && typeof clock.onChange === 'function') unlisten.push(clock.onChange(wake))
      wake()
    },
    settled,
    resend,
    async stop({ graceMs = 6_000 } = {}) {
      const ending = run
      run = undefined
      stopped = true
      clearTimeout(wakeTimer)
      for (const stopListening of unlisten.splice(0)) stopListening()
      stopping.fire()
      await looking
      await Promise.race([Promise.all(underWay.keys()), pause(graceMs)])
      ending?.abort()
      const left = [...underWay.entries()]
      await Promise.all(left.map(([task]) => task))
      await giveBack(left.map(([, delivery]) => delivery))
      if (announceTimer) announce()
    },
    inFlight: () => slots.inUse + resends,
  }
}
