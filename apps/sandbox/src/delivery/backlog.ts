import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import type { Lane } from '../storage/queries/delivery-queue.ts'
import { Standing } from './standing.ts'

/**
 * Claimed deliveries that wait in memory for their endpoint to have room, over all and of one endpoint: one more goes to the
 * queue, from where any node may take it. Where there is no other node, they are bounded by memory alone: about a kilobyte
 * each.
 */
const mostHeld = 8_192
const mostHeldAlone = 16_384
/** The part of these that one endpoint may have. */
const heldOfOnePart = 1 / 4
/** Endpoints that are remembered while nothing waits for them. */
const rememberedEndpoints = 10_000

export type Status = Lane['status']

/** A lane and when the first unclaimed delivery of it is due; null: none is left. */
export type KnownHead = Lane & { unclaimed_due: number | null }

/** What this node knows of an endpoint. */
export interface Endpoint {
  readonly id: string
  readonly property: Property
  readonly standing: Standing
  /** Attempts to it; one that has ended is no more among them, and is `unwritten` until its result is written down. */
  underWay: number
  unwritten: number
  /** When the first unclaimed delivery of each lane is due; null: none is known. */
  readonly due: Record<Status, number | null>
  /** First attempts that this node has claimed, the oldest first. They go before what is unclaimed. */
  readonly held: Held[]
}

/** A claimed delivery that waits here. */
export interface Held {
  readonly delivery: ClaimedDelivery
  /** Since when, in real milliseconds. Its claim does not last for ever. */
  readonly since: number
}

/** What it knows of a property: those of its endpoints that it knows of. */
export interface Property {
  readonly id: string
  readonly endpoints: Set<Endpoint>
  underWay: number
}

export interface BacklogOptions {
  /** Attempts in progress at once to an endpoint that nothing is known of. */
  perEndpoint: number
  /** Whether hung endpoints are probed. Not on a frozen clock: nothing is urgent there, and somebody waits for all. */
  probing: () => boolean
  /** Real milliseconds. */
  real: () => number
  /** Whether no other node could take over what waits here. @default false */
  alone?: boolean | undefined
}

/**
 * What waits for an attempt, as far as this node knows, by endpoint: in the queue, of which it knows when the first of each
 * lane is due, and here in memory, where it holds first attempts that it has claimed. `Shares` says who goes next.
 */
export class Backlog {
  /** Whether no other node could take over what waits here. */
  readonly alone: boolean
  readonly #options: BacklogOptions
  readonly #properties = new Map<string, Property>()
  readonly #endpoints = new Map<string, Endpoint>()
  /** Endpoints for which something waits; those that hang apart, as they may be thousands. */
  readonly waiting = new Set<Endpoint>()
  readonly waitingHung = new Set<Endpoint>()
  readonly #mostHeld: number
  #held = 0

  constructor(options: BacklogOptions) {
    this.#options = options
    this.alone = options.alone ?? false
    this.#mostHeld = this.alone ? mostHeldAlone : mostHeld
  }

  /** Claimed deliveries that wait here for their endpoint to have room. */
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
      if (due.pending !== null || held.length >= mostOfOne || this.hangs(endpoint)) left.push(endpoint.id)
    }
    return left
  }

  /** Keeps a claimed first attempt until there is room for it. */
  hold(delivery: ClaimedDelivery): void {
    const endpoint = this.endpoint(delivery.property_id, delivery.endpoint_id)
    endpoint.held.push({ delivery, since: this.#options.real() })
    this.#held += 1
    this.file(endpoint)
  }

  /** Takes back what could not begin after all: it is the first again. Whether its claim still holds is not known any more. */
  holdAgain(taken: readonly Held[]): void {
    for (const { delivery, since } of taken.toReversed()) {
      const endpoint = this.endpoint(delivery.property_id, delivery.endpoint_id)
      endpoint.held.unshift({ delivery: { ...delivery, as_of: undefined }, since })
      this.#held += 1
      this.file(endpoint)
    }
  }

  /** Hands out what is held of a chosen lane, the oldest first. */
  takeHeld({ endpoint_id, status, limit }: Lane & { limit: number }): Held[] {
    const endpoint = status === 'pending' ? this.#endpoints.get(endpoint_id) : undefined
    if (!endpoint || endpoint.held.length === 0) return []
    const taken = endpoint.held.splice(0, limit)
    this.#held -= taken.length
    this.file(endpoint)
    return taken
  }

  /** Hands out all of an endpoint of which something was held before a time: it belongs into the queue. */
  heldBefore(real: number): ClaimedDelivery[] {
    if (this.#held === 0) return []
    const old: ClaimedDelivery[] = []
    for (const set of [this.waiting, this.waitingHung]) {
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
    for (const set of [this.waiting, this.waitingHung]) {
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
      const endpoint = this.endpoint(property_id, endpoint_id)
      endpoint.due[status] = Math.min(endpoint.due[status] ?? unclaimed_due, unclaimed_due)
      this.file(endpoint)
    }
  }

  /** Takes over what a claim has left. @param nextDue when the lane goes on; null: nothing is due any more */
  claimed({ endpoint_id, status }: Lane, nextDue: number | null): void {
    const endpoint = this.#endpoints.get(endpoint_id)
    if (!endpoint) return
    endpoint.due[status] = nextDue
    this.file(endpoint)
  }

  /** Whether this node has claimed something of it. */
  isBusy(endpointId: string): boolean {
    const endpoint = this.#endpoints.get(endpointId)
    return endpoint !== undefined && endpoint.underWay + endpoint.unwritten + endpoint.held.length > 0
  }

  /** Whether it has one attempt at a time, until one ends in time. */
  hangs({ standing }: Endpoint): boolean {
    return standing.name === 'hung' && this.#options.probing()
  }

  /** The endpoint by this id, which is known from here on. */
  endpoint(propertyId: string, id: string): Endpoint {
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

  /** Puts an endpoint where it is looked for: after each change of what waits for it, or of its standing. */
  file(endpoint: Endpoint): void {
    const waits = endpoint.due.pending !== null || endpoint.due.failed !== null || endpoint.held.length > 0
    if (!waits) endpoint.standing.drained()
    const hung = this.hangs(endpoint)
    for (const [set, here] of [
      [this.waiting, waits && !hung],
      [this.waitingHung, waits && hung],
    ] as const) {
      if (here) set.add(endpoint)
      else set.delete(endpoint)
    }
  }

  /** Forgets an endpoint that has nothing to do with anything, where too many are known. */
  forgetIdle(endpoint: Endpoint): void {
    if (endpoint.underWay + endpoint.unwritten > 0 || this.#endpoints.size <= rememberedEndpoints) return
    if (this.waiting.has(endpoint) || this.waitingHung.has(endpoint)) return
    this.#endpoints.delete(endpoint.id)
    endpoint.property.endpoints.delete(endpoint)
    if (endpoint.property.endpoints.size === 0) this.#properties.delete(endpoint.property.id)
  }
}

/** When the first of a lane is due, of what is held and of what is not; infinite: there is none. */
export function dueOf({ due, held }: Endpoint, status: Status): number {
  const queued = due[status] ?? Infinity
  const first = status === 'pending' ? held[0] : undefined
  return first ? Math.min(queued, first.delivery.next_attempt_at) : queued
}
