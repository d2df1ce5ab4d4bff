import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { apiKey, newPayment, payment } from '../test/support/data.ts'
import { settle } from '../test/support/runtime.ts'
import { scripted } from '../test/support/scripted.ts'
import {
  RequestError,
  SvcClient,
  type SvcClientOptions,
  type SvcError,
  version,
  type WriteOptions,
} from './index.ts'

const baseUrl = 'https://api.example.com'
const refusing = {
  dispatch() {
    throw new Error('nothing may be sent')
  },
} as unknown as NonNullable<SvcClientOptions['dispatcher']>

const make = (options: unknown) => {
  try {
    return new SvcClient(options as SvcClientOptions)
  } catch (error) {
    return error as RequestError
  }
}
const refusal = (call: PromiseLike<unknown>): Promise<RequestError> =>
  Promise.resolve(call).then(
    () => expect.unreachable('it should have been refused'),
    (error: unknown) => error as RequestError,
  )

it('the version is that of the package', () => {
  expect(version).toBe(packageJson.version)
})

describe('options', () => {
  it.each([
    [undefined, ['baseUrl', 'apiKey']],
    [{}, ['baseUrl', 'apiKey']],
    [{ baseUrl: 'http://api.example.com', apiKey }, ['baseUrl']],
    [{ baseUrl, apiKey: '' }, ['apiKey']],
    [{ baseUrl, apiKey: 42 }, ['apiKey']],
    [{ baseUrl, apiKey, timeoutMs: 0 }, ['timeoutMs']],
    [{ baseUrl, apiKey, timeoutMs: Number.NaN, totalTimeoutMs: '5' }, ['timeoutMs', 'totalTimeoutMs']],
    [{ baseUrl, apiKey, maxRetries: -1, connections: 0 }, ['maxRetries', 'connections']],
    [{ baseUrl, apiKey, maxRetries: 1.5, maxResponseBytes: 0 }, ['maxRetries', 'maxResponseBytes']],
    [{ baseUrl, apiKey, retryBudget: true }, ['retryBudget']],
    [{ baseUrl, apiKey, rateLimit: 0 }, ['rateLimit.requests']],
    [{ baseUrl, apiKey, rateLimit: {} }, ['rateLimit.requests', 'rateLimit.perMs']],
    [{ baseUrl, apiKey, rateLimit: null }, ['rateLimit.requests', 'rateLimit.perMs']],
    [{ baseUrl, apiKey, hooks: { onRequest: 'x' } }, ['hooks.onRequest']],
    [{ baseUrl, apiKey, dispatcher: {} }, ['dispatcher']],
    [{ baseUrl, apiKey, webhooksPath: 'client/webhooks' }, ['webhooksPath']],
    [{ baseUrl, apiKey, webhooksPath: '/a/../webhooks' }, ['webhooksPath']],
    [{ baseUrl, apiKey, webhooksPath: '/webhooks?x=1' }, ['webhooksPath']],
    [{ baseUrl, apiKey, userAgent: '' }, ['userAgent']],
    [{ baseUrl, apiKey, userAgent: 'a\r\nX-API-Key: b' }, ['userAgent']],
    [{ baseUrl, apiKey, userAgent: ' a ' }, ['userAgent']],
    [{ baseUrl, apiKey, userAgent: 5 }, ['userAgent']],
    [{ baseUrl, apiKey, timeout: 3 }, ['timeout']],
    [{ baseUrl, apikey: apiKey }, ['apikey', 'apiKey']],
    [{ baseUrl, apiKey, rateLimit: { requests: 1, per: 5 } }, ['rateLimit.per', 'rateLimit.perMs']],
    [{ baseUrl, apiKey, hooks: { onrequest: () => {} } }, ['hooks.onrequest']],
    ['https://api.example.com', ['', 'baseUrl', 'apiKey']],
  ])('%j: %j', (options, paths) => {
    const error = make(options)
    expect(error).toBeInstanceOf(RequestError)
    const { code, details } = error as RequestError
    expect(code).toBe('invalid_option')
    expect(details.map(({ path }) => path)).toEqual(paths)
  })

  it('what is not set may be undefined, as it comes from a setting that is not there', () => {
    const nothing = {
      timeoutMs: undefined,
      totalTimeoutMs: undefined,
      maxRetries: undefined,
    }
    const client: Required<SvcClientOptions> = {
      ...nothing,
      baseUrl,
      apiKey,
      webhooksPath: undefined,
      userAgent: undefined,
      retryBudget: undefined,
      rateLimit: undefined,
      connections: undefined,
      maxResponseBytes: undefined,
      hooks: { onRequest: undefined, onResponse: undefined, onRetry: undefined },
      dispatcher: undefined,
    }
    const call: Required<WriteOptions> = {
      ...nothing,
      signal: undefined,
      headers: undefined,
      idempotencyKey: undefined,
    }
    expect(make(client)).toBeInstanceOf(SvcClient)
    expect(make({ ...client, hooks: undefined })).toBeInstanceOf(SvcClient)
    expect(call.idempotencyKey).toBeUndefined()
  })

  it('an address is a text or a URL', () => {
    expect(make({ baseUrl: new URL(baseUrl), apiKey })).toBeInstanceOf(SvcClient)
    expect((make({ baseUrl: 42, apiKey }) as Error).message).toBe(
      'SvcClient cannot be made: baseUrl is required, as a URL or a text such as "https://api.example.com".',
    )
  })

  it('a controller in the place of its signal is told apart', async () => {
    const svc = new SvcClient({ baseUrl, apiKey })
    await expect(svc.payments.list({}, { signal: new AbortController() } as never)).rejects.toThrow(
      'options.signal must be an AbortSignal: give the `signal` of the controller.',
    )
  })

  it('the least of them will do', () => {
    expect(make({ baseUrl, apiKey })).toBeInstanceOf(SvcClient)
    expect(make({ baseUrl, apiKey, retryBudget: false, rateLimit: 120 })).toBeInstanceOf(SvcClient)
  })
})

describe('in a browser', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('says why it does not run', () => {
    vi.stubGlobal('window', {})
    expect(make({ baseUrl, apiKey })).toBeInstanceOf(SvcClient)
    vi.stubGlobal('document', {})
    const error = make({ baseUrl, apiKey }) as SvcError
    expect(error).toBeInstanceOf(RequestError)
    expect(error.code).toBe('browser')
    expect(error.message).toContain('API key')
  })
})

describe('on another Node', () => {
  afterEach(() => vi.unstubAllGlobals())

  it.each(['20.20.2', '22.18.9'])('%s says that it is too old', (node) => {
    vi.stubGlobal('process', { ...process, versions: { node } })
    const error = make({ baseUrl, apiKey }) as SvcError
    expect([error.code, error.message]).toEqual([
      'old_node',
      expect.stringContaining(`needs Node.js 22.19 or newer; this is ${node}.`),
    ])
  })

  it.each(['22.19.0', '24.0.0', undefined])('%s will do', (node) => {
    vi.stubGlobal('process', { ...process, versions: { node } })
    expect(make({ baseUrl, apiKey })).toBeInstanceOf(SvcClient)
  })
})

describe('calls are checked before anything is sent', () => {
  const svc = new SvcClient({ baseUrl, apiKey, dispatcher: refusing, maxRetries: 0 })
  const uuid = payment.id

  it.each<[string, () => PromiseLike<unknown>, string[]]>([
    ['a number as amount', () => svc.payments.create({ ...newPayment, amount: 120.5 as never }), ['amount']],
    ['an unknown field', () => svc.payments.create({ ...newPayment, note: 'x' } as never), ['note']],
    ['nothing', () => svc.payments.create(undefined as never), ['amount', 'paymentMethod', 'type']],
    ['an id that is none', () => svc.bookings.get('booking-7'), ['bookingId']],
    ['a whole booking as its id', () => svc.bookings.get({ id: uuid } as never), ['bookingId']],
    ['no change', () => svc.payments.update(uuid, {}), ['']],
    ['a bad link', () => svc.payments.update(uuid, { bid: 'x' }), ['bid']],
    ['a bad query', () => svc.bookings.list({ page: 0, limit: 101 }), ['page', 'limit']],
    ['an unknown parameter', () => svc.bookings.list({ state: 'x' } as never), ['state']],
    [
      'dates the wrong way',
      () => svc.bookings.list({ start_date: '2026-02-02', end_date: '2026-02-01' }),
      ['start_date'],
    ],
    ['a bad filter', () => svc.payments.list({ bid: 'x' }), ['bid']],
    [
      'an unknown event',
      () => svc.webhooks.create({ url: 'https://a.b/c', events: ['x' as never] }),
      ['events.0'],
    ],
    ['headers as a text', () => svc.payments.list({}, { headers: 'x' as never }), ['options.headers']],
    ['no headers', () => svc.payments.list({}, { headers: null as never }), ['options.headers']],
    ['a signal that is none', () => svc.payments.list({}, { signal: {} as never }), ['options.signal']],
    ['no id', () => svc.bookings.get(''), ['bookingId']],
    ['an undefined id', () => svc.bookings.get(undefined as never), ['bookingId']],
    ['an id that climbs', () => svc.payments.delete('..'), ['paymentId']],
    ['an id with a path', () => svc.webhooks.deliveries('a/../b'), ['endpointId']],
    ['an id with a query', () => svc.webhooks.delete('a?b'), ['endpointId']],
    [
      'a key that is no UUID v4',
      () => svc.payments.create(newPayment, { idempotencyKey: '00000000-0000-1000-8000-000000000000' }),
      ['options.idempotencyKey'],
    ],
    [
      'an empty key',
      () => svc.payments.create(newPayment, { idempotencyKey: '' }),
      ['options.idempotencyKey'],
    ],
    [
      'a header of the client',
      () => svc.payments.list({}, { headers: { host: 'x' } }),
      ['options.headers.host'],
    ],
    ['a bad limit', () => svc.payments.list({}, { timeoutMs: -1 }), ['options.timeoutMs']],
    ['a bad signal', () => svc.payments.list({}, { signal: {} as never }), ['options.signal']],
    [
      'a misspelt option',
      () => svc.payments.create(newPayment, { idempotencykey: uuid } as object),
      ['options.idempotencykey'],
    ],
    [
      'a key where nothing needs one',
      () => svc.payments.delete(uuid, { idempotencyKey: uuid } as object),
      ['options.idempotencyKey'],
    ],
    ['options that are none', () => svc.bookings.get(uuid, 'soon' as never), ['options']],
    [
      'many things at once',
      () => svc.payments.update('/', { amount: 5 as never }, { maxRetries: -1 }),
      ['paymentId', 'amount', 'options.maxRetries'],
    ],
  ])('%s', async (_name, call, paths) => {
    const error = await refusal(call())
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ code: 'invalid_request', attempts: 0, ambiguous: false })
    expect(error.details.map(({ path }) => path)).toEqual(paths)
    for (const path of paths) expect(error.message).toContain(path)
    expect(error.message).toContain('was not sent')
  })

  it('a misspelt option is refused with the one that was meant (D25)', async () => {
    const error = await refusal(svc.payments.create(newPayment, { idempotencykey: uuid } as object))
    expect(error.message).toContain('did you mean idempotencyKey?')
    expect((make({ baseUrl, apiKey, timeout: 3 }) as Error).message).toContain('did you mean timeoutMs?')
  })

  it.each<[string, () => PromiseLike<unknown>, string]>([
    [
      'the key among the fields',
      () => svc.payments.create({ ...newPayment, idempotencyKey: uuid } as never),
      'idempotencyKey is not a known field here: idempotencyKey goes into the options.',
    ],
    [
      'a misspelt key among the fields',
      () => svc.payments.update(uuid, { amount: '1', idempotency_key: uuid } as never),
      'idempotency_key is not a known field here: idempotencyKey goes into the options.',
    ],
    [
      'a signal in the query',
      () => svc.bookings.list({ signal: AbortSignal.abort() } as never),
      'signal is not a known field here: signal goes into the options.',
    ],
    [
      'a misspelt field',
      () => svc.bookings.list({ guestId: uuid } as never),
      'guestId is not a known field here: did you mean guest_id?',
    ],
    [
      'Headers, of which none would be sent',
      () => svc.payments.list({}, { headers: new Headers({ traceparent: 'x' }) as never }),
      'options.headers must be a plain object of names and values.',
    ],
    [
      'a Map of headers',
      () => svc.payments.list({}, { headers: new Map([['traceparent', 'x']]) as never }),
      'options.headers must be a plain object of names and values.',
    ],
  ])('%s: it says what to do', async (_name, call, words) => {
    const { message } = await refusal(call())
    expect(message.slice(message.indexOf('was not sent: ') + 14)).toBe(words)
  })

  it('a number as amount is refused with the reason', async () => {
    const error = await refusal(svc.payments.create({ ...newPayment, amount: 120.5 as never }))
    expect(error.message).toContain('decimal string')
    expect(error.message).toContain('"120.5"')
  })
})

describe('a call that nobody awaits', () => {
  const unhandled: unknown[] = []
  const onUnhandled = (reason: unknown) => void unhandled.push(reason)
  beforeEach(() => {
    unhandled.length = 0
    process.on('unhandledRejection', onUnhandled)
  })
  afterEach(() => void process.off('unhandledRejection', onUnhandled))

  it('fails aloud, as any promise: a payment without `await` is not lost in silence', async () => {
    const svc = new SvcClient({ baseUrl, apiKey, dispatcher: refusing, maxRetries: 0 })
    void svc.payments.create({ ...newPayment, amount: 5 as never })
    await settle()
    expect(unhandled).toEqual([expect.objectContaining({ code: 'invalid_request' })])
    void svc.payments.create(newPayment)
    await svc.close()
    await settle()
    expect(unhandled).toHaveLength(2)
  })

  it('is waited for by close, and one that is taken care of fails once', async () => {
    const { dispatcher, sent } = scripted([{ status: 404, body: {} }], () => 0)
    const svc = new SvcClient({ baseUrl, apiKey, dispatcher, maxRetries: 0 })
    const failed = svc.payments.create(newPayment).catch((error: SvcError) => error.code)
    await Promise.all([svc.close(), svc.close()])
    expect(sent).toHaveLength(1)
    expect(await failed).toBe('not_found')
    await settle()
    expect(unhandled).toEqual([])
  })
})

it('an error tells the line that awaits the call', async () => {
  const { dispatcher } = scripted([{ status: 404, body: {} }], () => 0)
  await using svc = new SvcClient({ baseUrl, apiKey, dispatcher, maxRetries: 0 })
  async function programOfAPartner() {
    await svc.payments.create(newPayment)
  }
  async function loopOfAPartner() {
    for await (const booking of svc.bookings.list({ guest_id: 'x' })) expect.unreachable(booking.id)
  }
  expect((await refusal(programOfAPartner())).stack).toContain('programOfAPartner')
  expect((await refusal(loopOfAPartner())).stack).toContain('loopOfAPartner')
})

it.each<[string, (svc: SvcClient) => PromiseLike<unknown>, string]>([
  ['a list', (svc) => svc.payments.list(), 'Check `baseUrl`: no such path is there.'],
  ['a booking', (svc) => svc.bookings.get(payment.id), 'Check the id: it may belong to another property'],
])('404 of %s says what to look at', async (_name, call, advice) => {
  const { dispatcher } = scripted([{ status: 404, body: { code: 'not_found', message: 'No.' } }], () => 0)
  await using svc = new SvcClient({ baseUrl, apiKey, dispatcher, maxRetries: 0 })
  expect((await refusal(call(svc))).message).toContain(advice)
})

it('webhook endpoints are asked for where the service has them', async () => {
  const { dispatcher, sent } = scripted([{ status: 200, body: [] }], () => 0)
  await using svc = new SvcClient({
    baseUrl: `${baseUrl}/base`,
    apiKey,
    dispatcher,
    webhooksPath: '/client/webhooks/',
  })
  await svc.webhooks.list()
  await svc.webhooks.deliveries(payment.id)
  await svc.payments.list()
  expect(sent.map(({ path }) => path)).toEqual([
    '/base/client/webhooks',
    `/base/client/webhooks/${payment.id}/deliveries`,
    '/base/api/v1/client/payments',
  ])
})
