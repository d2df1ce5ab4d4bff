import type { Clock } from '../runtime.ts'
import { selectNewlyDue, selectNextFall, selectQueueHeads } from '../storage/queries/delivery-queue.ts'
import type { Storage } from '../storage/storage.ts'
import type { Backlog } from './backlog.ts'
import type { EngineTime } from './time.ts'

/** How often to look whether the lease of another node is over, while something due is held by one. */
const foreignLeaseMs = 1_000
/** How long known work is claimed without a look at what is new, in milliseconds. */
const newsEveryMs = 20
/** The part of the time that looks at the whole queue may take: one jump into the index for each endpoint. */
const wholeLookPart = 1 / 20
/** The same where no other look is possible. */
const onlyLookPart = 1 / 10
/** But what is new there waits no longer for it, in milliseconds: an event is attempted within a second (D21). */
const mostUnseenMs = 500
/**
 * What fell due shortly before the last look is looked for again, in milliseconds: it may have been committed since.
 */
const overlapMs = 250

/** What of the queue this node has seen, and when it has to look again. What it finds goes into the backlog. */
export interface QueueNews {
  /** Something may be due that no look has seen. It is cheap and can be called often. */
  expect(): void
  /** Whether that is so, and was not looked for just now. */
  isPressing(): boolean
  isExpected(): boolean
  look(): Promise<void>
  /** Milliseconds until something may be due that nobody tells of; infinite: it will be told. */
  waitMs(now: number): Promise<number>
}

export function createQueueNews(options: {
  storage: Pick<Storage, 'db' | 'partitions'>
  clock: Clock
  time: EngineTime
  backlog: Pick<Backlog, 'add' | 'replace' | 'isBusy'>
}): QueueNews {
  const { storage, clock, time, backlog } = options
  /** Something may be due that no look has seen. */
  let expected = true
  /** Virtual time up to which everything due is known; after a start, nothing is. */
  let seenUntil = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  /** Something was heard of since the last look at the whole queue. */
  let wholeLookWanted = true
  /** When the next look at the whole queue may begin. */
  let wholeLookFrom = Number.NEGATIVE_INFINITY
  /** Something due is held by another node. */
  let foreign = false
  /**
   * What falls due is found in an index over all properties. Where tables are divided by property there is none, and a
   * look goes from endpoint to endpoint, each jump into its own part.
   */
  const divided = storage.partitions > 0
  /** When the next falls due, as the last look at the whole queue has found. */
  let nextFall = Infinity
  /** The same where it is asked for by itself, and how often news were expected before: whatever changes it is news. */
  let asked = { fall: Infinity, times: -1 }
  let times = 0

  async function lookAtAll(now: number, began: number): Promise<void> {
    // Before the look: what is heard of meanwhile may have come too late for it.
    wholeLookWanted = false
    const heads = await selectQueueHeads(storage.db, clock.real())
    backlog.replace(heads)
    // A node notifies when it settles its claims, but that node may have died.
    foreign = heads.some(
      ({ endpoint_id, due, unclaimed_due }) =>
        due <= now && (unclaimed_due === null || unclaimed_due > now) && !backlog.isBusy(endpoint_id),
    )
    nextFall = heads
      .flatMap(({ due, unclaimed_due }) => [due, unclaimed_due ?? due])
      .reduce((first, due) => (due > now ? Math.min(first, due) : first), Infinity)
    const took = time.elapsed() - began
    const restMs = divided ? Math.min(took / onlyLookPart, mostUnseenMs) : took / wholeLookPart
    wholeLookFrom = time.elapsed() + restMs
  }

  async function nextFallAfter(now: number): Promise<number> {
    if (asked.times !== times || asked.fall <= now) {
      const before = times
      asked = { fall: (await selectNextFall(storage.db, now)) ?? Infinity, times: before }
    }
    return asked.fall
  }

  return {
    expect() {
      expected = true
      wholeLookWanted = true
      times += 1
    },
    isExpected: () => expected,
    isPressing: () => expected && time.elapsed() - lookedAt >= newsEveryMs,
    async look() {
      const began = time.elapsed()
      const now = clock.now()
      expected = false
      if (divided && began < wholeLookFrom) {
        wholeLookWanted = true
        return
      }
      if (divided || (wholeLookWanted && began >= wholeLookFrom)) await lookAtAll(now, began)
      else {
        const range = { after: seenUntil - overlapMs, now, realNow: clock.real() }
        backlog.add(await selectNewlyDue(storage.db, range))
      }
      seenUntil = now
      lookedAt = time.elapsed()
    },
    async waitMs(now) {
      const waits = [Infinity]
      if (foreign) waits.push(foreignLeaseMs)
      if (wholeLookWanted) waits.push(wholeLookFrom - time.elapsed())
      if (clock.mode !== 'manual') waits.push((divided ? nextFall : await nextFallAfter(now)) - now)
      return Math.min(...waits)
    },
  }
}
