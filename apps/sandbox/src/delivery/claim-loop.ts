import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Clock } from '../runtime.ts'
import type { ClaimedDelivery, DeliveryOffer } from '../storage/delivery-work.ts'
import type { Storage } from '../storage/storage.ts'
import type { Held } from './backlog.ts'
import type { DeliveryLogger } from './engine-options.ts'
import { createQueueNews } from './queue-news.ts'
import type { LanePick, Shares, Slot } from './shares.ts'
import type { EngineTime } from './time.ts'

export interface ClaimLoopOptions {
  storage: Storage
  clock: Clock
  shares: Shares
  leaseMs: number
  time: EngineTime
  logger: DeliveryLogger | undefined
  /** Milliseconds of real time that an attempt may take. */
  timeoutMs: number
  /** Starts the attempt of a claimed delivery, whose share is taken. */
  begin: (delivery: ClaimedDelivery, slot: Slot) => void
  /** Tells everybody, a moment later, that something has changed. */
  announce: () => void
  /**
   * Whether a notification tells only of what this engine has done itself. It has been woken by what follows from that, and a
   * look at the whole queue for each of them was a twentieth of its time.
   */
  isOwn: (from: object | undefined) => boolean
}

export interface ClaimLoop {
  start(): void
  /** Call it when something may be due that it does not know of. It is cheap and can be called often. */
  wake(): void
  /** Call it when an attempt has ended, so that there is room. */
  goOn(): void
  /** What this node takes over of a property's next event as it is committed; undefined: nothing. */
  offer(propertyId: string): DeliveryOffer | undefined
  /** Resolves when no claim is in progress any more; what was claimed too late has been released. */
  stop(): Promise<void>
  /** Gives claims back whose attempts will not be settled. Never rejects: otherwise their leases run out. */
  giveBack(claims: readonly ClaimedDelivery[]): Promise<void>
}

/** How long to sleep at most when nothing is due, in case a notification was lost. */
const heartbeatMs = 30_000
/** How long to let attempts end between two claims: they share the claim that follows. */
const gatherMs = 2
/**
 * How long a claimed delivery waits in memory for its endpoint to have room, in milliseconds, where other nodes may be: then
 * any of them may take it. Where there is none it waits for as long as its lease allows. To give it back and to claim it again
 * is two more changes of its row: a burst of 10,000 waits for longer than two seconds, and cost a third more so.
 */
const mostHeldMs = 4_000
/** Claims that one transaction gives back at most: other writers wait for it. */
const mostReleased = 512
/** What a commit may take after an attempt, within its lease, in milliseconds. */
const commitMs = 1_000

/** Claims what is due whenever something may be due and there is room for it. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { storage, clock, shares, leaseMs, timeoutMs, time, logger, begin, announce, isOwn } = options
  const { backlog } = shares
  const news = createQueueNews({ storage, clock, time, backlog })
  const heldMs = Math.min(backlog.alone ? Infinity : mostHeldMs, leaseMs - timeoutMs - commitMs)
  let running = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  let cancelWake = () => {}
  let unlisten: (() => void)[] = []

  function wake(): void {
    news.expect()
    goOn()
  }

  function goOn(): void {
    if (!running) return
    lookAgain = true
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
        news.expect()
        lookAgain = true
      }
    }
    looking = undefined
  }

  /** Claims what is due and begins its attempts. Returns when to look again without being woken, in ms. */
  async function claimRound(): Promise<number> {
    if (shares.isFull) return heartbeatMs
    await giveBack(backlog.heldBefore(clock.real() - heldMs))
    let picks = news.isPressing() ? [] : shares.choose(clock.now())
    if (picks.length === 0 && news.isExpected()) {
      await news.look()
      picks = shares.choose(clock.now())
    }
    if (picks.length === 0) return sleepMs()
    await claim(picks)
    return 0
  }

  async function claim(picks: readonly LanePick[]): Promise<void> {
    const held: [Held, Slot][] = []
    const queued: LanePick[] = []
    for (const pick of picks) {
      const taken = backlog.takeHeld(pick)
      for (const one of taken) held.push([one, shares.take(one.delivery)])
      const limit = pick.limit - taken.length
      if (limit > 0 && backlog.isQueued(pick, clock.now())) queued.push({ ...pick, limit })
    }
    // Both to their end, also where one fails: what is still being claimed would outlive the round, and `stop`.
    for (const ended of await Promise.allSettled([beginHeld(held), claimQueued(queued)])) {
      if (ended.status === 'rejected') throw ended.reason
    }
  }

  /**
   * Whether a claim holds for as long as an attempt and its commit may take. One that does not may have been a while in a
   * slow statement, or here while the database was away: begun all the same, another node could begin it too.
   */
  const lasts = ({ lease_until }: ClaimedDelivery) => lease_until - clock.real() >= timeoutMs + commitMs

  /** For claims that do not last: they are found in the queue, where they get a new one. */
  async function requeue(claims: readonly ClaimedDelivery[]): Promise<void> {
    if (claims.length === 0) return
    await giveBack(claims)
    announce()
    wake()
  }

  /** Of what has waited in memory, begins what may still be attempted; the rest belongs to the queue. */
  async function beginHeld(held: readonly [Held, Slot][]): Promise<void> {
    if (held.length === 0) return
    try {
      const confirmed = await storage.confirmClaims(held.map(([{ delivery }]) => delivery))
      const fit = new Map(
        isRunning() ? confirmed.filter(lasts).map((delivery) => [delivery.id, delivery]) : [],
      )
      const unfit: ClaimedDelivery[] = []
      for (const [{ delivery }, slot] of held) {
        const now = fit.get(delivery.id)
        if (now) begin(now, slot)
        else {
          shares.release(slot)
          unfit.push(delivery)
        }
      }
      await (unfit.every(lasts) ? giveBack(unfit) : requeue(unfit))
    } catch (error) {
      for (const [, slot] of held) shares.release(slot)
      backlog.holdAgain(held.map(([one]) => one))
      throw error
    }
  }

  async function claimQueued(picks: readonly LanePick[]): Promise<void> {
    if (picks.length === 0) return
    const realNow = clock.real()
    // Not from the runtime: a repeatable run may repeat its ids, but each claim needs its own.
    const lease = { now: clock.now(), realNow, leaseUntil: realNow + leaseMs, leaseToken: randomUUID() }
    const wantedOf = [...Map.groupBy(picks, ({ property_id }) => property_id)]
    const claims = await storage.claimDeliveries(
      wantedOf.map(([property_id, wanted]) => ({ property_id, wanted, ...lease })),
    )
    for (const [at, { claimed, nextDue }] of claims.entries()) {
      if (isRunning()) for (const delivery of claimed) begin(delivery, shares.take(delivery))
      else await giveBack(claimed)
      wantedOf[at]?.[1].forEach((lane, index) => backlog.claimed(lane, nextDue[index] ?? null))
    }
  }

  /** What was committed under this node's lease: it begins at once, or waits here for its endpoint to have room. */
  function take(deliveries: readonly ClaimedDelivery[]): void {
    if (!running) return void giveBack(deliveries)
    let waits = false
    if (!deliveries.every(lasts)) return void requeue(deliveries)
    for (const delivery of deliveries) {
      if (shares.admits(delivery)) begin(delivery, shares.take(delivery))
      else {
        backlog.hold(delivery)
        waits = true
      }
    }
    announce()
    if (waits) goOn()
  }
  /** Not in the context of the request that has caused them: attempts have traces of their own. */
  const takeOutside = AsyncLocalStorage.bind(take)

  async function sleepMs(): Promise<number> {
    const now = clock.now()
    const waits = [heartbeatMs, shares.passedForMs(now), backlog.held > 0 ? heldMs : Infinity]
    return Math.max(1, Math.min(...waits, await news.waitMs(now)))
  }

  async function giveBack(claims: readonly ClaimedDelivery[]): Promise<void> {
    try {
      for (let at = 0; at < claims.length; at += mostReleased) {
        await storage.releaseClaims(claims.slice(at, at + mostReleased))
      }
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
      const heard = (from?: object) => {
        if (!isOwn(from)) wake()
      }
      unlisten = [storage.listen('deliveries', heard), storage.listen('clock', heard)]
      // The clock of this node may get a change later than the listener above.
      if ('onChange' in clock && typeof clock.onChange === 'function') unlisten.push(clock.onChange(wake))
      wake()
    },
    wake,
    goOn,
    offer(propertyId) {
      if (!running || heldMs <= 0 || !backlog.mayHold) return undefined
      return {
        lease_until: clock.real() + leaseMs,
        lease_token: randomUUID(),
        left: backlog.left(propertyId),
        take: takeOutside,
      }
    },
    async stop() {
      running = false
      cancelWake()
      for (const stopListening of unlisten.splice(0)) stopListening()
      endPause()
      await looking
      cancelWake()
      await giveBack(backlog.heldBefore(Infinity))
    },
    giveBack,
  }
}
