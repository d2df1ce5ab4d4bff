import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import type { Lane } from '../storage/queries/delivery-queue.ts'
import { Heap } from './heap.ts'
import { Standing, usualWindow } from './standing.ts'

/** Deliveries that one round claims at most: it is one transaction, and other writers wait for it. */
const maxPicks = 256
/** How long a retry waits for its endpoint to have room before it is sent anyway, in milliseconds. */
const patienceMs = 700
/** How often hung endpoints, and those that are late, are looked at, in milliseconds: they may be thousands. */
const heldEveryMs = 50
/** A property may hold this many times the free attempts: many hung ones leave room, a single one may have most. */
const greed = 3
/** Parts of all attempts in progress that may be to new endpoints, and be first attempts to hung ones. */
const newPart = 1 / 4
const probePart = 1 / 10
/** A busy node makes this many attempts at once to steady endpoints, and beyond it one to each. */
const busySteady = 256
/** Limits below this number are too small to be divided. */
const divisibleLimit = 256
/**
 * Claimed deliveries that wait in memory for their endpoint to have room, over all and of one endpoint: one more goes to the
 * queue, from where any node may take it. Where there is no other node, they are bounded by memory alone: about a kilobyte
 * each.
 */
const mostHeld = 8_192
const mostHeldAlone = 16_384
/** The part of these that one endpoint may have. */
const heldOfOnePart = 1 / 4
/** Attempts whose results are being written down: from so many on, no further one begins. */
const mostUnwritten = 512
/** Endpoints that are remembered while nothing waits for them. */
const rememberedEndpoints = 10_000

type Status = Lane['status']
const statuses = ['failed', 'pending'] as const

/** A lane and when the first unclaimed delivery of it is due; null: none is left. */
export type KnownHead = Lane & { unclaimed_due: number | null }

/** What may be claimed now from a lane. */
export interface LanePick extends Lane {
  limit: number
  /** The virtual time up to which deliveries may be taken. */
  dueBy: number
}

export interface SharesOptions {
  /** Attempts in progress at once, over all. */
  limit: number
  /** Attempts in progress at once to an endpoint that nothing is known of. */
  perEndpoint: number
  /** Whether hung endpoints are probed. Not on a frozen clock: nothing is urgent there, and somebody waits for all. */
  probing: () => boolean
  /** Whether this node has enough to do with what is in progress. */
  busy: () => boolean
  /** Real milliseconds. */
  real: () => number
  /** Whether no other node could take over what waits here. @default false */
  alone?: boolean | undefined
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

interface Endpoint {
  readonly id: string
  readonly property: Property
  readonly standing: Standing
  underWay: number
  /** Attempts that have ended and are being written down. */
  unwritten: number
  /** When the first unclaimed delivery of each lane is due; null: none is known. */
  readonly due: Record<Status, number | null>
  /** First attempts that this node has claimed, the oldest first. They go before what is unclaimed. */
  readonly held: Held[]
}

interface Held {
  readonly delivery: ClaimedDelivery
  /** Since when, in real milliseconds. */
  readonly since: number
}

interface Property {
  readonly id: string
  readonly endpoints: Set<Endpoint>
  underWay: number
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
  readonly #options: SharesOptions
  readonly #properties = new Map<string, Property>()
  readonly #endpoints = new Map<string, Endpoint>()
  /** Endpoints for which something waits; those that hang apart, as they may be thousands. */
  readonly #waiting = new Set<Endpoint>()
  readonly #waitingHung = new Set<Endpoint>()
  readonly #inUse = noCounts()
  readonly #mostHeld: number
  #held = 0
  #unwritten = 0
  #hungLookedAt = Number.NEGATIVE_INFINITY
  #heldUntil = Number.POSITIVE_INFINITY

  constructor(options: SharesOptions) {
    this.#options = options
    this.#mostHeld = options.alone ? mostHeldAlone : mostHeld
  }

  /** Attempts in progress, until their results are written down. */
  get inUse(): number {
    return this.#inUse.all + this.#unwritten
  }

  get isFull(): boolean {
    return this.#inUse.all >= this.#options.limit || this.#unwritten >= mostUnwritten
  }

  /** Whether this node has claimed something of it. */
  isBusy(endpointId: string): boolean {
    const endpoint = this.#endpoints.get(endpointId)
    return endpoint !== undefined && endpoint.underWay + endpoint.unwritten + endpoint.held.length > 0
  }

  /** Claimed deliveries that wait for their endpoint to have room. */
  get held(): number {
    return this.#held
  }

  get mayHold(): boolean {
    return this.#held < this.#mostHeld
  }

  /** Endpoints of a property of which nothing may be held: what they have in the queue is older, or they hang. */
  left(propertyId: string): string[] {
    const left: string[] = []
    const mostOfOne = this.#mostHeld * heldOfOnePart
    for (const endpoint of this.#properties.get(propertyId)?.endpoints ?? []) {
      const { due, held } = endpoint
      if (due.pending !== null || held.length >= mostOfOne || this.#hangs(endpoint)) left.push(endpoint.id)
    }
    return left
  }

  /**
   * Whether a claimed first attempt may begin now, without comparing it with all that waits elsewhere: nothing of its
   * endpoint waits, and attempts are not scarce.
   */
  admits({ property_id, endpoint_id }: Lane): boolean {
    const endpoint = this.#endpoint(property_id, endpoint_id)
    const { due, held, property } = endpoint
    if (held.length > 0 || due.pending !== null || due.failed !== null || this.#hangs(endpoint)) return false
    if (this.#inUse.all * 2 > this.#options.limit || this.isFull) return false
    const { real } = this.#options
    const kind = this.#kind(endpoint, 'pending')
    return endpoint.underWay < this.#window(endpoint, 0, real()) && this.#isRoom(kind, property.underWay)
  }

  /** Keeps a claimed first attempt until there is room for it. */
  hold(delivery: ClaimedDelivery): void {
    const endpoint = this.#endpoint(delivery.property_id, delivery.endpoint_id)
    endpoint.held.push({ delivery, since: this.#options.real() })
    this.#held += 1
    this.#file(endpoint)
  }

  /** Takes over what could not begin after all: it is the first again. How long its claim holds is not known any more. */
  holdAgain(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries.toReversed()) {
      const endpoint = this.#endpoint(delivery.property_id, delivery.endpoint_id)
      endpoint.held.unshift({ delivery: { ...delivery, as_of: undefined }, since: this.#options.real() })
      this.#held += 1
      this.#file(endpoint)
    }
  }

  /** Hands out what is held of a chosen lane, the oldest first. */
  takeHeld({ endpoint_id, status, limit }: LanePick): ClaimedDelivery[] {
    const endpoint = status === 'pending' ? this.#endpoints.get(endpoint_id) : undefined
    if (!endpoint || endpoint.held.length === 0) return []
    const taken = endpoint.held.splice(0, limit)
    this.#held -= taken.length
    this.#file(endpoint)
    return taken.map(({ delivery }) => delivery)
  }

  /** Hands out all of an endpoint of which something was held before a time: it belongs into the queue. */
  heldBefore(real: number): ClaimedDelivery[] {
    if (this.#held === 0) return []
    const old: ClaimedDelivery[] = []
    for (const set of [this.#waiting, this.#waitingHung]) {
      for (const endpoint of set) {
        const [first] = endpoint.held
        if (!first || first.since >= real) continue
        endpoint.due.pending = Math.min(endpoint.due.pending ?? Infinity, first.delivery.next_attempt_at)
        this.#held -= endpoint.held.length
        for (const { delivery } of endpoint.held.splice(0)) old.push(delivery)
      }
    }
    return old
  }

  /** Whether something unclaimed of a lane is known to be due. */
  isQueued({ endpoint_id, status }: Lane, now: number): boolean {
    return (this.#endpoints.get(endpoint_id)?.due[status] ?? Infinity) <= now
  }

  /** Takes over what a look at the whole queue has found. */
  replace(heads: readonly KnownHead[]): void {
    for (const set of [this.#waiting, this.#waitingHung]) {
      for (const endpoint of set) {
        endpoint.due.pending = endpoint.due.failed = null
        if (endpoint.held.length === 0) set.delete(endpoint)
      }
    }
    this.add(heads)
  }

  /** Takes over what has newly fallen due. */
  add(heads: readonly KnownHead[]): void {
    for (const { property_id, endpoint_id, status, unclaimed_due } of heads) {
      if (unclaimed_due === null) continue
      const endpoint = this.#endpoint(property_id, endpoint_id)
      endpoint.due[status] = Math.min(endpoint.due[status] ?? unclaimed_due, unclaimed_due)
      this.#file(endpoint)
    }
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
      const held = contender.property.underWay + contender.picked
      if (this.#isRoom(kind, held, picked)) {
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

  /** Takes over what a claim has left. @param nextDue when the lane goes on; null: nothing is due any more */
  claimed({ endpoint_id, status }: Lane, nextDue: number | null): void {
    const endpoint = this.#endpoints.get(endpoint_id)
    if (!endpoint) return
    endpoint.due[status] = nextDue
    this.#file(endpoint)
  }

  /** An attempt begins. */
  take({ property_id, endpoint_id, status }: Lane): Slot {
    const endpoint = this.#endpoint(property_id, endpoint_id)
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
    this.#file(endpoint)
  }

  /** Nothing is to be done any more for an attempt, whether it was {@link answered} or not. */
  release({ endpoint, kind, answered }: Slot): void {
    if (answered) {
      endpoint.unwritten -= 1
      this.#unwritten -= 1
    } else this.#count(endpoint, kind, -1)
    this.#file(endpoint)
    if (endpoint.underWay + endpoint.unwritten > 0 || this.#endpoints.size <= rememberedEndpoints) return
    if (this.#waiting.has(endpoint) || this.#waitingHung.has(endpoint)) return
    this.#endpoints.delete(endpoint.id)
    endpoint.property.endpoints.delete(endpoint)
    if (endpoint.property.endpoints.size === 0) this.#properties.delete(endpoint.property.id)
  }

  /** Milliseconds until what is held back now may go without anything having ended; infinite: nothing is. */
  heldForMs(now: number): number {
    return Math.max(heldEveryMs, this.#heldUntil - now)
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
    this.#heldUntil = Number.POSITIVE_INFINITY
    for (const endpoint of this.#waiting) look(endpoint)
    if (real - this.#hungLookedAt >= heldEveryMs) {
      this.#hungLookedAt = real
      for (const endpoint of this.#waitingHung) look(endpoint)
    } else if (this.#waitingHung.size > 0) {
      this.#heldUntil = Number.NEGATIVE_INFINITY
    }
    return contenders.values()
  }

  /** Asked of thousands in every round: one that is out is refused before anything is made. */
  #candidate(endpoint: Endpoint, now: number, real: number): Candidate | undefined {
    const { standing, underWay, property } = endpoint
    const retryDue = dueOf(endpoint, 'failed')
    const head = Math.min(retryDue, dueOf(endpoint, 'pending'))
    if (head > now) return undefined
    const hangs = this.#hangs(endpoint)
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
      if (retryDue <= now) this.#heldUntil = Math.min(this.#heldUntil, retryDue + patienceMs)
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
      this.#heldUntil = Number.NEGATIVE_INFINITY
    }
    return standing.window
  }

  /** @param held attempts that the property has under way */
  #isRoom(kind: Kind, held: number, picked = none): boolean {
    const free = this.#options.limit - this.#inUse.all - picked.all
    const freeOfKind = Math.min(free, this.#part(kind) - this.#inUse[kind] - picked[kind])
    return held < (kind === 'probe' || kind === 'retry' ? 1 : greed) * freeOfKind
  }

  #hangs({ standing }: Endpoint): boolean {
    return standing.name === 'hung' && this.#options.probing()
  }

  #kind(endpoint: Endpoint, status: Status): Kind {
    const { name } = endpoint.standing
    if (name === 'new') return status === 'pending' ? 'new' : 'retry'
    if (!this.#hangs(endpoint)) return 'steady'
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

  /** Puts an endpoint where it is looked for. */
  #file(endpoint: Endpoint): void {
    const waits = endpoint.due.pending !== null || endpoint.due.failed !== null || endpoint.held.length > 0
    if (!waits) endpoint.standing.drained()
    const hung = this.#hangs(endpoint)
    for (const [set, here] of [
      [this.#waiting, waits && !hung],
      [this.#waitingHung, waits && hung],
    ] as const) {
      if (here) set.add(endpoint)
      else set.delete(endpoint)
    }
  }

  #endpoint(propertyId: string, id: string): Endpoint {
    const known = this.#endpoints.get(id)
    if (known) return known
    const property = this.#properties.get(propertyId) ?? {
      id: propertyId,
      endpoints: new Set<Endpoint>(),
      underWay: 0,
    }
    this.#properties.set(propertyId, property)
    const standing = new Standing(this.#options.perEndpoint)
    const endpoint: Endpoint = {
      id,
      property,
      standing,
      underWay: 0,
      unwritten: 0,
      due: { pending: null, failed: null },
      held: [],
    }
    property.endpoints.add(endpoint)
    this.#endpoints.set(id, endpoint)
    return endpoint
  }
}

function newCandidate(
  endpoint: Endpoint,
  lanes: Status[],
  more: { room: number; dueBy: number; due: number },
): Candidate {
  return { endpoint, lanes, picked: { pending: 0, failed: 0 }, ...more }
}

/** When the first of a lane is due, of what is held and of what is not; infinite: there is none. */
function dueOf({ due, held }: Endpoint, status: Status): number {
  const queued = due[status] ?? Infinity
  const first = status === 'pending' ? held[0] : undefined
  return first ? Math.min(queued, first.delivery.next_attempt_at) : queued
}

/** Both lanes in turn: each knows only when its first is due. */
function laneOf({ lanes, picked, endpoint }: Candidate): Status {
  return lanes.reduce((one, other) => {
    const fewer = picked[one] - picked[other] || dueOf(endpoint, one) - dueOf(endpoint, other)
    return fewer <= 0 ? one : other
  })
}

const taken = ({ picked }: Candidate): number => picked.pending + picked.failed

/** Of two that hold equally many. */
function order(a: Candidate, b: Candidate): number {
  return (
    Number(a.endpoint.standing.name === 'hung') - Number(b.endpoint.standing.name === 'hung') || a.due - b.due
  )
}
