import { createVerifier } from '@svc/signing'
import type { AttemptRequest } from '../../../src/delivery/attempt.ts'
import type { AttemptResult } from '../../../src/delivery/outcome.ts'

/** Spec 8: milliseconds from a failure to the next attempt. */
const ladder = [60, 300, 1_800, 7_200].map((seconds) => seconds * 1_000)

/** How a receiver feels: it may change its mind at any time. */
export type Mood = 'fine' | 'failing' | 'hanging'

/** A receiver and its endpoint, as the outside world knows them. */
export interface Booked {
  id: string
  url: string
  propertyId: string
  secret: string
  events: readonly string[]
  mood: Mood
  /** Since when it is on; null: it is off. */
  onSince: number | null
  deleted: boolean
  /** What it must be told, in order: event, moment and subject. */
  expected: Expected[]
}

export interface Expected {
  key: string
  at: number
  delivery: Known | null
}

/** A delivery that a receiver has seen. */
export interface Known {
  id: string
  body: string
  status: 'failed' | 'delivered' | 'dead'
  attempts: number
  ladder: number
  /** When the next attempt is due; null: none is. */
  next: number | null
  lastAt: number
}

/** What the receivers have been told, and whether it is what they should have been. */
export class Ledger {
  readonly endpoints = new Map<string, Booked>()
  readonly #known = new Map<string, { endpoint: Booked; delivery: Known }>()
  readonly #now: () => number
  /** A resend by hand is under way: it is no attempt of the ladder. */
  resending = false
  /** What should not have happened. Empty as long as all is well. */
  readonly complaints: string[] = []
  attempts = 0

  constructor(now: () => number) {
    this.#now = now
  }

  of(propertyId: string): Booked[] {
    return [...this.endpoints.values()].filter((one) => one.propertyId === propertyId && !one.deleted)
  }

  /** An event fires: every endpoint that is on and subscribed must hear of it. */
  fired(propertyId: string, type: string, subject: string): void {
    const at = this.#now()
    for (const endpoint of this.of(propertyId)) {
      if (endpoint.onSince === null || !endpoint.events.includes(type)) continue
      endpoint.expected.push({ key: `${type} ${new Date(at).toISOString()} ${subject}`, at, delivery: null })
    }
  }

  /** The receivers: an attempt without a network. */
  readonly attempt = Object.assign(
    (request: AttemptRequest): Promise<AttemptResult> => Promise.resolve(this.#receive(request)),
    { close: () => {} },
  )

  #receive({ url, headers, body }: AttemptRequest): AttemptResult {
    this.attempts += 1
    const endpoint = this.endpoints.get(url)
    const id = headers['X-SVC-Delivery'] ?? ''
    const text = Buffer.from(body).toString()
    if (!endpoint || endpoint.deleted) return this.#complain(`${url} is gone, and got ${text}`)
    if (!createVerifier(endpoint.secret).verify(body, headers['X-SVC-Signature']))
      this.#complain(`${id} is not signed with the secret of this moment`)
    const delivery = this.#deliveryOf(endpoint, id, text)
    if (!delivery) return this.#complain(`${url} expected nothing like ${text}`)
    if (delivery.body !== text) this.#complain(`${id} has other bytes than before`)
    return this.#settle(endpoint, delivery)
  }

  #deliveryOf(endpoint: Booked, id: string, text: string): Known | undefined {
    const known = this.#known.get(id)
    if (known) return known.endpoint === endpoint ? known.delivery : undefined
    const { type, created_at, data } = JSON.parse(text) as {
      type: string
      created_at: string
      data: Record<string, string>
    }
    const subject = data['messageId'] ?? data['paymentId'] ?? data['bookingId'] ?? ''
    const key = `${type} ${created_at} ${subject}`
    const expected = firstUnheard(endpoint.expected, key)
    if (!expected) return undefined
    const delivery: Known = {
      id,
      body: text,
      status: 'failed',
      attempts: 0,
      ladder: 0,
      next: expected.at,
      lastAt: 0,
    }
    expected.delivery = delivery
    this.#known.set(id, { endpoint, delivery })
    return delivery
  }

  #settle(endpoint: Booked, delivery: Known): AttemptResult {
    const now = this.#now()
    const fails = endpoint.mood !== 'fine'
    delivery.attempts += 1
    delivery.lastAt = now
    if (!this.resending) {
      // What fell due while the endpoint was off is sent at the moment when it is on again.
      const due = Math.max(delivery.next ?? Infinity, endpoint.onSince ?? Infinity)
      if (now !== due)
        this.#complain(`${delivery.id} was attempted at ${now}, and not at ${due}: ${now - due} ms off`)
      delivery.ladder += 1
      const wait = ladder[delivery.ladder - 1]
      delivery.next = wait === undefined ? null : now + wait
      if (fails) delivery.status = wait === undefined ? 'dead' : 'failed'
    }
    if (!fails) Object.assign(delivery, { status: 'delivered', next: null })
    if (!fails)
      return { outcome: 'delivered', error: null, response_status: 200, response_body: '', duration_ms: 1 }
    return endpoint.mood === 'hanging'
      ? {
          outcome: 'failed',
          error: 'timeout',
          response_status: null,
          response_body: null,
          duration_ms: 5_000,
        }
      : { outcome: 'failed', error: 'status', response_status: 500, response_body: 'no', duration_ms: 1 }
  }

  #complain(what: string): AttemptResult {
    if (this.complaints.length < 20) this.complaints.push(what)
    return {
      outcome: 'failed',
      error: 'internal',
      response_status: null,
      response_body: null,
      duration_ms: 0,
    }
  }

  /** Every event has reached every endpoint that should hear of it, at least once. */
  checkHeard(): void {
    for (const endpoint of this.endpoints.values()) {
      if (endpoint.deleted) continue
      for (const { key, delivery } of endpoint.expected.slice(-20))
        if (!delivery) this.#complain(`${endpoint.url} was never told of ${key}`)
    }
  }

  /** What of an endpoint must still be in the database, oldest first. */
  static kept({ expected }: Booked, now: number, days: { delivered: number; dead: number }): Known[] {
    const all = expected.flatMap(({ delivery }) => (delivery ? [delivery] : []))
    const age = (days_: number) => now - days_ * 86_400_000
    return all.filter(({ status, lastAt }, index) => {
      if (index >= all.length - 50 || status === 'failed') return true
      return status === 'delivered' ? lastAt > age(days.delivered) : lastAt > age(days.dead)
    })
  }
}

/**
 * The first of a key that nobody has heard of: what changes twice at one moment has one key twice, and is told in that
 * order. Looked for from the end, where it nearly always is.
 */
function firstUnheard(all: readonly Expected[], key: string): Expected | undefined {
  const isIt = (one: Expected | undefined) => one?.key === key && one.delivery === null
  let at = all.findLastIndex(isIt)
  for (let before = at - 1; all[before]?.at === all[at]?.at && before >= 0; before -= 1) {
    if (isIt(all[before])) at = before
  }
  return all[at]
}
