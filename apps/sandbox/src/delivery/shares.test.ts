import { describe, expect, it } from 'vitest'
import type { KnownHead } from './backlog.ts'
import { Heap } from './heap.ts'
import { type LanePick, Shares, type SharesOptions, type Slot } from './shares.ts'

const second = 1_000
const minute = 60 * second
const ladder = [1, 5, 30, 120].map((minutes) => minutes * minute)
const hangMs = 5 * second

interface Delivery {
  property_id: string
  endpoint_id: string
  due: number
  failures: number
}

/**
 * A queue in memory, receivers that hang or answer, and a clock that steps: what the engine does, without its database.
 */
class Simulation {
  now = 0
  readonly shares: Shares
  readonly underWay = new Map<string, number>()
  /** For each attempt: when it was due, when it began, and how many were in progress to its endpoint with it. */
  readonly begun: { delivery: Delivery; due: number; at: number; beside: number }[] = []
  most = 0
  readonly #lanes = new Map<string, Heap<Delivery>>()
  readonly #ends = new Heap<{ at: number; delivery: Delivery; slot: Slot; hung: boolean }>(
    (a, b) => a.at - b.at,
  )
  #real = 0
  readonly #answerMs: (endpoint: string) => number

  constructor(answerMs: (endpoint: string) => number, options: Partial<SharesOptions> = {}) {
    this.#answerMs = answerMs
    this.shares = new Shares({
      limit: 4_096,
      perEndpoint: 4,
      probing: () => true,
      busy: () => false,
      // Between two choices there is always time to look at everything.
      real: () => (this.#real += 50),
      ...options,
    })
  }

  /** Puts a delivery into the queue. */
  add(delivery: Delivery): void {
    const lane = this.#lane(delivery)
    lane.push(delivery)
    this.shares.backlog.add([this.#head(delivery, lane)])
  }

  /** Goes on in steps, as the engine looks at the queue now and then. */
  goTo(until: number, step = 200): void {
    for (; this.now < until; this.now += step) {
      for (let end = this.#ends.peek(); end && end.at <= this.now; end = this.#ends.peek()) {
        this.#ends.pop()
        this.#end(end.delivery, end.slot, end.hung)
      }
      for (let picks = this.shares.choose(this.now); picks.length > 0; picks = this.shares.choose(this.now)) {
        for (const pick of picks) this.#claim(pick)
      }
    }
  }

  #claim(pick: LanePick): void {
    const lane = this.#lanes.get(key(pick)) ?? new Heap<Delivery>(byDue)
    for (let left = pick.limit; left > 0 && (lane.peek()?.due ?? Infinity) <= pick.dueBy; left -= 1) {
      this.#begin(lane.pop()!)
    }
    // The engine finds what falls due later by looking.
    this.shares.backlog.claimed(pick, lane.peek()?.due ?? null)
  }

  #begin(delivery: Delivery): void {
    const { endpoint_id, due } = delivery
    const slot = this.shares.take(laneOf(delivery))
    const beside = (this.underWay.get(endpoint_id) ?? 0) + 1
    this.underWay.set(endpoint_id, beside)
    this.begun.push({ delivery, due, at: this.now, beside })
    this.most = Math.max(this.most, this.shares.inUse)
    const takes = this.#answerMs(endpoint_id)
    const hung = takes >= hangMs
    this.#ends.push({ at: this.now + Math.min(takes, hangMs), delivery, slot, hung })
  }

  #end(delivery: Delivery, slot: Slot, hung: boolean): void {
    const { endpoint_id, failures } = delivery
    this.underWay.set(endpoint_id, (this.underWay.get(endpoint_id) ?? 0) - 1)
    this.shares.answered(slot, hung)
    this.shares.release(slot)
    const delay = ladder[failures]
    if (!hung || delay === undefined) return
    const retry = { ...delivery, failures: failures + 1, due: this.now + delay }
    const lane = this.#lane(retry)
    lane.push(retry)
    this.shares.backlog.add([this.#head(retry, lane)])
  }

  #lane(delivery: Delivery): Heap<Delivery> {
    const of = key(laneOf(delivery))
    const lane = this.#lanes.get(of) ?? new Heap<Delivery>(byDue)
    this.#lanes.set(of, lane)
    return lane
  }

  #head(delivery: Delivery, lane: Heap<Delivery>): KnownHead {
    return { ...laneOf(delivery), unclaimed_due: lane.peek()?.due ?? null }
  }
}

const byDue = (a: Delivery, b: Delivery) => a.due - b.due
const key = ({ endpoint_id, status }: { endpoint_id: string; status: string }) => `${endpoint_id} ${status}`
const laneOf = ({ property_id, endpoint_id, failures }: Delivery) => ({
  property_id,
  endpoint_id,
  status: failures === 0 ? ('pending' as const) : ('failed' as const),
})

function newDelivery(property: string, endpoint: string, due = 0): Delivery {
  return { property_id: property, endpoint_id: endpoint, due, failures: 0 }
}

describe('a hundred properties with fifty hung endpoints and forty deliveries each', () => {
  const hangs = (endpoint: string) => (endpoint.startsWith('hung') ? hangMs : 20)

  it('keep nobody waiting for a second, whether it is known or new, and their ladders keep their times', () => {
    const run = new Simulation(hangs)
    for (let property = 0; property < 100; property += 1) {
      for (let endpoint = 0; endpoint < 50; endpoint += 1) {
        for (let payment = 0; payment < 40; payment += 1) {
          run.add(newDelivery(`p${property}`, `hung ${property} ${endpoint}`))
        }
      }
    }
    // A queue that is looked at less often keeps the promise less easily, and takes two thirds of the time.
    const step = 400
    for (let at = 0; at < 7 * minute; at += second) {
      run.goTo(at, step)
      run.add(newDelivery('healthy', at < 2 * minute ? 'healthy' : `new ${at}`, at))
    }
    run.goTo(7 * minute + second, step)
    const healthy = run.begun.filter(({ delivery: { property_id } }) => property_id === 'healthy')
    const retries = run.begun.filter(({ delivery: { failures } }) => failures > 0)
    expect(healthy).toHaveLength(420)
    const lags = healthy.map(({ at, due }) => at - due)
    expect(Math.max(...lags)).toBeLessThan(second)
    expect(retries.length).toBeGreaterThan(20_000)
    expect(retries.reduce((most, { at, due }) => Math.max(most, at - due), 0)).toBeLessThan(second)
    expect(run.most).toBeLessThanOrEqual(4_096)
  }, 120_000)
})

describe('an endpoint that hangs', () => {
  const hungUntil = (ends: () => boolean) => (endpoint: string) =>
    endpoint === 'hung' && !ends() ? hangMs : 20

  it('is probed with one first attempt at a time, and its retries leave beside it at their time', () => {
    const run = new Simulation(hungUntil(() => false))
    for (let payment = 0; payment < 40; payment += 1) run.add(newDelivery('p', 'hung'))
    run.goTo(3 * minute)
    const known = run.begun.filter(({ at }) => at > hangMs)
    const firsts = known.filter(({ delivery: { failures } }) => failures === 0)
    expect(firsts.length).toBeGreaterThan(5)
    expect(new Set(firsts.map(({ beside }) => beside))).toEqual(new Set([1]))
    const retries = known.filter(({ delivery: { failures } }) => failures > 0)
    expect(retries.length).toBeGreaterThan(4)
    expect(Math.max(...retries.map(({ at, due }) => at - due))).toBeLessThan(second)
  })

  it('gets what has piled up at a growing pace once a probe has ended in time', () => {
    let recovered = false
    const run = new Simulation(hungUntil(() => recovered))
    for (let payment = 0; payment < 400; payment += 1) run.add(newDelivery('p', 'hung'))
    run.goTo(20 * second)
    recovered = true
    const before = run.begun.length
    run.goTo(80 * second)
    const after = run.begun.slice(before)
    expect(after.length).toBeGreaterThanOrEqual(400 - before)
    expect(after.slice(0, 6).map(({ beside }) => beside)).toEqual([1, 1, 2, 1, 2, 3])
  })

  it('is not probed on a frozen clock', () => {
    const run = new Simulation(
      hungUntil(() => false),
      { probing: () => false },
    )
    for (let payment = 0; payment < 40; payment += 1) run.add(newDelivery('p', 'hung'))
    run.goTo(20 * second)
    expect(run.begun).toHaveLength(4 + 8 + 8 + 8)
  })
})

describe('an endpoint that is slow', () => {
  it('gets what is sent to it within a second all the same', () => {
    const run = new Simulation(() => 3 * second)
    for (let payment = 0; payment < 4; payment += 1) run.add(newDelivery('p', 'slow'))
    run.goTo(10 * second)
    for (let payment = 0; payment < 500; payment += 1) run.add(newDelivery('p', 'slow', run.now))
    run.goTo(20 * second, 50)
    expect(run.begun).toHaveLength(504)
    expect(Math.max(...run.begun.map(({ at, due }) => at - due))).toBeLessThan(second)
  })

  it('gets no more than usual from a node that has no time to spare', () => {
    const run = new Simulation(() => 3 * second, { busy: () => true })
    for (let payment = 0; payment < 50; payment += 1) run.add(newDelivery('p', 'slow'))
    run.goTo(30 * second)
    expect(run.most).toBe(8)
  })
})

describe('shares', () => {
  const head = (property: string, endpoint: string, due: number): KnownHead => ({
    property_id: property,
    endpoint_id: endpoint,
    status: 'pending',
    unclaimed_due: due,
  })
  const open = (limit: number) =>
    new Shares({ limit, perEndpoint: 4, probing: () => true, busy: () => false, real: () => 0 })
  const of = (picks: LanePick[]) => Object.fromEntries(picks.map((pick) => [pick.endpoint_id, pick.limit]))

  it('go to properties first, then to endpoints, then by due time', () => {
    const shares = open(6)
    shares.backlog.add([head('p', 'a', 1), head('p', 'b', 2), head('p', 'c', 3), head('q', 'd', 9)])
    // Both properties get as many, as far as one alone may go.
    expect(of(shares.choose(10))).toEqual({ a: 1, b: 1, c: 1, d: 3 })
  })

  it('go to the one with the fewest in progress', () => {
    const shares = open(100)
    shares.backlog.add([head('p', 'a', 1), head('p', 'b', 2)])
    const slots = ['a', 'a', 'a'].map((endpoint_id) =>
      shares.take({ property_id: 'p', endpoint_id, status: 'pending' }),
    )
    expect(of(shares.choose(10))).toEqual({ a: 1, b: 4 })
    expect([shares.inUse, shares.backlog.isBusy('a'), shares.backlog.isBusy('b')]).toEqual([3, true, false])
    for (const slot of slots) shares.release(slot)
    expect([shares.inUse, shares.backlog.isBusy('a')]).toEqual([0, false])
  })

  it('give nothing that is not due, is drained, or is gone from the queue', () => {
    const shares = open(100)
    shares.backlog.add([head('p', 'a', 11), head('p', 'b', 2)])
    expect(of(shares.choose(10))).toEqual({ b: 4 })
    shares.backlog.claimed({ property_id: 'p', endpoint_id: 'b', status: 'pending' }, null)
    expect(shares.choose(10)).toEqual([])
    expect(of(shares.choose(11))).toEqual({ a: 4 })
    shares.backlog.replace([])
    expect(shares.choose(11)).toEqual([])
  })

  it('are never more than there are', () => {
    const shares = open(2)
    shares.backlog.add([head('p', 'a', 1)])
    expect(of(shares.choose(1))).toEqual({ a: 2 })
    const slot = shares.take(head('p', 'a', 1))
    shares.take(head('p', 'a', 1))
    expect([shares.isFull, shares.choose(1)]).toEqual([true, []])
    shares.answered(slot, false)
    expect(shares.isFull).toBe(false)
  })

  it('leave room as soon as the receiver is done, but not for more than can be written down', () => {
    const shares = open(600)
    const lane = head('p', 'a', 1)
    const slots = Array.from({ length: 512 }, () => shares.take(lane))
    for (const slot of slots.slice(1)) shares.answered(slot, false)
    expect([shares.inUse, shares.isFull, shares.backlog.isBusy('a'), shares.admits(lane)]).toEqual([
      512,
      false,
      true,
      true,
    ])
    shares.answered(slots[0]!, false)
    expect([shares.inUse, shares.isFull, shares.backlog.isBusy('a'), shares.admits(lane)]).toEqual([
      512,
      true,
      true,
      false,
    ])
    for (const slot of slots) shares.release(slot)
    expect([shares.inUse, shares.isFull, shares.backlog.isBusy('a'), shares.admits(lane)]).toEqual([
      0,
      false,
      false,
      true,
    ])
  })
})
