import type { Generated } from 'kysely'

/**
 * The tables. Both dialects hold the same: times are integers (milliseconds since 1970), booleans are 0 or 1, JSON is
 * text, and columns that reach the wire have their wire names. `seq` numbers rows in the order in which they were
 * written: on a frozen clock many rows share one time, and newest-first must still be newest first.
 */
export interface Schema {
  meta: MetaTable
  properties: PropertyTable
  api_keys: ApiKeyTable
  allowed_origins: AllowedOriginTable
  guests: GuestTable
  bookings: BookingTable
  stay_dates: StayDateTable
  payments: PaymentTable
  messages: MessageTable
  webhook_endpoints: WebhookEndpointTable
  events: EventTable
  deliveries: DeliveryTable
  attempts: AttemptTable
  idempotency_records: IdempotencyTable
}

/** Facts about the database as a whole: `created_at`, `clock`, … as JSON. */
export interface MetaTable {
  key: string
  value: string
}

export interface PropertyTable {
  seq: Generated<number>
  id: string
  name: string
  created_at: number
}

export interface ApiKeyTable {
  seq: Generated<number>
  id: string
  property_id: string
  name: string
  /** SHA-256 of the key in hex: the key itself is stored nowhere (DESIGN 6). */
  key_hash: string
  hint: string
  created_at: number
}

export interface AllowedOriginTable {
  property_id: string
  origin: string
}

export interface GuestTable {
  id: string
  property_id: string
  first_name: string
  last_name: string
  email: string
  phone: string
}

export interface BookingTable {
  id: string
  property_id: string
  guest_id: string
  status: string
  total: number
  created: number
  updated: number
  paidDays: number
  description: string
}

export interface StayDateTable {
  booking_id: string
  /** Order within the booking, from 0. */
  position: number
  date: string
  amount: number
  room: string
  bed: string
}

export interface PaymentTable {
  seq: Generated<number>
  id: string
  property_id: string
  bid: string | null
  gid: string | null
  /** Decimal text with four decimals: 15 + 4 digits do not fit an int8 or a float. */
  amount: string
  paymentMethod: string
  type: string
  description: string | null
  name: string
  date: number
  /** 1 active, 0 deleted. */
  status: number
}

export interface MessageTable {
  id: string
  property_id: string
  booking_id: string
  thread_id: string
  content: string
  created_at: number
}

export interface WebhookEndpointTable {
  seq: Generated<number>
  id: string
  property_id: string
  url: string
  /** Signing secret, sealed when a secret key is configured (DESIGN 6). */
  secret: string
  /** The secret before the last rotation, sealed, and until when receivers may still expect it. */
  previous_secret: string | null
  previous_secret_until: number | null
  /** JSON array of event names. */
  events: string
  is_active: number
  created_at: number
  updated_at: number
}

export interface EventTable {
  seq: Generated<number>
  id: string
  property_id: string
  type: string
  /** JSON of `data`. */
  data: string
  created_at: number
}

/** The queue: a delivery waits in the row in which it was committed (DESIGN 5). */
export interface DeliveryTable {
  seq: Generated<number>
  id: string
  property_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  /** The exact text that every attempt sends (D14). */
  body: string
  status: string
  /** Attempts made, manual ones included. */
  attempts: number
  /** Attempts of the ladder made: it is `dead` after five (spec 8). */
  ladder_attempts: number
  /** Due time on the virtual clock; null: no attempt is scheduled. */
  next_attempt_at: number | null
  last_attempted_at: number | null
  delivered_at: number | null
  response_status: number | null
  response_body: string | null
  created_at: number
  /** Claimed by an attempt until then, in real time; null or past: free. */
  lease_until: number | null
  /** Names the claim, so that a result that comes after its lease was lost is dropped. */
  lease_token: string | null
  /** W3C traceparent of the request that caused it, for traces; null: none. */
  traceparent: string | null
}

export interface AttemptTable {
  seq: Generated<number>
  delivery_id: string
  number: number
  /** `scheduled` or `manual`. */
  kind: string
  started_at: number
  duration_ms: number
  /** `delivered` or `failed`. */
  outcome: string
  response_status: number | null
  response_body: string | null
  error: string | null
}

export interface IdempotencyTable {
  /** property, method, path and key, joined (D5). */
  scope: string
  fingerprint: string
  status: number
  /** Exact text of the answer, sealed when a secret key is configured: it may hold a signing secret. */
  body: string
  created_at: number
  expires_at: number
}
