import type {
  Booking,
  BookingPage,
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  EventType,
  ListBookingsQuery,
  UpdateWebhookEndpoint,
} from '@svc/models'
import { ControlError } from './errors.ts'
import type {
  AllowedOrigins,
  ApiKey,
  Attempt,
  BookingChanges,
  BookingInput,
  ClockAdvanced,
  ClockState,
  ControlDelivery,
  ControlEndpoint,
  CreatedApiKey,
  DeliveryFaultInput,
  DeliveryPage,
  DeliveryQuery,
  Fault,
  FaultInput,
  FiredEvent,
  LoggedRequest,
  Message,
  MessageInput,
  PaymentPage,
  PaymentQuery,
  Property,
  RequestQuery,
  ResendInput,
  ResendResult,
  ResetResult,
  RotatedSecret,
  RotateInput,
  SandboxExport,
  SeedInput,
  SeedLine,
  SeedResult,
  Snapshot,
} from './contract.ts'
import { readEvents, readLines } from './streams.ts'
import { type ControlTransport, controlTransport } from './transport.ts'

/** Where the sandbox is, and who asks. */
export interface ConnectOptions {
  /** Address of the sandbox. @default process.env.SVC_URL */
  url?: string | undefined
  /** The token it printed at its first start. @default process.env.SVC_ADMIN_TOKEN */
  adminToken?: string | undefined
  /** The property that calls are about. @default process.env.SVC_PROPERTY_ID, else the only one that there is */
  propertyId?: string | undefined
}

/** A snapshot that can be gone back to. */
export interface TakenSnapshot extends Snapshot {
  restore(): Promise<ResetResult>
  delete(): Promise<void>
}

/**
 * Drives a sandbox through its control API (DESIGN 4). Calls that concern a property take the default one of the
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
    create(input: { name: string }): Promise<Property>
  }
  readonly apiKeys: {
    list(): Promise<ApiKey[]>
    /** The key itself is in this answer only. */
    create(input?: { name?: string | undefined }): Promise<CreatedApiKey>
    delete(id: string): Promise<void>
  }
  readonly origins: {
    get(): Promise<string[]>
    /** Replaces the list (D7). */
    set(origins: readonly string[]): Promise<string[]>
  }
  readonly bookings: {
    list(query?: ListBookingsQuery): Promise<BookingPage>
    get(id: string): Promise<Booking>
    /** Whatever is left out becomes something believable; fires `booking.created` (D17). */
    create(input?: BookingInput): Promise<Booking>
    /** Fires `booking.updated`, in the short shape when only the status changed (D17). */
    update(id: string, changes: BookingChanges): Promise<Booking>
    /** Fires `booking.cancelled`. */
    cancel(id: string): Promise<void>
    /** Many at once, without events. Resolves when all are written; `onProgress` hears how many are. */
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
  }
  readonly messages: {
    /** An inbound OTA message: fires `message.received`. */
    send(input: MessageInput): Promise<Message>
  }
  readonly events: {
    /** A sample event for the subscribed endpoints; what is left out of `data` is filled in. */
    trigger(type: EventType, data?: Record<string, unknown>): Promise<FiredEvent>
  }
  readonly deliveries: {
    list(query?: DeliveryQuery): Promise<DeliveryPage>
    get(id: string): Promise<ControlDelivery>
    /** One extra attempt outside the ladder (D18). */
    resend(id: string): Promise<Attempt>
    /** One extra attempt for each of them. */
    resendAll(which: ResendInput): Promise<ResendResult>
  }
  readonly webhooks: {
    list(): Promise<ControlEndpoint[]>
    /** As the client API does, without a key: for tests that are about something else. */
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
    /** Moves the virtual clock; resolves when every delivery that fell due on the way has settled (D19). */
    advance(seconds: number): Promise<ClockAdvanced>
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
    follow(query?: RequestQuery & { signal?: AbortSignal }): AsyncGenerator<LoggedRequest, void, undefined>
  }
  /** Copies the state, clock and faults included; for a fresh start of each test. */
  snapshot(): Promise<TakenSnapshot>
  /** Back to how the sandbox was after its first start. */
  reset(): Promise<ResetResult>
  export(options?: { secrets?: boolean | undefined }): Promise<SandboxExport>
  import(document: SandboxExport): Promise<ResetResult>
}

/**
 * Connects to a running sandbox. Nothing is sent until the first call.
 *
 * @throws ControlError `no_url` or `no_admin_token` when neither the options nor the environment name them
 * @example
 * const control = connectSandbox({ url: sandbox.url, adminToken: sandbox.adminToken })
 * await control.faults.add({ when: 'after', match: { path: '/api/v1/client/payments' }, action: { type: 'reset' }, times: 1 })
 * await control.clock.advance(2 * 3600)
 */
export function connectSandbox(options: ConnectOptions = {}): SandboxControl {
  const { SVC_URL, SVC_ADMIN_TOKEN, SVC_PROPERTY_ID } = process.env
  const url = options.url ?? SVC_URL
  const adminToken = options.adminToken ?? SVC_ADMIN_TOKEN
  if (!url) throw new ControlError('no_url', 'No sandbox to connect to: give { url } or set SVC_URL.')
  if (!adminToken) {
    throw new ControlError(
      'no_admin_token',
      'No admin token: give { adminToken } or set SVC_ADMIN_TOKEN. The sandbox printed it at its first start.',
    )
  }
  return controlClient(controlTransport(url, adminToken), options.propertyId ?? SVC_PROPERTY_ID)
}

const segment = encodeURIComponent

function controlClient(transport: ControlTransport, givenProperty: string | undefined): SandboxControl {
  const { call } = transport
  let found: string | undefined

  const propertyId = async (): Promise<string> => {
    found ??= givenProperty ?? (await onlyProperty(transport))
    return found
  }
  /** The path of something of the default property. */
  const own = async (path: string) => `/properties/${segment(await propertyId())}${path}`
  /** Properties may be others afterwards. */
  const forgetting = async (result: Promise<ResetResult>): Promise<ResetResult> => {
    found = undefined
    return result
  }

  return {
    url: transport.url,
    property: (id) => controlClient(transport, id),
    propertyId,
    properties: {
      list: () => call({ method: 'GET', path: '/properties' }),
      create: (body) => call({ method: 'POST', path: '/properties', body }),
    },
    apiKeys: {
      list: async () => call({ method: 'GET', path: await own('/api-keys') }),
      create: async (body = {}) => call({ method: 'POST', path: await own('/api-keys'), body }),
      delete: async (id) => call({ method: 'DELETE', path: await own(`/api-keys/${segment(id)}`) }),
    },
    origins: {
      get: async () =>
        (await call<AllowedOrigins>({ method: 'GET', path: await own('/allowed-origins') })).origins,
      async set(origins) {
        const path = await own('/allowed-origins')
        return (await call<AllowedOrigins>({ method: 'PUT', path, body: { origins } })).origins
      },
    },
    bookings: {
      list: async (query = {}) => call({ method: 'GET', path: await own('/bookings'), query: { ...query } }),
      get: async (id) => call({ method: 'GET', path: await own(`/bookings/${segment(id)}`) }),
      create: async (body = {}) => call({ method: 'POST', path: await own('/bookings'), body }),
      update: async (id, body) =>
        call({ method: 'PATCH', path: await own(`/bookings/${segment(id)}`), body }),
      async cancel(id) {
        await call({ method: 'DELETE', path: await own(`/bookings/${segment(id)}`) })
      },
      seed: async ({ onProgress, signal, ...body }) => {
        const response = await transport.open({ method: 'POST', path: await own('/seed'), body, signal })
        return seedResult(response, onProgress)
      },
    },
    payments: {
      list: async (query = {}) => call({ method: 'GET', path: await own('/payments'), query: { ...query } }),
    },
    messages: {
      send: async (body) => call({ method: 'POST', path: await own('/messages'), body }),
    },
    events: {
      trigger: async (type, data) =>
        call({ method: 'POST', path: await own('/events'), body: { type, ...(data && { data }) } }),
    },
    deliveries: {
      list: async (query = {}) =>
        call({ method: 'GET', path: await own('/deliveries'), query: { ...query } }),
      get: async (id) => call({ method: 'GET', path: await own(`/deliveries/${segment(id)}`) }),
      resend: async (id) =>
        call({ method: 'POST', path: await own(`/deliveries/${segment(id)}/resend`), body: {} }),
      resendAll: async (body) => call({ method: 'POST', path: await own('/deliveries/resend'), body }),
    },
    webhooks: {
      list: async () => call({ method: 'GET', path: await own('/webhooks') }),
      create: async (body) => call({ method: 'POST', path: await own('/webhooks'), body }),
      update: async (id, body) =>
        call({ method: 'PATCH', path: await own(`/webhooks/${segment(id)}`), body }),
      delete: async (id) => call({ method: 'DELETE', path: await own(`/webhooks/${segment(id)}`) }),
      rotateSecret: async (id, body = {}) =>
        call({ method: 'POST', path: await own(`/webhooks/${segment(id)}/rotate-secret`), body }),
    },
    clock: {
      get: () => call({ method: 'GET', path: '/clock' }),
      set: ({ mode, now }) =>
        call({
          method: 'POST',
          path: '/clock',
          body: { mode, now: now instanceof Date ? now.toISOString() : now },
        }),
      advance: (seconds) => call({ method: 'POST', path: '/clock/advance', body: { seconds } }),
    },
    faults: {
      list: () => call({ method: 'GET', path: '/faults' }),
      add: (body) => call({ method: 'POST', path: '/faults', body }),
      remove: (id) => call({ method: 'DELETE', path: `/faults/${segment(id)}` }),
      clear: () => call({ method: 'DELETE', path: '/faults' }),
    },
    requests: {
      list: (query = {}) => call({ method: 'GET', path: '/requests', query: { ...query } }),
      clear: () => call({ method: 'DELETE', path: '/requests' }),
      async *follow({ signal, ...query } = {}) {
        const { body } = await transport.open({ method: 'GET', path: '/requests/stream', query, signal })
        if (!body) return
        try {
          for await (const data of readEvents(body)) yield JSON.parse(data) as LoggedRequest
        } catch (error) {
          if (!signal?.aborted) throw error
        }
      },
    },
    async snapshot() {
      const { id } = await call<Snapshot>({ method: 'POST', path: '/snapshots', body: {} })
      const path = `/snapshots/${segment(id)}`
      return {
        id,
        restore: () => forgetting(call({ method: 'POST', path: `${path}/restore`, body: {} })),
        delete: () => call({ method: 'DELETE', path }),
      }
    },
    reset: () => forgetting(call({ method: 'POST', path: '/reset', body: {} })),
    export: ({ secrets = false } = {}) => call({ method: 'GET', path: '/export', query: { secrets } }),
    import: (body) => forgetting(call({ method: 'POST', path: '/import', body })),
  }
}

async function onlyProperty({ call }: ControlTransport): Promise<string> {
  const properties = await call<Property[]>({ method: 'GET', path: '/properties' })
  const [only, ...others] = properties
  if (only && others.length === 0) return only.id
  const names = properties.map(({ id, name }) => `\n  ${id} ${name}`).join('')
  throw new ControlError(
    'no_property',
    only
      ? `The sandbox has ${properties.length} properties: give { propertyId } or use control.property(id).${names}`
      : 'The sandbox has no property yet: make one with control.properties.create({ name }).',
  )
}

async function seedResult(response: Response, onProgress?: (done: number) => void): Promise<SeedResult> {
  let last: SeedResult | undefined
  if (response.body) {
    for await (const text of readLines(response.body)) {
      if (text === '') continue
      const line = JSON.parse(text) as SeedLine
      if ('error' in line)
        throw new ControlError('seed_failed', `Seeding failed: ${line.error}`, { status: 200 })
      onProgress?.(line.done)
      if ('bookings' in line) last = line
    }
  }
  if (!last)
    throw new ControlError('seed_failed', 'The sandbox ended its answer before it was done.', { status: 200 })
  return last
}
