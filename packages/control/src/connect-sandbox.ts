import type { OptionNames } from '@svc/models'
import { type Caller, createCaller } from './caller.ts'
import type { Change } from './changes.ts'
import { ControlError } from './errors.ts'
import { knownFields, refuseUnknown } from './known-fields.ts'
import { type LoggedRequest, requestQuerySchema } from './requests.ts'
import type { SandboxControl } from './sandbox-control.ts'
import { importResult } from './import-result.ts'
import { seedResult } from './seed-result.ts'
import { seedInputSchema } from './seed.ts'
import type { ResetResult } from './state.ts'
import { readEvents } from './streams.ts'
import { type ControlTransport, controlTransport } from './transport.ts'

/** Where the sandbox is, and the token to call it with. */
export interface ConnectOptions {
  /** Address of the sandbox. @default process.env.SVC_URL */
  url?: string | undefined
  /** The token it printed at its first start. @default process.env.SVC_ADMIN_TOKEN */
  adminToken?: string | undefined
  /** The property of the calls. @default process.env.SVC_PROPERTY_ID, else the only one of the sandbox */
  propertyId?: string | undefined
}

const optionNames: OptionNames<ConnectOptions> = { url: true, adminToken: true, propertyId: true }
// When they are asked for: building a schema takes longer than an import may.
const seedOptionNames = () => ({ ...knownFields(seedInputSchema), onProgress: true, signal: true })
const followOptionNames = () => ({ ...knownFields(requestQuerySchema), signal: true })

/**
 * Connects to a running sandbox. Nothing is sent until the first call.
 *
 * @throws ControlError `no_url` or `no_admin_token` when neither the options nor the environment name them,
 * `invalid_option` for an unknown option
 * @example
 * const control = connectSandbox({ url: sandbox.url, adminToken: sandbox.adminToken })
 * await control.faults.add({ when: 'after', match: { path: '/api/v1/client/payments' }, action: { type: 'reset' } })
 * await control.clock.advance(2 * 3600)
 */
export function connectSandbox(options: ConnectOptions = {}): SandboxControl {
  refuseUnknown('connectSandbox', options, optionNames)
  // In a browser there is no environment.
  const { SVC_URL, SVC_ADMIN_TOKEN, SVC_PROPERTY_ID } = globalThis.process?.env ?? {}
  const url = options.url ?? SVC_URL
  const adminToken = options.adminToken ?? SVC_ADMIN_TOKEN
  if (!url) throw new ControlError('no_url', 'No sandbox to connect to: give { url } or set SVC_URL.')
  if (!adminToken) {
    throw new ControlError(
      'no_admin_token',
      'No admin token: give { adminToken } or set SVC_ADMIN_TOKEN. The sandbox printed it at its first start.',
    )
  }
  return controlClient(controlTransport(addressOf(url), adminToken), options.propertyId ?? SVC_PROPERTY_ID)
}

/**
 * The base address of a sandbox. What it prints is the address of the client API, which people paste.
 *
 * @throws ControlError `invalid_option`
 */
function addressOf(url: unknown): string {
  const text = typeof url === 'string' ? url.trim() : ''
  if (!/^https?:\/\//i.test(text)) {
    throw new ControlError(
      'invalid_option',
      'connectSandbox: url must be a text that starts with http:// or https://, such as "http://127.0.0.1:4010".',
      {
        status: null,
        details: [{ path: 'url', message: 'must be a text that starts with http:// or https://' }],
      },
    )
  }
  return text.replace(/\/api\/v1\/client\/?$/, '')
}

function controlClient(transport: ControlTransport, givenProperty: string | undefined): SandboxControl {
  let found: string | undefined
  const propertyId = async (): Promise<string> => (found ??= givenProperty ?? (await onlyProperty(call)))
  const { call, open } = createCaller(transport, propertyId)
  /** Afterwards the sandbox can have other properties. */
  const forgetting = async (result: Promise<ResetResult>): Promise<ResetResult> => {
    found = undefined
    return result
  }
  const restore = (snapshotId: string) => forgetting(call('restoreSnapshot', { params: { snapshotId } }))

  const deleteSnapshot = (snapshotId: string) => call('deleteSnapshot', { params: { snapshotId } })

  return {
    url: transport.url,
    property: (id) => controlClient(transport, id),
    propertyId,
    properties: {
      list: () => call('listProperties'),
      create: (body) => call('createProperty', { body }),
      update: (id, body) =>
        createCaller(transport, () => Promise.resolve(id)).call('updateProperty', { body }),
    },
    apiKeys: {
      list: () => call('listApiKeys'),
      create: (body = {}) => call('createApiKey', { body }),
      delete: (apiKeyId) => call('deleteApiKey', { params: { apiKeyId } }),
    },
    origins: {
      get: async () => (await call('getAllowedOrigins')).origins,
      set: async (origins) => (await call('setAllowedOrigins', { body: { origins: [...origins] } })).origins,
    },
    bookings: {
      list: (query) => call('listBookings', { query }),
      get: (bookingId) => call('getBooking', { params: { bookingId } }),
      create: (body = {}) => call('createBooking', { body }),
      update: (bookingId, body) => call('updateBooking', { params: { bookingId }, body }),
      cancel: (bookingId) => call('cancelBooking', { params: { bookingId } }),
      async seed(input) {
        refuseUnknown('bookings.seed', input, seedOptionNames())
        const { onProgress, signal, ...body } = input
        return seedResult(await open('seedBookings', { body, signal }), onProgress)
      },
    },
    payments: {
      list: (query) => call('listPayments', { query }),
      get: (paymentId) => call('getPayment', { params: { paymentId } }),
      create: (body) => call('createPayment', { body }),
      update: (paymentId, body) => call('updatePayment', { params: { paymentId }, body }),
      delete: (paymentId) => call('deletePayment', { params: { paymentId } }),
    },
    messages: {
      send: (body) => call('sendMessage', { body }),
    },
    events: {
      trigger: (type, data, { endpointId } = {}) =>
        call('triggerEvent', { body: { type, data, endpoint_id: endpointId } }),
      list: (query) => call('listEvents', { query }),
      get: (eventId) => call('getEvent', { params: { eventId } }),
    },
    deliveries: {
      list: (query) => call('listDeliveries', { query }),
      get: (deliveryId) => call('getDelivery', { params: { deliveryId } }),
      resend: (deliveryId) => call('resendDelivery', { params: { deliveryId } }),
      resendAll: (body) => call('resendDeliveries', { body }),
    },
    webhooks: {
      list: () => call('listWebhooks'),
      create: (body) => call('createWebhook', { body }),
      update: (endpointId, body) => call('updateWebhook', { params: { endpointId }, body }),
      delete: (endpointId) => call('deleteWebhook', { params: { endpointId } }),
      rotateSecret: (endpointId, body = {}) => call('rotateWebhookSecret', { params: { endpointId }, body }),
    },
    clock: {
      get: () => call('getClock'),
      // A Date is the text of its instant as soon as it is JSON.
      set: (clock) => call('setClock', { body: clock as Omit<typeof clock, 'now'> & { now?: string } }),
      advance: (seconds) => call('advanceClock', { body: { seconds } }),
      due: () => call('listDue'),
    },
    faults: {
      list: () => call('listFaults'),
      add: (body) => call('addFault', { body }),
      remove: (faultId) => call('removeFault', { params: { faultId } }),
      clear: () => call('clearFaults'),
    },
    requests: {
      list: (query) => call('listRequests', { query }),
      clear: () => call('clearRequests'),
      follow(options = {}) {
        refuseUnknown('requests.follow', options, followOptionNames())
        const { signal, ...query } = options
        return entries<LoggedRequest>(() => open('followRequests', { query, signal }), signal)
      },
    },
    search: (q) => call('search', { query: { q } }),
    insights: (query) => call('getInsights', { query }),
    firstSteps: () => call('getFirstSteps'),
    changes(options = {}) {
      refuseUnknown('changes', options, { signal: true })
      const { signal } = options
      return entries<Change>(() => open('followChanges', { signal }), signal)
    },
    async snapshot(body = {}) {
      const taken = await call('takeSnapshot', { body })
      return { ...taken, restore: () => restore(taken.id), delete: () => deleteSnapshot(taken.id) }
    },
    snapshots: {
      list: () => call('listSnapshots'),
      delete: deleteSnapshot,
    },
    restore,
    reset: () => forgetting(call('resetSandbox')),
    export: (query) => call('exportState', { query }),
    exportStream: (query) => open('exportState', { query }),
    async import(body, options) {
      if (options === undefined) return forgetting(call('importState', { body }))
      refuseUnknown('import', options, { onProgress: true, signal: true })
      const { onProgress, signal } = options
      const follow = async () => importResult(await open('followImport', { body, signal }), onProgress)
      return forgetting(follow())
    },
  }
}

/** The entries of a stream of server-sent events. It opens with the first one that is asked for. */
async function* entries<Entry>(
  open: () => Promise<ReadableStream<Uint8Array>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry, void, undefined> {
  const body = await open()
  try {
    for await (const data of readEvents(body)) yield JSON.parse(data) as Entry
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

async function onlyProperty(call: Caller['call']): Promise<string> {
  const properties = await call('listProperties')
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
