import type {
  Booking,
  BookingPage,
  CreatePayment,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  Payment,
  UpdatePayment,
  UpdateWebhookEndpoint,
} from '@svc/models'
import type { BookingChanges, BookingInput, BookingQuery } from './bookings.ts'
import type { Change } from './changes.ts'
import type { ClockAdvanced, ClockState, DueList } from './clock.ts'
import type {
  Attempt,
  ControlDelivery,
  DeliveryPage,
  DeliveryQuery,
  ResendInput,
  ResendResult,
} from './deliveries.ts'
import type { EventInput, EventPage, EventQuery, FiredEvent, Message, MessageInput } from './events.ts'
import type { DeliveryFaultInput, Fault, FaultInput } from './faults.ts'
import type { FirstSteps } from './first-steps.ts'
import type { Insights, InsightsQuery } from './insights.ts'
import type { PaymentPage, PaymentQuery } from './payments.ts'
import type {
  ApiKey,
  ApiKeyInput,
  CreatedApiKey,
  Property,
  PropertyChanges,
  PropertyInput,
} from './properties.ts'
import type { LoggedRequest, RequestQuery } from './requests.ts'
import type { Hit } from './search.ts'
import type { SeedInput, SeedResult } from './seed.ts'
import type { ExportQuery, ResetResult, SandboxExport, Snapshot, SnapshotInput } from './state.ts'
import type { ControlEndpoint, RotatedSecret, RotateInput } from './webhooks.ts'

/** A snapshot that can be restored. */
export interface TakenSnapshot extends Snapshot {
  /** Goes back to it, any number of times. */
  restore(): Promise<ResetResult>
  /** Frees its memory. */
  delete(): Promise<void>
}

/**
 * Drives a sandbox through its control API. Calls for a property use the default one of the
 * connection; {@link SandboxControl.property} gives the same client for another. Every call rejects with
 * {@link ControlError}.
 */
export interface SandboxControl {
  /** Address of the sandbox: `http://127.0.0.1:4010`. */
  readonly url: string
  /** The same connection with another default property. */
  property(propertyId: string): SandboxControl
  /** The id of the default property. */
  propertyId(): Promise<string>
  /** Tenants: each has bookings, keys and endpoints of its own. */
  readonly properties: {
    /** All of them, oldest first. */
    list(): Promise<Property[]>
    /** Makes one, without a key: `{ name: 'Hostel Miramar' }`. */
    create(input: PropertyInput): Promise<Property>
    /** Changes its name or time zone: `{ time_zone: 'Europe/Lisbon' }`. */
    update(id: string, changes: PropertyChanges): Promise<Property>
  }
  /** Keys of the client API. */
  readonly apiKeys: {
    /** All of them, without the keys themselves. */
    list(): Promise<ApiKey[]>
    /** The key itself is in this answer only. */
    create(input?: ApiKeyInput): Promise<CreatedApiKey>
    /** Deletes one: calls with it are answered 401. */
    delete(id: string): Promise<void>
  }
  /** Origins from which browsers may call the client API. */
  readonly origins: {
    /** The list: `['https://app.example.com']`. */
    get(): Promise<string[]>
    /** Replaces the list. */
    set(origins: readonly string[]): Promise<string[]>
  }
  /** Bookings, which partners can only read. */
  readonly bookings: {
    /** One page, newest first unless `sort` says otherwise. */
    list(query?: BookingQuery): Promise<BookingPage>
    /** One by its id. */
    get(id: string): Promise<Booking>
    /** Fields that are left out get realistic values. Fires `booking.created`. */
    create(input?: BookingInput): Promise<Booking>
    /** Fires `booking.updated`, in the short shape when only the status changed. */
    update(id: string, changes: BookingChanges): Promise<Booking>
    /** Fires `booking.cancelled`. */
    cancel(id: string): Promise<void>
    /** Many at once, without events. Resolves when all are written; `onProgress` gets the number written so far. */
    seed(
      input: SeedInput & {
        onProgress?: ((done: number) => void) | undefined
        signal?: AbortSignal | undefined
      },
    ): Promise<SeedResult>
  }
  /** Payments, deleted ones too. */
  readonly payments: {
    /** Deleted ones too (`status: false`), which the client API hides. */
    list(query?: PaymentQuery): Promise<PaymentPage>
    /** Also a deleted one. */
    get(id: string): Promise<Payment>
    /** As a partner would, but without an API key. Fires `payment.created`. */
    create(input: CreatePayment): Promise<Payment>
    /** Fires `payment.updated` when its amount, method or description differ afterwards. */
    update(id: string, changes: UpdatePayment): Promise<Payment>
    /** It is kept for audit and hidden from partners. */
    delete(id: string): Promise<void>
  }
  /** Messages of guests. */
  readonly messages: {
    /** An inbound OTA message: fires `message.received`. */
    send(input: MessageInput): Promise<Message>
  }
  /** Events that went to an endpoint, and samples of them. */
  readonly events: {
    /** A sample event for the subscribed endpoints; what is left out of `data` is filled in. */
    trigger(
      type: EventInput['type'],
      data?: EventInput['data'],
      options?: { /** To this endpoint alone, subscribed or not. */ endpointId?: string | undefined },
    ): Promise<FiredEvent>
    /** Those that went to an endpoint, newest first. */
    list(query?: EventQuery): Promise<EventPage>
    /** One by its id, with the ids of its deliveries. */
    get(id: string): Promise<FiredEvent>
  }
  /** Deliveries of events, with every attempt. */
  readonly deliveries: {
    /** One page, newest first. */
    list(query?: DeliveryQuery): Promise<DeliveryPage>
    /** One by its id, with every attempt. */
    get(id: string): Promise<ControlDelivery>
    /** One extra attempt outside the ladder. */
    resend(id: string): Promise<Attempt>
    /** One extra attempt for each of them. */
    resendAll(which: ResendInput): Promise<ResendResult>
  }
  /** Webhook endpoints. */
  readonly webhooks: {
    /** All of them, without their secrets. */
    list(): Promise<ControlEndpoint[]>
    /** As the client API does, but without an API key: for tests that only need an endpoint. */
    create(input: CreateWebhookEndpoint): Promise<CreatedWebhookEndpoint>
    /** Changes its URL or events, or switches it off: `{ is_active: false }`. */
    update(endpointId: string, changes: UpdateWebhookEndpoint): Promise<ControlEndpoint>
    /** Removes it, with its deliveries. */
    delete(endpointId: string): Promise<void>
    /** Gives an endpoint a new signing secret; its answer is the only one that shows it. */
    rotateSecret(endpointId: string, input?: RotateInput): Promise<RotatedSecret>
  }
  /** The virtual clock. */
  readonly clock: {
    /** Its mode and time. */
    get(): Promise<ClockState>
    /** Sets its mode, its time (forward only), or both: `{ mode: 'manual' }`. */
    set(change: {
      mode?: ClockState['mode'] | undefined
      now?: Date | string | undefined
    }): Promise<ClockState>
    /** Moves the virtual clock; resolves when every delivery that becomes due in this time has settled. */
    advance(seconds: number): Promise<ClockAdvanced>
    /** The attempts that time will bring, the next first. */
    due(): Promise<DueList>
  }
  /** Answers and receivers that are broken on purpose. */
  readonly faults: {
    /** All of them, used up ones too. */
    list(): Promise<Fault[]>
    /** Breaks requests, or deliveries: `{ when: 'after', action: { type: 'reset' }, times: 1 }`. */
    add(fault: FaultInput | DeliveryFaultInput): Promise<Fault>
    /** Removes one. */
    remove(id: string): Promise<void>
    /** Removes all. */
    clear(): Promise<void>
  }
  /** The log of requests of the client API. */
  readonly requests: {
    /** The request log, newest first. */
    list(query?: RequestQuery): Promise<LoggedRequest[]>
    /** Empties the log. */
    clear(): Promise<void>
    /** Requests as they are handled; ends with the signal or the sandbox. */
    follow(
      query?: RequestQuery & { signal?: AbortSignal | undefined },
    ): AsyncGenerator<LoggedRequest, void, undefined>
  }
  /** What an id, a key or a name belongs to. */
  search(text: string): Promise<Hit[]>
  /** Requests and attempts over time, and how each endpoint is doing. */
  insights(query?: InsightsQuery): Promise<Insights>
  /** The first hour of an integration: which steps are done. */
  firstSteps(): Promise<FirstSteps>
  /** What changes, to be read again; the first line comes at once, without topics. Ends with the signal or the sandbox. */
  changes(options?: { signal?: AbortSignal | undefined }): AsyncGenerator<Change, void, undefined>
  /** Copies the state, clock and faults included; for a fresh start of each test. */
  snapshot(input?: SnapshotInput): Promise<TakenSnapshot>
  /** Snapshots of this node. */
  readonly snapshots: {
    /** Those of this node, newest first, whoever took them. */
    list(): Promise<Snapshot[]>
    /** Frees its memory. */
    delete(id: string): Promise<void>
  }
  /** Restores a snapshot by its id, also one that another process took. */
  restore(snapshotId: string): Promise<ResetResult>
  /** Brings the sandbox back to its state after the first start. */
  reset(): Promise<ResetResult>
  /** Everything as one document; keys and secrets only with `{ secrets: true }`. */
  export(options?: ExportQuery): Promise<SandboxExport>
  /** The same document as a stream of bytes, for a document that is too large for memory. */
  exportStream(options?: ExportQuery): Promise<ReadableStream<Uint8Array>>
  /**
   * Replaces everything by an exported document. `onProgress` gets the rows written so far and in all; with the signal
   * everything stays as it was.
   */
  import(
    document: SandboxExport,
    options?: {
      onProgress?: ((done: number, rows: number) => void) | undefined
      signal?: AbortSignal | undefined
    },
  ): Promise<ResetResult>
}
