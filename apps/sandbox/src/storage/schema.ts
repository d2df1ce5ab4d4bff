import type { Generated } from 'kysely'

/**
 * The tables. Those that grow have `property_id` in front of their key and of every index, and every query of the
 * client API names it, so properties can be spread over partitions (docs/decisions, "property-first tables"). Both
 * dialects hold the same: times are integers (milliseconds since 1970), booleans are 0 or 1, JSON is text, and columns
 * that reach the wire have their wire names. `seq` numbers rows in the order in which they were written: on a frozen
 * clock many rows share one time, and newest-first must still be newest first.
 */
export interface Schema {
  meta: MetaTable
  properties: PropertyTable
  api_keys: ApiKeyTable
  allowed_origins: AllowedOriginTable
  guests: GuestTable
  bookings: BookingTable
  stay_gaps: StayGapTable
  booking_counts: BookingCountTable
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
  /** IANA name; null: UTC. */
  time_zone: string | null
}

export interface ApiKeyTable {
  seq: Generated<number>
  id: string
  property_id: string
  name: string
  /** SHA-256 of the key in hex: the key itself is stored nowhere. */
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
  property_id: string
  id: string
  guest_id: string
  status: string
  created: number
  /** Dates of the first and the last night; null for a booking without any. */
  first_night: string | null
  last_night: string | null
  /** The booking as the wire shows it, stored only here. The other columns are for queries. */
  json: string
}

/** Days in the middle of a stay for which nothing is booked. */
export interface StayGapTable {
  property_id: string
  booking_id: string
  /** The last night before the gap, and the first one after it. */
  after_night: string
  before_night: string
}

/** The number of bookings, kept by the transactions that change it: lists know their length without counting. */
export interface BookingCountTable {
  property_id: string
  /**
   * `all` (its `day` is empty), or by the `first` night or the `last` night; or by the week of `created` (the same as
   * `since`), alone or, with a space in between, with the first night (`arriving`) or the last one (`leaving`).
   */
  kind: string
  day: string
  status: string
  bookings: number
  /**
   * At least, as it never becomes less. Of `first`: the latest `created` among these bookings. Of `created`: the latest
   * first night, as a number, and of `since` the earliest last one, below 0; 0: not known. Of `all`: the most days from a
   * first night to a last.
   */
  top: number
}

export interface PaymentTable {
  seq: Generated<number>
  property_id: string
  id: string
  bid: string | null
  gid: string | null
  date: number
  /** 1 active, 0 deleted. */
  status: number
  /** The payment as the wire shows it, stored only here. The other columns are for queries. */
  json: string
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
  /** Signing secret, sealed when a secret key is configured. */
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

/** The queue: a delivery waits in the row in which it was committed. */
export interface DeliveryTable {
  seq: Generated<number>
  id: string
  property_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  /** The exact text that every attempt sends. */
  body: string
  status: string
  /** Attempts made, manual ones included. */
  attempts: number
  /** Attempts of the ladder made: it is `dead` after five. */
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
  property_id: string
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
  /** JSON of what went over the wire; null: nothing did, or a version from before 0002 made the attempt. */
  wire: string | null
}

export interface IdempotencyTable {
  property_id: string
  /** method, path and key, joined. */
  scope: string
  fingerprint: string
  status: number
  /** Exact text of the answer, sealed when a secret key is configured: it may hold a signing secret. */
  body: string
  created_at: number
  expires_at: number
}
