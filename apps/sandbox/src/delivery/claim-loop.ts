import { randomUUID } from 'node:crypto'
import type { Clock } from '../runtime.ts'
import { clearTimeout, pause, setTimeout } from '../timers.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type QueueHead,
  releaseClaims,
  selectQueueHeads,
} from '../storage/queries/delivery-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { DeliveryLogger } from './engine-options.ts'
import { Signal } from './signal.ts'
import type { Slots } from './slots.ts'

export interface ClaimLoopOptions {
  storage: Storage
  clock: Clock
  slots: Slots
  leaseMs: number
  logger: DeliveryLogger | undefined
  /** Starts the attempt of a claimed delivery and takes its slot before it returns. */
  begin: (delivery: ClaimedDelivery) => void
}

export interface ClaimLoop {
  start(): void
  /** Something may be due, or a slot is free. Cheap, and may be called at any rate. */
  wake(): void
  /** Resolves when no claim is under way any more; what was claimed too late has been given back. */
  stop(): Promise<void>
  /** Gives claims back whose attempts will not be settled. Never rejects: otherwise their leases run out. */
  giveBack(claims: readonly ClaimedDelivery[]): Promise<void>
}

/** Parts that one claim query may have; SQLite takes 500. */
const maxClaimParts = 200
/** How long to sleep at most when nothing is due: makes up for a lost notification. */
const heartbeatMs = 30_000
/** How often to look whether the lease of another node is over, while something due is held by one. */
const foreignLeaseMs = 1_000
/** How long to let slots become free between two claims: it halves what a delivery costs under load. */
const gatherMs = 2

const elapsed = performance.now.bind(performance)

/** Claims what is due whenever something may be due and a slot is free. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { storage, clock, slots, leaseMs, logger, begin } = options
  let running = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  let wakeTimer: ReturnType<typeof setTimeout> | undefined
  let unlisten: (() => void)[] = []
  const stopping = new Signal()

  function wake(): void {
    if (!running) return
    lookAgain = true
    looking ??= look()
  }

  async function look(): Promise<void> {
    let failures = 0
    while (lookAgain && isRunning()) {
      lookAgain = false
      clearTimeout(wakeTimer)
      const began = elapsed()
      try {
        wakeTimer = setTimeout(wake, await claimRound()).unref()
        failures = 0
        // Attempts that end meanwhile have their slots filled by one claim; and a look that is slow, because very many
        // endpoints wait, does not become all that this node does.
        await pause(Math.min(gatherMs + elapsed() - began, 100))
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

  /** Claims what is due and begins its attempts. Returns when to look again without being woken, in ms. */
  async function claimRound(): Promise<number> {
    if (slots.free <= 0) return heartbeatMs
    const heads = await selectQueueHeads(storage.db, clock.real())
    const now = clock.now()
    const wanted = heads
      .filter(({ unclaimed_due }) => unclaimed_due !== null && unclaimed_due <= now)
      .map(({ endpoint_id }) => ({ endpoint_id, limit: slots.freeFor(endpoint_id) }))
      .filter(({ limit }) => limit > 0)
      .slice(0, Math.min(slots.free, maxClaimParts))

    if (wanted.length > 0) {
      const realNow = clock.real()
      // Not from the runtime: a repeatable run may repeat its ids, and a claim must be nobody else's.
      const claim = { now, realNow, leaseUntil: realNow + leaseMs, leaseToken: randomUUID() }
      const claimed = await storage.write((tx) =>
        claimDeliveries(storage, tx, { ...claim, wanted, limit: slots.free }),
      )
      if (isRunning()) for (const delivery of claimed) begin(delivery)
      else await giveBack(claimed)
    }
    return sleepMs(heads, now)
  }

  function sleepMs(heads: readonly QueueHead[], now: number): number {
    // Of what another node has claimed we hear when it is settled, but that node may have died.
    const foreign = heads.some(
      ({ endpoint_id, due, unclaimed_due }) =>
        due <= now && (unclaimed_due === null || unclaimed_due > now) && !slots.isBusy(endpoint_id),
    )
    if (foreign) return foreignLeaseMs
    if (clock.mode === 'manual') return heartbeatMs
    const later = heads.flatMap(({ unclaimed_due }) =>
      unclaimed_due !== null && unclaimed_due > now ? unclaimed_due : [],
    )
    return Math.max(1, Math.min(heartbeatMs, ...later.map((due) => due - now)))
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

  const isRunning = () => running

  return {
    start() {
      if (running) return
      running = true
      unlisten = [storage.listen('deliveries', wake), storage.listen('clock', wake)]
      // The clock of this node may learn of a change later than the listener before does.
      if ('onChange' in clock && typeof clock.onChange === 'function') unlisten.push(clock.onChange(wake))
      wake()
    },
    wake,
    async stop() {
      running = false
      clearTimeout(wakeTimer)
      for (const stopListening of unlisten.splice(0)) stopListening()
      stopping.fire()
      await looking
      clearTimeout(wakeTimer)
    },
    giveBack,
  }
}
