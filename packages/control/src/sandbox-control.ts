import type {
  Booking,
  BookingPage,
  CreatePayment,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  ListBookingsQuery,
  Payment,
  UpdatePayment,
  UpdateWebhookEndpoint,
} from '@svc/models'
import type { BookingChanges, BookingInput } from './bookings.ts'
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
  restore(): Promise<ResetResult>
  delete(): Promise<void>
}

/**
 * Drives a sandbox through its control API. Calls for a property use the default one of the
 * connection; {@link SandboxControl.property} gives the same client for another. Every call rejects with
 * {@link ControlError}.
 */
export interface SandboxControl {
  readonly url: string
  /** The same connection with another default property. */
  property(propertyId: string): SandboxControl
  /** The id of the default property. */
  propertyId(): Promise<string>
  readonly properties: {
    list(): Promise<Property[]>
    create(input: PropertyInput): Promise<Property>
    update(id: string, changes: PropertyChanges): Promise<Property>
  }
  readonly apiKeys: {
    list(): Promise<ApiKey[]>
    /** The key itself is in this answer only. */
    create(input?: ApiKeyInput): Promise<CreatedApiKey>
    delete(id: string): Promise<void>
  }
  readonly origins: {
    get(): Promise<string[]>
    /** Replaces the list. */
    set(origins: readonly string[]): Promise<string[]>
  }
  readonly bookings: {
    list(query?: ListBookingsQuery): Promise<BookingPage>
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
  readonly messages: {
    /** An inbound OTA message: fires `message.received`. */
    send(input: MessageInput): Promise<Message>
  }
  readonly events: {
    /** A sample event for the subscribed endpoints; what is left out of `data` is filled in. */
    trigger(
      type: EventInput['type'],
      data?: EventInput['data'],
      options?: { /** To this endpoint alone, subscribed or not. */ endpointId?: string | undefined },
    ): Promise<FiredEvent>
    /** Those that went to an endpoint, newest first. */
    list(query?: EventQuery): Promise<EventPage>
    get(id: string): Promise<FiredEvent>
  }
  readonly deliveries: {
    list(query?: DeliveryQuery): Promise<DeliveryPage>
    get(id: string): Promise<ControlDelivery>
    /** One extra attempt outside the ladder. */
    resend(id: string): Promise<Attempt>
    /** One extra attempt for each of them. */
    resendAll(which: ResendInput): Promise<ResendResult>
  }
  readonly webhooks: {
    list(): Promise<ControlEndpoint[]>
    /** As the client API does, but without an API key: for tests that only need an endpoint. */
    create(input: CreateWebhookEndpoint): Promise<CreatedWebhookEndpoint>
    update(endpointId: string, changes: UpdateWebhookEndpoint): Promise<ControlEndpoint>
    delete(endpointId: string): Promise<void>
    /** Gives an endpoint a new signing secret; its answer is the only one that shows it. */
    rotateSecret(endpointId: string, input?: RotateInput): Promise<RotatedSecret>
  }
  readonly clock: {
    get(): Promise<ClockState>
    set(change: {
      mode?: ClockState['mode'] | undefined
      now?: Date | string | undefined
    }): Promise<ClockState>
    /** Moves the virtual clock; resolves when every delivery that becomes due in this time has settled. */
    advance(seconds: number): Promise<ClockAdvanced>
    /** The attempts that time will bring, the next first. */
    due(): Promise<DueList>
  }
  readonly faults: {
    list(): Promise<Fault[]>
    add(fault: FaultInput | DeliveryFaultInput): Promise<Fault>
    remove(id: string): Promise<void>
    clear(): Promise<void>
  }
  readonly requests: {
    /** The request log, newest first. */
    list(query?: RequestQuery): Promise<LoggedRequest[]>
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
  /** What changes, to be read again; the first line comes at once, without topics. Ends with the signal or the sandbox. */
  changes(options?: { signal?: AbortSignal | undefined }): AsyncGenerator<Change, void, undefined>
  /** Copies the state, clock and faults included; for a fresh start of each test. */
  snapshot(input?: SnapshotInput): Promise<TakenSnapshot>
  readonly snapshots: {
    /** Those of this node, newest first, whoever took them. */
    list(): Promise<Snapshot[]>
    delete(id: string): Promise<void>
  }
  /** Restores a snapshot by its id, also one that another process took. */
  restore(snapshotId: string): Promise<ResetResult>
  /** Brings the sandbox back to its state after the first start. */
  reset(): Promise<ResetResult>
  export(options?: ExportQuery): Promise<SandboxExport>
  /** The same document as a stream of bytes, for a document that is too large for memory. */
  exportStream(options?: ExportQuery): Promise<ReadableStream<Uint8Array>>
  import(document: SandboxExport): Promise<ResetResult>
}
