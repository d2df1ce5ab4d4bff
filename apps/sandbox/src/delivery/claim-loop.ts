import { randomUUID } from 'node:crypto'
import type { Clock } from '../runtime.ts'
import {
  claimDeliveries,
  type Claim,
  type ClaimedDelivery,
  releaseClaims,
} from '../storage/queries/delivery-claims.ts'
import { selectNewlyDue, selectNextFall, selectQueueHeads } from '../storage/queries/delivery-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { DeliveryLogger } from './engine-options.ts'
import type { LanePick, Shares } from './shares.ts'
import type { EngineTime } from './time.ts'

export interface ClaimLoopOptions {
  storage: Storage
  clock: Clock
  shares: Shares
  leaseMs: number
  time: EngineTime
  logger: DeliveryLogger | undefined
  /** Starts the attempt of a claimed delivery and takes its share before it returns. */
  begin: (delivery: ClaimedDelivery) => void
}

export interface ClaimLoop {
  start(): void
  /** Call it when something may be due, or an attempt has ended. It is cheap and can be called often. */
  wake(): void
  /** Resolves when no claim is in progress any more; what was claimed too late has been released. */
  stop(): Promise<void>
  /** Gives claims back whose attempts will not be settled. Never rejects: otherwise their leases run out. */
  giveBack(claims: readonly ClaimedDelivery[]): Promise<void>
}

/** How long to sleep at most when nothing is due, in case a notification was lost. */
const heartbeatMs = 30_000
/** How often to look whether the lease of another node is over, while something due is held by one. */
const foreignLeaseMs = 1_000
/** How long to let attempts end between two claims: they share the claim that follows. */
const gatherMs = 2
/** How long known work is claimed without a look at what is new, in milliseconds. */
const newsEveryMs = 20
/** The part of the time that looks at the whole queue may take: one jump into the index for each endpoint. */
const wholeLookPart = 1 / 20
/** The same where no other look is possible. */
const onlyLookPart = 1 / 10
/**
 * What fell due shortly before the last look is looked for again, in milliseconds: it may have been committed since.
 */
const overlapMs = 250

/** Claims what is due whenever something may be due and there is room for it. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { storage, clock, shares, leaseMs, time, logger, begin } = options
  let running = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  let cancelWake = () => {}
  let unlisten: (() => void)[] = []

  /** Virtual time up to which everything due is known; after a start, nothing is. */
  let newsUntil = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  /** When the next look at the whole queue may begin. */
  let wholeLookFrom = Number.NEGATIVE_INFINITY
  /** Something was heard of since the last look at the whole queue. */
  let wholeLookWanted = true
  let foreign = false
  /**
   * What falls due is found in an index over all properties. Where tables are divided by property there is none, and a
   * look goes from endpoint to endpoint, each jump into its own part.
   */
  const divided = storage.partitions > 0
  /** When the next falls due, as the last look at the whole queue has found. */
  let nextFall = Infinity

  function wake(): void {
    if (!running) return
    lookAgain = true
    wholeLookWanted = true
    looking ??= look()
  }

  let endPause = () => {}
  /** `stop` ends it: it waits for the round, and the timer alone keeps no process alive until then. */
  const pause = (ms: number): Promise<void> | undefined => {
    if (!running) return undefined
    return new Promise((resolve) => {
      endPause = resolve
      time.after(ms, resolve)
    })
  }

  async function look(): Promise<void> {
    let failures = 0
    while (lookAgain && isRunning()) {
      lookAgain = false
      cancelWake()
      const began = time.elapsed()
      try {
        const waitMs = await claimRound()
        failures = 0
        if (waitMs === 0) lookAgain = true
        else cancelWake = time.after(waitMs, wake)
        // A slow round must not take all the time of this node.
        await pause(Math.min(gatherMs + time.elapsed() - began, 100))
      } catch (error) {
        // The database is away: ask again, less and less often, until it answers.
        const waitMs = Math.min(100 * 2 ** failures++, 3_000)
        logger?.warn({ err: error, retry_ms: waitMs }, 'deliveries could not be claimed')
        await pause(waitMs)
        wholeLookWanted = true
        lookAgain = true
      }
    }
    looking = undefined
  }

  /** Claims what is due and begins its attempts. Returns when to look again without being woken, in ms. */
  async function claimRound(): Promise<number> {
    if (shares.isFull) return heartbeatMs
    let picks = time.elapsed() - lookedAt < newsEveryMs ? shares.choose(clock.now()) : []
    if (picks.length === 0) {
      await lookForNews()
      picks = shares.choose(clock.now())
    }
    if (picks.length === 0) return sleepMs()
    await claim(picks)
    return 0
  }

  async function lookForNews(): Promise<void> {
    const began = time.elapsed()
    const now = clock.now()
    const realNow = clock.real()
    if (divided && began < wholeLookFrom) {
      wholeLookWanted = true
      return
    }
    if (divided || (wholeLookWanted && began >= wholeLookFrom)) {
      // Before the look: what is heard of meanwhile may have come too late for it.
      wholeLookWanted = false
      const heads = await selectQueueHeads(storage.db, realNow)
      shares.replace(heads)
      // A node notifies when it settles its claims, but that node may have died.
      foreign = heads.some(
        ({ endpoint_id, due, unclaimed_due }) =>
          due <= now && (unclaimed_due === null || unclaimed_due > now) && !shares.isBusy(endpoint_id),
      )
      nextFall = heads
        .flatMap(({ due, unclaimed_due }) => [due, unclaimed_due ?? due])
        .reduce((first, due) => (due > now ? Math.min(first, due) : first), Infinity)
      wholeLookFrom = time.elapsed() + (time.elapsed() - began) / (divided ? onlyLookPart : wholeLookPart)
    } else {
      shares.add(await selectNewlyDue(storage.db, { after: newsUntil - overlapMs, now, realNow }))
    }
    newsUntil = now
    lookedAt = time.elapsed()
  }

  async function claim(picks: readonly LanePick[]): Promise<void> {
    const realNow = clock.real()
    // Not from the runtime: a repeatable run may repeat its ids, but each claim needs its own.
    const lease = { now: clock.now(), realNow, leaseUntil: realNow + leaseMs, leaseToken: randomUUID() }
    const byProperty = Map.groupBy(picks, ({ property_id }) => property_id)
    const claims = await storage.write(async (tx) => {
      const made: [LanePick[], Claim][] = []
      for (const [property_id, wanted] of byProperty) {
        made.push([wanted, await claimDeliveries(storage, tx, { property_id, wanted, ...lease })])
      }
      return made
    })
    for (const [wanted, { claimed, nextDue }] of claims) {
      if (isRunning()) for (const delivery of claimed) begin(delivery)
      else await giveBack(claimed)
      wanted.forEach((lane, index) => shares.claimed(lane, nextDue[index] ?? null))
    }
  }

  async function sleepMs(): Promise<number> {
    const now = clock.now()
    const waits = [heartbeatMs, shares.heldForMs(now)]
    if (foreign) waits.push(foreignLeaseMs)
    if (wholeLookWanted) waits.push(wholeLookFrom - time.elapsed())
    if (clock.mode !== 'manual') {
      waits.push((divided ? nextFall : ((await selectNextFall(storage.db, now)) ?? Infinity)) - now)
    }
    return Math.max(1, Math.min(...waits))
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
      // The clock of this node may get a change later than the listener above.
      if ('onChange' in clock && typeof clock.onChange === 'function') unlisten.push(clock.onChange(wake))
      wake()
    },
    wake,
    async stop() {
      running = false
      cancelWake()
      for (const stopListening of unlisten.splice(0)) stopListening()
      endPause()
      await looking
      cancelWake()
    },
    giveBack,
  }
}
