import type { Booking, Guest, Payment } from '@svc/models'

/**
 * The whole service as plain data: what the specification and the decisions say there is, and nothing of how it is
 * kept. Copied with `structuredClone` where two futures are possible.
 */
export interface World {
  /** The virtual now, in milliseconds. */
  now: number
  properties: Property[]
  /** What each receiver answers, by its path. */
  receivers: Record<string, Receiver>
  /** Faults of each node. */
  faults: ApiFault[][]
  /** Faults of deliveries are set on every node alike. */
  deliveryFaults: { endpointId: string; action: 'timeout' | 'unreachable' | 500 | 204 }[]
  /** Counts races: what one wrote has no order of its own. */
  races: number
}

export interface Property {
  id: string
  bookings: Booking[]
  guests: Guest[]
  /** In the order of their writing, deleted ones too. */
  payments: Payment[]
  endpoints: Endpoint[]
  /** In the order of their writing. */
  deliveries: Delivery[]
  /** Deliveries of endpoints that were deleted: no list shows them, and nothing more is sent. */
  gone: Delivery[]
  /** Stored answers by method, path and idempotency key. */
  records: Record<string, StoredAnswer>
}

export interface Endpoint {
  id: string
  url: string
  secret: string
  events: string[]
  is_active: boolean
  created_at: string
  updated_at: string
}

export interface StoredAnswer {
  fingerprint: string
  status: number
  /** Byte for byte. */
  text: string
  expires: number
}

export interface Delivery {
  endpointId: string
  type: string
  data: Record<string, unknown>
  created: number
  status: 'pending' | 'failed' | 'delivered' | 'dead'
  /** Attempts of the ladder. */
  ladder: number
  next: number | null
  delivered: number | null
  attempts: Attempt[]
  /** The race that made it; null: it was alone. */
  race: number | null
  /** Attempts that a dead process may have begun without writing them down. */
  cutOff: number
  /** Id and bytes, which the service chooses: known once a list has shown them. */
  known?: { id: string; text: string }
}

export interface Attempt {
  kind: 'scheduled' | 'manual'
  at: number
  outcome: 'delivered' | 'failed'
  error: string | null
  status: number | null
  body: string | null
  /** What reached a receiver; null: a fault answered in its place. */
  post: Post | null
}

export interface Post {
  path: string
  secret: string
  /** A reset on a kept connection is tried once more (D27). */
  most: 1 | 2
}

/** What a receiver does: one thing for ever, or 500 to the first few tries of each delivery. */
export type Receiver = 'ok' | 'empty' | 'error' | 'redirect' | 'cut' | 'reset' | { failing: number }

export interface ApiFault {
  when: 'before' | 'after'
  property: string
  method: string | null
  action: 'status' | 'reset' | 'truncate'
  remaining: number
}

export function newWorld(now: number, nodes: number): World {
  return {
    now,
    properties: [],
    receivers: {},
    faults: Array.from({ length: nodes }, () => []),
    deliveryFaults: [],
    races: 0,
  }
}

export function newProperty(id: string): Property {
  return {
    id,
    bookings: [],
    guests: [],
    payments: [],
    endpoints: [],
    deliveries: [],
    gone: [],
    records: {},
  }
}

export const iso = (ms: number) => new Date(ms).toISOString()
