import type { Insertable, Selectable } from 'kysely'
import type { AttemptTable, DeliveryTable } from './schema.ts'

/** A delivery that this node may attempt now, with what the attempt needs of its endpoint. */
export interface ClaimedDelivery extends Pick<
  Selectable<DeliveryTable>,
  | 'seq'
  | 'id'
  | 'property_id'
  | 'endpoint_id'
  | 'event_type'
  | 'body'
  | 'attempts'
  | 'ladder_attempts'
  | 'traceparent'
> {
  status: 'pending' | 'failed'
  next_attempt_at: number
  /** In real time. */
  lease_until: number
  lease_token: string
  url: string
  /** As it is stored: sealed when a secret key is configured. */
  secret: string
  /** The count of changes that may end claims, when this one was made. Where there is none, the database is asked. */
  as_of?: number | undefined
}

/** Part of a claim. */
export interface WantedOfLane {
  endpoint_id: string
  status: 'pending' | 'failed'
  /** Deliveries at most. */
  limit: number
  /** The virtual time up to which they are due; not after `now`. */
  dueBy: number
}

export interface ClaimOptions {
  property_id: string
  wanted: readonly WantedOfLane[]
  /** The virtual now. */
  now: number
  /** The machine's now. */
  realNow: number
  leaseUntil: number
  leaseToken: string
}

export interface Claim {
  claimed: ClaimedDelivery[]
  /** For each part that was wanted, in that order: when the next of the lane is due; null: nothing unclaimed is due. */
  nextDue: (number | null)[]
}

/** The result of an attempt, as it is written down. */
export type NewAttempt = Pick<
  Insertable<AttemptTable>,
  'started_at' | 'duration_ms' | 'outcome' | 'response_status' | 'response_body' | 'error' | 'wire'
>

/** An attempt of the ladder, and what follows from it. */
export interface ScheduledSettlement {
  seq: number
  property_id: string
  delivery_id: string
  lease_token: string
  /** Attempts made before this one, as far as the node knows: a resend may have come between. */
  attempts: number
  attempt: NewAttempt
  next: { status: 'delivered' | 'failed' | 'dead'; next_attempt_at: number | null }
  /** The virtual now. */
  now: number
}

/**
 * What the delivery engine asks of a database again and again. Each is one round trip on PostgreSQL, and on SQLite a run
 * of statements that were prepared once, without Kysely between.
 */
export interface DeliveryWork {
  /**
   * Claims due deliveries, each lane in order of due time, then of creation. Rows that another node holds under a lease are
   * left to it until the lease is over; nothing is claimed of an endpoint that is switched off or gone.
   *
   * @returns a claim for each of the options
   */
  claimDeliveries(options: readonly ClaimOptions[]): Promise<Claim[]>

  /**
   * Of deliveries that were claimed some time ago, those which may still be attempted: their claims hold, nobody has resent
   * them meanwhile, their endpoints are there and switched on. With URL and secret as they are now.
   */
  confirmClaims(claims: readonly ClaimedDelivery[]): Promise<ClaimedDelivery[]>

  /**
   * Writes down attempts of the ladder and what follows from them, and gives the claims back; all or nothing.
   *
   * @returns the numbers of the attempts by delivery. One whose claim was lost, or whose delivery is gone, is not among
   * them, and nothing of it was written
   */
  settleAttempts(settlements: readonly ScheduledSettlement[]): Promise<Map<string, number>>

  /** Gives claims back whose attempts will not be settled. A claim that was lost meanwhile stays with whoever has it. */
  releaseClaims(claims: readonly ClaimedDelivery[]): Promise<void>
}

/** A node's readiness to attempt deliveries the moment that they are committed. */
export interface DeliveryOffer {
  lease_until: number
  lease_token: string
  /** Endpoints whose deliveries it leaves to the queue: something waits there already, or they hang. */
  left: readonly string[]
  /** Called after the commit with those that were written under this lease. */
  take(deliveries: ClaimedDelivery[]): void
}
