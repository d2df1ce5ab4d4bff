import type { Attempt } from '@svc/control'
import type { Runtime } from '../runtime.ts'
import type { TargetPolicy } from '../service/context.ts'
import type { DeliveryOffer } from '../storage/delivery-work.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import type { MakeAttempt } from './attempt.ts'
import type { AttemptResult } from './outcome.ts'
import type { Resolve } from './resolve.ts'
import type { DeliveryFaults, TraceAttempt } from './send.ts'
import type { EngineTime } from './time.ts'

/** The log of the engine. Pino's logger fits. */
export interface DeliveryLogger {
  debug(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** One attempt that has been made and written down, for metrics and traces. */
export interface AttemptReport extends AttemptResult {
  delivery_id: string
  endpoint_id: string
  property_id: string
  event_type: string
  kind: 'scheduled' | 'manual'
  /** Status of the delivery after it; null for a manual attempt that changed nothing. */
  status: 'delivered' | 'failed' | 'dead' | null
  /** Virtual milliseconds between due time and start; null for a manual attempt. */
  lag_ms: number | null
  traceparent: string | null
  /** Its number among the attempts of the delivery, from 1. */
  number: number
}

export interface DeliveryEngineOptions {
  storage: Storage
  runtime: Runtime
  /** Opens the endpoints' signing secrets. */
  secrets: SecretBox
  /** Where webhooks may go. */
  targets: TargetPolicy
  /** @default silent */
  logger?: DeliveryLogger | undefined
  /** Attempts in progress at once on this node. @default half of the descriptors that are left, at most 4096 */
  concurrency?: number | undefined
  /** Attempts in progress at once on this node to an endpoint that nothing is known of. @default 4 */
  perEndpoint?: number | undefined
  /** Faults of deliveries. @default none */
  faults?: DeliveryFaults | undefined
  /** Further certificates to trust, in PEM. @default none */
  ca?: string | readonly string[] | undefined
  /** `User-Agent` of deliveries. @default 'svc-webhooks' */
  userAgent?: string | undefined
  /** Milliseconds of real time that an attempt may take. @default 5000 */
  timeoutMs?: number | undefined
  /**
   * Milliseconds of real time for which a claim holds. It must be longer than an attempt with its commit, and than the
   * difference between the clocks of two nodes. @default 15000
   */
  leaseMs?: number | undefined
  /** How host names become addresses. @default the name servers, then the system */
  resolve?: Resolve | undefined
  /** Makes the attempts. @default real ones, as `targets`, `ca`, `timeoutMs` and `resolve` say */
  attempt?: MakeAttempt | undefined
  /** How the engine waits between its looks at the queue. @default real time */
  time?: EngineTime | undefined
  /** Whether this process has no time to spare. @default by how busy its event loop was lately */
  busy?: (() => boolean) | undefined
  /** Begins a span for each attempt. @default none */
  trace?: TraceAttempt | undefined
  /** Called for every attempt after it is stored. */
  onAttempt?: ((report: AttemptReport) => void) | undefined
}

export interface DeliveryEngine {
  /** Starts to claim. A node that delivers nothing (`--role api`) never calls it. */
  start(): void
  /**
   * Resolves when nothing that was due at the virtual now is left, on any node.
   * @throws {EngineStopped} when the engine is stopped meanwhile
   */
  settled(): Promise<void>
  /**
   * What this node takes over of a property's next event as it is committed, so that nothing of it has to be found and
   * claimed; undefined: nothing.
   */
  offer(propertyId: string): DeliveryOffer | undefined
  /**
   * Makes one extra attempt outside the ladder, with the same id and bytes, and resolves with it.
   * @throws {ServiceError} `not_found` when there is no such delivery, or it was deleted under way
   */
  resend(propertyId: string, deliveryId: string): Promise<Attempt>
  /**
   * Stops claiming, lets attempts in progress end, and gives back the claims of those that do not in time. `start`
   * begins anew.
   * @param options.graceMs how long they may take, in milliseconds of real time. @default 6000
   */
  stop(options?: { graceMs?: number }): Promise<void>
  /** Attempts in progress on this node. */
  inFlight(): number
}
