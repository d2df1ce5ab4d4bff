import type { Lane } from '../storage/queries/delivery-queue.ts'
import { Backlog, type BacklogOptions, dueOf, type Endpoint, type Property, type Status } from './backlog.ts'
import { Heap } from './heap.ts'
import { usualWindow } from './standing.ts'

/** Deliveries that one round claims at most: it is one transaction, and other writers wait for it. */
const maxPicks = 256
/** How long a retry waits for its endpoint to have room before it is sent anyway, in milliseconds. */
const patienceMs = 700
/** How often hung endpoints, and those that are late, are looked at, in milliseconds: they may be thousands. */
const lookEveryMs = 50
/** A property may hold this many times the free attempts: many hung ones leave room, a single one may have most. */
const greed = 3
/** Parts of all attempts in progress that may be to new endpoints, and be first attempts to hung ones. */
const newPart = 1 / 4
const probePart = 1 / 10
/** A busy node makes this many attempts at once to steady endpoints, and beyond it one to each. */
const busySteady = 256
/** Limits below this number are too small to be divided. */
const divisibleLimit = 256
/** Attempts whose results are being written down: from so many on, no further one begins. */
const mostUnwritten = 512

const statuses = ['failed', 'pending'] as const

/** What may be claimed now from a lane. */
export interface LanePick extends Lane {
  limit: number
  /** The virtual time up to which deliveries may be taken. */
  dueBy: number
}

export interface SharesOptions extends BacklogOptions {
  /** Attempts in progress at once, over all. */
  limit: number
  /** Whether this node has enough to do with what is in progress. */
  busy: () => boolean
}

type Kind = 'new' | 'steady' | 'probe' | 'retry'

const noCounts = () => ({ all: 0, new: 0, steady: 0, probe: 0, retry: 0 })
const none: Readonly<ReturnType<typeof noCounts>> = noCounts()

/** An attempt under way. */
export interface Slot {
  readonly endpoint: Endpoint
  readonly kind: Kind
  /** Its receiver is done with it, and its result is being written down. */
  answered: boolean
}

/** An endpoint that may take something in this round. */
interface Candidate {
  endpoint: Endpoint
  lanes: Status[]
  room: number
  dueBy: number
  due: number
  picked: Record<Status, number>
}

/** A property that may take something in this round. */
interface Contender {
  property: Property
  candidates: Heap<Candidate>
  picked: number
  first: Candidate
}

/**
 * Which endpoints may get the next attempts (D21): attempts are shared first among properties, then among a property's
 * endpoints, then by due time. The one with the fewest in progress comes first; of equals, an endpoint that hangs comes
 * last.
 *
 * Attempts cannot be taken back, so what hangs must not take everything before the others come. A property takes no
 * more than some times what is left free, which keeps room for others, however many there are. Endpoints of which
 * nothing is known share a quarter of all, and first attempts to hung endpoints a tenth: the four retries of an attempt
 * hold as much as it did, only later, so all five hold half, and each retry finds room when its time comes.
 *
 * A hung endpoint is probed with one attempt at a time. Its retries wait for the probe for less than a second, then
 * they leave beside it; its first attempts wait for as long as it takes.
 */
export class Shares {
  readonly backlog: Backlog
  readonly #options: SharesOptions
  readonly #inUse = noCounts()
  #unwritten = 0
  #hungLookedAt = Number.NEGATIVE_INFINITY
  /** From when on something that was passed over may go, on the virtual clock. */
  #passedUntil = Number.POSITIVE_INFINITY

  constructor(options: SharesOptions) {
    this.#options = options
    this.backlog = new Backlog(options)
  }

  /** Attempts in progress, until their results are written down. */
  get inUse(): number {
    return this.#inUse.all + this.#unwritten
  }

  get isFull(): boolean {
    return this.#inUse.all >= this.#options.limit || this.#unwritten >= mostUnwritten
  }

  /**
   * Whether a claimed first attempt may begin now, without comparing it with all that waits elsewhere: nothing of its
   * endpoint waits, and attempts are not scarce.
   */
  admits({ property_id, endpoint_id }: Lane): boolean {
    const endpoint = this.backlog.endpoint(property_id, endpoint_id)
    const { due, held, property } = endpoint
    if (held.length > 0 || due.pending !== null || due.failed !== null || this.backlog.hangs(endpoint))
      return false
    if (this.#inUse.all * 2 > this.#options.limit || this.isFull) return false
    const { real } = this.#options
    const kind = this.#kind(endpoint, 'pending')
    return endpoint.underWay < this.#window(endpoint, 0, real()) && this.#isRoom(kind, property.underWay)
  }

  /** What to claim now. @param now virtual milliseconds */
  choose(now: number): LanePick[] {
    if (this.isFull) return []
    const { real } = this.#options
    const contenders = this.#contenders(now, real())
    const queue = new Heap<Contender>(
      (a, b) => a.property.underWay + a.picked - (b.property.underWay + b.picked) || order(a.first, b.first),
    )
    for (const contender of contenders) queue.push(contender)

    const picked = noCounts()
    const chosen = new Set<Candidate>()
    while (picked.all < maxPicks) {
      const contender = queue.pop()
      const candidate = contender?.candidates.pop()
      if (!contender || !candidate) break
      const status = laneOf(candidate)
      const kind = this.#kind(candidate.endpoint, status)
      const underWay = contender.property.underWay + contender.picked
      if (this.#isRoom(kind, underWay, picked)) {
        candidate.picked[status] += 1
        contender.picked += 1
        picked.all += 1
        picked[kind] += 1
        chosen.add(candidate)
        if (candidate.picked.pending + candidate.picked.failed < candidate.room) {
          contender.candidates.push(candidate)
        }
      }
      // Who may not take this one is out for this round, and the property's next candidate has its turn.
      const next = contender.candidates.peek()
      if (next) queue.push(Object.assign(contender, { first: next }))
    }
    return [...chosen].flatMap(({ endpoint, picked: of, dueBy }) =>
      statuses
        .filter((status) => of[status] > 0)
        .map((status) => ({
          property_id: endpoint.property.id,
          endpoint_id: endpoint.id,
          status,
          limit: of[status],
          dueBy,
        })),
    )
  }

  /** An attempt begins. */
  take({ property_id, endpoint_id, status }: Lane): Slot {
    const endpoint = this.backlog.endpoint(property_id, endpoint_id)
    const kind = this.#kind(endpoint, status)
    this.#count(endpoint, kind, 1)
    return { endpoint, kind, answered: false }
  }

  /**
   * An attempt has ended, and its result is yet to be written down: what it had of its endpoint, and of all attempts, is
   * free for the next one.
   *
   * @param hung it took all of its time
   */
  answered(slot: Slot, hung: boolean): void {
    const { endpoint, kind } = slot
    slot.answered = true
    endpoint.unwritten += 1
    this.#unwritten += 1
    this.#count(endpoint, kind, -1)
    endpoint.standing.ended(hung)
    this.backlog.file(endpoint)
  }

  /** Nothing is to be done any more for an attempt, whether it was {@link answered} or not. */
  release({ endpoint, kind, answered }: Slot): void {
    if (answered) {
      endpoint.unwritten -= 1
      this.#unwritten -= 1
    } else this.#count(endpoint, kind, -1)
    this.backlog.file(endpoint)
    this.backlog.forgetIdle(endpoint)
  }

  /** Milliseconds until what was passed over now may go without anything having ended; infinite: nothing was. */
  passedForMs(now: number): number {
    return Math.max(lookEveryMs, this.#passedUntil - now)
  }

  #contenders(now: number, real: number): Iterable<Contender> {
    const contenders = new Map<Property, Contender>()
    const look = (endpoint: Endpoint) => {
      const candidate = this.#candidate(endpoint, now, real)
      if (!candidate) return
      const { property } = endpoint
      const known = contenders.get(property)
      const candidates =
        known?.candidates ??
        new Heap<Candidate>(
          (a, b) => a.endpoint.underWay + taken(a) - (b.endpoint.underWay + taken(b)) || order(a, b),
        )
      candidates.push(candidate)
      contenders.set(property, { property, candidates, picked: 0, first: candidates.peek() ?? candidate })
    }
    const { waiting, waitingHung } = this.backlog
    this.#passedUntil = Number.POSITIVE_INFINITY
    for (const endpoint of waiting) look(endpoint)
    if (real - this.#hungLookedAt >= lookEveryMs) {
      this.#hungLookedAt = real
      for (const endpoint of waitingHung) look(endpoint)
    } else if (waitingHung.size > 0) {
      this.#passedUntil = Number.NEGATIVE_INFINITY
    }
    return contenders.values()
  }

  /** Asked of thousands in every round: one that is out is refused before anything is made. */
  #candidate(endpoint: Endpoint, now: number, real: number): Candidate | undefined {
    const { standing, underWay, property } = endpoint
    const retryDue = dueOf(endpoint, 'failed')
    const head = Math.min(retryDue, dueOf(endpoint, 'pending'))
    if (head > now) return undefined
    const hangs = this.backlog.hangs(endpoint)
    const room = (hangs ? 1 : this.#window(endpoint, now - head, real)) - underWay
    // A retry has a time to keep; a first attempt to an endpoint that hangs has none any more.
    const retryFirst = standing.name !== 'steady' && retryDue <= now
    if (
      room > 0 &&
      this.#isRoom(this.#kind(endpoint, retryFirst ? 'failed' : 'pending'), property.underWay)
    ) {
      const lanes = statuses.filter((status) => dueOf(endpoint, status) <= now)
      return newCandidate(endpoint, retryFirst ? ['failed'] : lanes, { room, dueBy: now, due: head })
    }
    const dueBy = now - patienceMs
    if (retryDue > dueBy) {
      if (retryDue <= now) this.#passedUntil = Math.min(this.#passedUntil, retryDue + patienceMs)
      return undefined
    }
    if (!this.#isRoom('retry', property.underWay)) return undefined
    return newCandidate(endpoint, ['failed'], { room: usualWindow, dueBy, due: retryDue })
  }

  /** @param waitedMs how long its first delivery has waited */
  #window({ standing, underWay }: Endpoint, waitedMs: number, real: number): number {
    const busy = this.#options.busy()
    if (busy && this.#inUse.steady >= busySteady) return 1
    // Only where it is not probed: on a frozen clock.
    if (standing.name === 'hung') return usualWindow
    if (standing.window <= underWay) {
      if (!busy) standing.late(waitedMs, real)
      this.#passedUntil = Number.NEGATIVE_INFINITY
    }
    return standing.window
  }

  /** @param underWay attempts of the property */
  #isRoom(kind: Kind, underWay: number, picked = none): boolean {
    const free = this.#options.limit - this.#inUse.all - picked.all
    const freeOfKind = Math.min(free, this.#part(kind) - this.#inUse[kind] - picked[kind])
    return underWay < (kind === 'probe' || kind === 'retry' ? 1 : greed) * freeOfKind
  }

  #kind(endpoint: Endpoint, status: Status): Kind {
    const { name } = endpoint.standing
    if (name === 'new') return status === 'pending' ? 'new' : 'retry'
    if (!this.backlog.hangs(endpoint)) return 'steady'
    return status === 'pending' ? 'probe' : 'retry'
  }

  #part(kind: Kind): number {
    const { limit } = this.#options
    if (kind === 'steady' || kind === 'retry' || limit < divisibleLimit) return limit
    return Math.floor(limit * (kind === 'new' ? newPart : probePart))
  }

  #count(endpoint: Endpoint, kind: Kind, by: 1 | -1): void {
    endpoint.underWay += by
    endpoint.property.underWay += by
    this.#inUse.all += by
    this.#inUse[kind] += by
  }
}

function newCandidate(
  endpoint: Endpoint,
  lanes: Status[],
  more: { room: number; dueBy: number; due: number },
): Candidate {
  return { endpoint, lanes, picked: { pending: 0, failed: 0 }, ...more }
}

/** Both lanes in turn: each knows only when its first is due. */
function laneOf({ lanes, picked, endpoint }: Candidate): Status {
  return lanes.reduce((one, other) => {
    const fewer = picked[one] - picked[other] || dueOf(endpoint, one) - dueOf(endpoint, other)
    return fewer <= 0 ? one : other
  })
}

const taken = ({ picked }: Candidate): number => picked.pending + picked.failed

/** Of two with equally many attempts. */
function order(a: Candidate, b: Candidate): number {
  return (
    Number(a.endpoint.standing.name === 'hung') - Number(b.endpoint.standing.name === 'hung') || a.due - b.due
  )
}
