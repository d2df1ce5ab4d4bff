import type { ErrorBody, EventType, Payment, WebhookEndpoint } from '@svc/models'

/**
 * The JSON of the sandbox's control API (`/sandbox/…`, `Authorization: Bearer <admin token>`): what the control client
 * sends and what the server answers. One description for both sides. Timestamps are ISO 8601 UTC strings.
 */

/** A tenant of the sandbox. */
export interface Property {
  id: string
  name: string
  created_at: string
}

/** An API key without its secret part. */
export interface ApiKey {
  id: string
  name: string
  /** First characters of the key, to tell keys apart. */
  hint: string
  created_at: string
}
/** A new API key: the only answer that carries the key itself. */
export interface CreatedApiKey extends ApiKey {
  key: string
}

/** The origins from which browsers may call (D7). */
export interface AllowedOrigins {
  origins: string[]
}

/** What a booking made through the control API may give; whatever is left out becomes something believable (D17). */
export interface BookingInput {
  id?: string | undefined
  status?: string | undefined
  /** Minor units. @default the sum of the nights */
  total?: number | undefined
  created?: string | undefined
  updated?: string | undefined
  paidDays?: number | undefined
  description?: string | undefined
  guest?: { id?: string; first_name?: string; last_name?: string; email?: string; phone?: string }
  stay_dates?: { date: string; amount: number; room?: string; bed?: string }[]
}
/** Changes of a booking. Status alone fires the short `booking.updated`, anything more the full one (D17). */
export type BookingChanges = Omit<BookingInput, 'id' | 'created' | 'updated'>

/** An inbound OTA message. */
export interface MessageInput {
  bookingId: string
  content: string
  /** @default the booking's thread */
  threadId?: string | undefined
}

/** An OTA message of a guest (spec 6, `message.received`). */
export interface Message {
  id: string
  bookingId: string
  threadId: string
  content: string
  created_at: string
}

/** A sample event for the subscribed endpoints. `data` is filled in where left out. */
export interface EventInput {
  type: EventType
  data?: Record<string, unknown> | undefined
}
/** An event that fired, and the deliveries that it caused. */
export interface FiredEvent {
  id: string
  type: EventType
  property_id: string
  created_at: string
  data: Record<string, unknown>
  delivery_ids: string[]
}

/** One attempt of a delivery. */
export interface Attempt {
  /** 1 for the first, counting manual ones too. */
  number: number
  kind: 'scheduled' | 'manual'
  started_at: string
  /** Milliseconds of real time. */
  duration_ms: number
  outcome: 'delivered' | 'failed'
  response_status: number | null
  response_body: string | null
  /** Why there was no answer, or why it did not count: `timeout`, `unreachable`, `redirect`, … ; null on success. */
  error: string | null
}

/** A delivery as the control API shows it: the record of spec 2.6 and all that a developer wants to see. */
export interface ControlDelivery {
  id: string
  endpoint_id: string
  endpoint_url: string
  event_id: string
  event_type: string
  status: 'pending' | 'delivered' | 'failed' | 'dead'
  attempts: number
  /** When the next attempt is due on the virtual clock; null: none is scheduled. */
  next_attempt_at: string | null
  /** Waiting because its endpoint is switched off (D13). */
  held: boolean
  last_attempted_at: string | null
  delivered_at: string | null
  response_status: number | null
  response_body: string | null
  created_at: string
  /** The envelope: the exact text that is sent. */
  body: string
  attempt_log: Attempt[]
}

/** One page of deliveries, newest first. */
export interface DeliveryPage {
  results: ControlDelivery[]
  total_count: number
  total_pages: number
  current_page: number
}

/** Which deliveries; what is not given does not narrow. */
export interface DeliveryQuery {
  status?: string | undefined
  event_type?: string | undefined
  endpoint_id?: string | undefined
  /** @default 1 */
  page?: number | undefined
  /** 1–100. @default 50 */
  limit?: number | undefined
}

/** The virtual clock (D19). */
export interface ClockState {
  mode: 'real' | 'manual'
  now: string
  /** Seconds by which the virtual clock is ahead of the machine's. */
  offset_seconds: number
}

/** Where the clock stands after an advance. */
export interface ClockAdvanced extends ClockState {
  /** Attempts that were made on the way. */
  attempts: number
}

/** Which requests a fault applies to. Left out: any. */
export interface FaultMatch {
  method?: string | undefined
  /** Exact path, or a pattern with `*` for one segment and `**` for any number. */
  path?: string | undefined
  property_id?: string | undefined
}

/** What a fault does to a request: another answer, a late one, none, or half of one. */
export type FaultAction =
  | { type: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  | { type: 'delay'; ms: number }
  | { type: 'reset' }
  | { type: 'truncate' }
/** A fault of the API: `before` the operation runs, or `after` it has committed. */
export interface FaultInput {
  match?: FaultMatch | undefined
  when: 'before' | 'after'
  action: FaultAction
  /** How often. @default until cleared */
  times?: number | undefined
}
/** A fault of deliveries: pretend that the receiver answered so, or could not be reached. */
export interface DeliveryFaultInput {
  match?: { endpoint_id?: string; event_type?: string; property_id?: string }
  when: 'delivery'
  action: { type: 'status'; status: number; body?: string } | { type: 'timeout' } | { type: 'unreachable' }
  times?: number | undefined
}

/** A fault that is set. */
export type Fault = (FaultInput | DeliveryFaultInput) & {
  id: string
  /** How often it will still apply; null: until cleared. */
  remaining: number | null
  /** How often it has applied. */
  applied: number
}

/** One handled request of the client API, secrets redacted. */
export interface LoggedRequest {
  /** The `X-Request-Id` of its answer. */
  id: string
  at: string
  method: string
  path: string
  /** Template of the route, null when none matched. */
  route: string | null
  status: number
  property_id: string | null
  api_key_id: string | null
  idempotency_key: string | null
  replayed: boolean
  ms: number
  remote_address: string
  /** Id of the fault that broke it, null for none. */
  fault_id: string | null
  request_headers: Record<string, string>
  request_body: string | null
  response_body: string | null
}

/** Which requests of the log; what is not given does not narrow. */
export interface RequestQuery {
  /** 1–1000. @default 100 */
  limit?: number | undefined
  method?: string | undefined
  path?: string | undefined
  status?: number | undefined
  property_id?: string | undefined
  idempotency_key?: string | undefined
}

/** What `POST /sandbox/reset` and `restore` leave behind: the way in. Keys and tokens given at start stay valid. */
export interface ResetResult {
  properties: Property[]
}

/** A copy of the whole state in the sandbox's memory, for a fresh start of each test. */
export interface Snapshot {
  id: string
}

/** A webhook endpoint as the control API shows it: the one of spec 2.5, without its secret. */
export type ControlEndpoint = WebhookEndpoint

/** How long receivers may still expect the old secret of an endpoint whose secret changes. */
export interface RotateInput {
  /** Virtual seconds, 0–31,536,000. @default 86400 */
  overlap_seconds?: number | undefined
}
/** The new secret of an endpoint: deliveries are signed with it at once (D14). */
export interface RotatedSecret {
  id: string
  secret: string
  previous_secret_until: string
}

/** Payments of a property, deleted ones too, newest first. */
export interface PaymentPage {
  results: Payment[]
  total_count: number
  total_pages: number
  current_page: number
}

/** Which payments; what is not given does not narrow. */
export interface PaymentQuery {
  /** Only those linked to this booking. */
  bid?: string | undefined
  /** @default 1 */
  page?: number | undefined
  /** 1–100. @default 50 */
  limit?: number | undefined
}

/** Which deliveries to send once more. */
export interface ResendInput {
  status: 'failed' | 'dead'
  /** Only those of events that fired at or after this time. */
  since?: string | undefined
}

/** How a resend of several deliveries went. */
export interface ResendResult {
  resent: number
  delivered: number
  failed: number
}

/** Many believable bookings at once. */
export interface SeedInput {
  /** 1–10,000,000. */
  bookings: number
  /** The same seed gives the same bookings, ids included. @default another one each time */
  seed?: number | string | undefined
}
/** A line of the answer to a seeding, which is a stream of JSON lines. */
export type SeedLine = { done: number } | SeedResult | { error: string }
/** The last line of a seeding. */
export interface SeedResult {
  done: number
  bookings: number
  payments: number
  seed: number | string
}

/** Everything that the sandbox holds, as one JSON document. Secrets are in it only when asked for. */
export interface SandboxExport {
  format: 'svc-sandbox-export'
  version: 1
  exported_at: string
  secrets: boolean
  tables: Record<string, Record<string, unknown>[]>
}

/** Error answers of the control API have the form of the client API's (D3). */
export type ControlError = ErrorBody
