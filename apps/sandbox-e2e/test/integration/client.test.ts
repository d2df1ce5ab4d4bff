import { once } from 'node:events'
import {
  AuthenticationError,
  ApiError,
  BadRequestError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  OriginError,
  RateLimitError,
  RequestError,
  ServerError,
  SvcClient,
  type SvcClientOptions,
  SvcError,
  ValidationError,
} from '@svc/client'
import { limits } from '@svc/models'
import { type SandboxControl } from '@svc/control'
import { openInbox } from '@svc/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts'
import { type Api, kinds, noon, openApi, type Tenant } from '../../../sandbox/test/kit/index.ts'
import { hastyClient } from './hasty-client.ts'

const cash = { amount: '120.5', paymentMethod: 'Cash', type: 'income' } as const
const nowhere = '7b8e0c34-56a1-4d3f-9f10-2f4f5a1c9e77'

/** How a call failed; a call that did not is the test's failure. */
async function failureOf(call: PromiseLike<unknown>): Promise<SvcError> {
  try {
    await call
  } catch (error) {
    if (error instanceof SvcError) return error
    throw error
  }
  throw new Error('The call did not fail.')
}

async function everyOne<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

describe.each(kinds)('every call of the client, on %s', (kind) => {
  let api: Api
  let tenant: Tenant
  const client = (options: Partial<SvcClientOptions> = {}) =>
    new SvcClient({ baseUrl: api.url, apiKey: tenant.key, ...options })

  beforeAll(async () => {
    api = await openApi(kind)
  })
  afterAll(() => api[Symbol.asyncDispose]())
  beforeEach(async () => {
    await api.control.faults.clear()
    tenant = await api.tenant()
  })

  it('bookings: a page, every page, a filter, one', async () => {
    await tenant.control.bookings.seed({ bookings: 230, seed: 7 })
    await using svc = client()

    const page = await svc.bookings.list({ page: 2, limit: 20 })
    expect(page).toMatchObject({ total_count: 230, total_pages: 12, current_page: 2 })
    expect(page.results).toHaveLength(20)
    expect((await svc.bookings.list()).results).toHaveLength(limits.defaultPageSize)

    const all = await everyOne(svc.bookings.list())
    expect(new Set(all.map(({ id }) => id)).size).toBe(230)
    const created = all.map((booking) => booking.created)
    expect(created).toEqual(created.toSorted().toReversed())
    expect(all.slice(20, 40)).toEqual(page.results)

    const sizes: number[] = []
    for await (const { results } of svc.bookings.list({ limit: 90 }).pages()) sizes.push(results.length)
    expect(sizes).toEqual([90, 90, 50])

    const [first] = all
    if (!first) throw new Error('no bookings')
    const guests = await everyOne(svc.bookings.list({ guest_id: first.guest.id }))
    expect(guests.length).toBeGreaterThan(0)
    expect(guests.every(({ guest }) => guest.id === first.guest.id)).toBe(true)
    const day = first.stay_dates[0]?.date ?? ''
    const onDay = await everyOne(svc.bookings.list({ start_date: day, end_date: day }))
    expect(onDay.map(({ id }) => id)).toEqual(
      all.filter(({ stay_dates }) => stay_dates.some(({ date }) => date === day)).map(({ id }) => id),
    )
    expect(await svc.bookings.get(first.id)).toEqual(first)
  })

  it('payments: create, list, update, delete', async () => {
    const booking = await tenant.createBooking()
    await using svc = client()
    const loose = await svc.payments.create(cash)
    expect(loose).toMatchObject({ ...cash, amount: '120.5000', bid: null, gid: null, status: true })
    await api.advance(1)
    const linked = await svc.payments.create({ ...cash, bid: booking.id, gid: booking.guest.id })
    expect(await svc.payments.list()).toEqual([linked, loose])
    expect(await svc.payments.list({ bid: booking.id })).toEqual([linked])

    const updated = await svc.payments.update(linked.id, { amount: '7', bid: null, description: 'late fee' })
    expect(updated).toEqual({ ...linked, amount: '7.0000', bid: null, description: 'late fee' })
    expect(await svc.payments.delete(linked.id)).toBeUndefined()
    expect(await svc.payments.delete(linked.id)).toBeUndefined()
    expect(await everyOne(svc.payments.list())).toEqual([loose])
  })

  it('webhooks: create, list, update, delete, deliveries', async () => {
    await using svc = client()
    const { secret, ...endpoint } = await svc.webhooks.create({
      url: 'https://partner.example/hook',
      events: ['payment.created'],
    })
    expect(secret).toMatch(/^whsec_/)
    expect(await svc.webhooks.list()).toEqual([{ ...endpoint, updated_at: endpoint.created_at }])

    await svc.payments.create(cash)
    const deliveries = await svc.webhooks.deliveries(endpoint.id)
    expect(deliveries).toMatchObject([{ event_type: 'payment.created', status: 'pending', attempts: 0 }])

    await api.advance(60)
    const off = await svc.webhooks.update(endpoint.id, { is_active: false, events: ['booking.created'] })
    expect(off).toMatchObject({ id: endpoint.id, is_active: false, events: ['booking.created'] })
    expect(off.updated_at > endpoint.created_at).toBe(true)
    await svc.webhooks.delete(endpoint.id)
    expect(await svc.webhooks.list()).toEqual([])
    expect(await failureOf(svc.webhooks.deliveries(endpoint.id))).toBeInstanceOf(NotFoundError)
  })

  it('withResponse tells status, request id, attempts, key and replay', async () => {
    await using svc = hastyClient({ baseUrl: api.url, apiKey: tenant.key })
    const match = { property_id: tenant.id }
    await api.control.faults.add({ when: 'after', match, action: { type: 'reset' }, times: 1 })
    const { data, response } = await svc.payments.create(cash).withResponse()
    expect(response).toMatchObject({ status: 201, attempts: 2, replayed: true })
    const [logged] = await api.control.requests.list({
      idempotency_key: response.idempotencyKey ?? '',
      limit: 1,
    })
    expect(logged).toMatchObject({ id: response.requestId, replayed: true, status: 201 })
    expect(response.headers['x-request-id']).toBe(response.requestId)

    const again = await svc.payments
      .create(cash, { idempotencyKey: response.idempotencyKey ?? '' })
      .withResponse()
    expect(again.data).toEqual(data)
    expect(again.response).toMatchObject({ attempts: 1, replayed: true })
    expect((await svc.bookings.list().withResponse()).response).toMatchObject({
      status: 200,
      replayed: false,
    })
  })

  it('hooks see every attempt, and headers that they add arrive', async () => {
    const seen: string[] = []
    await using svc = hastyClient({
      baseUrl: api.url,
      apiKey: tenant.key,
      hooks: {
        onRequest: (event) => {
          event.headers['traceparent'] = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
          seen.push(`${event.attempt} ${event.method} ${event.route}`)
        },
        onResponse: ({ attempt, status, requestId }) =>
          seen.push(`${attempt} ${status} ${requestId?.length}`),
        onRetry: ({ attempt, error }) => seen.push(`${attempt} again after ${error.name}`),
      },
    })
    const match = { property_id: tenant.id }
    await api.control.faults.add({ when: 'before', match, action: { type: 'status', status: 503 }, times: 1 })
    const payment = await svc.payments.create(cash)
    await svc.payments.delete(payment.id)
    const create = 'POST /api/v1/client/payments'
    expect(seen).toEqual([
      `1 ${create}`,
      '1 503 36',
      '1 again after ServerError',
      `2 ${create}`,
      '2 201 36',
      '1 DELETE /api/v1/client/payments/{paymentId}',
      '1 204 36',
    ])
    const [logged] = await api.control.requests.list({ property_id: tenant.id, method: 'DELETE', limit: 1 })
    expect(logged?.request_headers['traceparent']).toContain('0af7651916cd43dd8448eb211c80319c')
  })

  it('an abort in flight settles with its reason, and says nothing of the operation', async () => {
    await using svc = client()
    const stop = new AbortController()
    const match = { property_id: tenant.id }
    const fault = await api.control.faults.add({
      when: 'after',
      match,
      action: { type: 'delay', ms: 60_000 },
    })
    const idempotencyKey = crypto.randomUUID()
    const call = svc.payments.create(cash, { signal: stop.signal, idempotencyKey })
    const reason = new Error('the shop has closed')
    const applied = async () => (await api.control.faults.list()).find(({ id }) => id === fault.id)?.applied
    while ((await applied()) === 0) await new Promise((resolve) => setImmediate(resolve))
    stop.abort(reason)
    await expect(call).rejects.toBe(reason)
    await api.control.faults.clear()
    // It had happened; its key tells.
    const { response } = await svc.payments.create(cash, { idempotencyKey }).withResponse()
    expect(response.replayed).toBe(true)
    expect(await svc.payments.list()).toHaveLength(1)
  })

  it('an abort between two pages ends the iteration', async () => {
    await tenant.control.bookings.seed({ bookings: 30, seed: 1 })
    await using svc = client()
    const stop = new AbortController()
    const read: string[] = []
    const reading = async () => {
      for await (const { id } of svc.bookings.list({ limit: 10 }, { signal: stop.signal })) {
        read.push(id)
        if (read.length === 10) stop.abort('enough')
      }
    }
    await expect(reading()).rejects.toBe('enough')
    expect(read).toHaveLength(10)
    expect(
      await api.control.requests.list({ property_id: tenant.id, path: '/api/v1/client/bookings' }),
    ).toHaveLength(1)
  })

  it('each refusal of the service has its class, with evidence', async () => {
    await using svc = hastyClient({ baseUrl: api.url, apiKey: tenant.key, maxRetries: 1 })
    const payment = await svc.payments.create(cash)
    const idempotencyKey = crypto.randomUUID()
    await svc.payments.create(cash, { idempotencyKey })
    await using stranger = client({ apiKey: 'not-a-key' })

    const cases: [() => PromiseLike<unknown>, abstract new (...args: never[]) => SvcError, number, string][] =
      [
        [() => stranger.bookings.list(), AuthenticationError, 401, 'unauthorized'],
        [
          () => svc.bookings.list({}, { headers: { origin: 'https://evil.example' } }),
          OriginError,
          403,
          'origin_not_allowed',
        ],
        [() => svc.bookings.get(nowhere), NotFoundError, 404, 'not_found'],
        [() => svc.payments.update(nowhere, { amount: '1' }), NotFoundError, 404, 'not_found'],
        [() => svc.payments.delete(nowhere), NotFoundError, 404, 'not_found'],
        [() => svc.webhooks.update(nowhere, { is_active: false }), NotFoundError, 404, 'not_found'],
        [() => svc.webhooks.delete(nowhere), NotFoundError, 404, 'not_found'],
        [() => svc.payments.create({ ...cash, bid: nowhere }), ValidationError, 400, 'validation_error'],
        [() => svc.payments.update(payment.id, { gid: nowhere }), ValidationError, 400, 'validation_error'],
        [
          () => svc.payments.create({ ...cash, amount: '2' }, { idempotencyKey }),
          IdempotencyError,
          422,
          'idempotency_key_reused',
        ],
      ]
    for (const [call, type, status, code] of cases) {
      const error = await failureOf(call())
      expect(error).toBeInstanceOf(type)
      expect(error).toMatchObject({ status, code, attempts: 1, ambiguous: false })
      expect(error).toHaveProperty('requestId', expect.stringMatching(/^[0-9a-f-]{36}$/))
      expect(error.message).toContain(code)
    }
    const linked = await failureOf(svc.payments.create({ ...cash, bid: nowhere }))
    expect(linked).toHaveProperty('details', [{ path: 'bid', message: expect.any(String) }])
  })

  it.each([
    [400, BadRequestError, 1],
    [409, ConflictError, 2],
    [413, ApiError, 1],
    [429, RateLimitError, 2],
    [500, ServerError, 2],
    [503, ServerError, 2],
  ])('a %i has its class also when it stays', async (status, type, attempts) => {
    await using svc = hastyClient({ baseUrl: api.url, apiKey: tenant.key, maxRetries: 1 })
    const match = { property_id: tenant.id }
    await api.control.faults.add({ when: 'before', match, action: { type: 'status', status } })
    const error = await failureOf(svc.payments.create(cash))
    expect(error).toBeInstanceOf(type)
    expect(error).toMatchObject({ status, attempts })
  })

  it('what the service would refuse is refused before it is sent', async () => {
    await using svc = client()
    const refused = await failureOf(svc.payments.create({ ...cash, amount: 120.5 as never }))
    expect(refused).toBeInstanceOf(RequestError)
    expect(refused.message).toMatch(/amount .*string/)
    expect(await failureOf(svc.payments.create({ ...cash, tip: '1' } as never))).toBeInstanceOf(RequestError)
    expect(await failureOf(svc.payments.update(nowhere, {}))).toBeInstanceOf(RequestError)
    expect(await failureOf(svc.bookings.list({ limit: 101 }))).toBeInstanceOf(RequestError)
    expect(await failureOf(svc.bookings.get('../payments'))).toBeInstanceOf(RequestError)
    expect(
      await failureOf(svc.webhooks.create({ url: 'ftp://x', events: ['payment.created'] })),
    ).toBeInstanceOf(RequestError)
    expect(await api.control.requests.list({ property_id: tenant.id })).toEqual([])
  })
})

describe('the rate limit, by the virtual clock', () => {
  let sandbox: Sandbox
  let control: SandboxControl
  beforeAll(async () => {
    sandbox = await startSandbox({ clock: 'manual', now: noon, rateLimit: 5 })
    control = sandbox.control
  })
  afterAll(() => sandbox.close())

  it('a 429 is waited out for as long as Retry-After says, and not a moment less', async () => {
    const waits: number[] = []
    // The client's waits move the service's clock: what takes a minute there takes none here.
    const { setTimeout, clearTimeout } = globalThis
    await using svc = new SvcClient(
      { baseUrl: sandbox.url, apiKey: sandbox.apiKey, totalTimeoutMs: 600_000 },
      {
        now: () => performance.now(),
        date: Date.now,
        random: () => 0,
        uuid: () => crypto.randomUUID(),
        timer(ms, callback) {
          if (ms === 10_000) {
            const timer = setTimeout(callback, ms)
            return () => clearTimeout(timer)
          }
          waits.push(ms)
          void control.clock.advance(ms / 1_000).then(callback)
          return () => {}
        },
      },
    )
    await control.clock.advance(20)
    for (let call = 1; call <= 5; call++) await svc.bookings.list()
    expect(waits).toEqual([])
    const { response } = await svc.bookings.list().withResponse()
    expect(response.attempts).toBe(2)
    expect(waits).toEqual([40_000])
    expect(response.headers['ratelimit']).toBe('"default";r=4;t=60')
  })

  it('one that outlasts the call fails at once and tells how long', async () => {
    await control.clock.advance(60)
    await using svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, totalTimeoutMs: 30_000 })
    for (let call = 1; call <= 5; call++) await svc.bookings.list()
    const error = await failureOf(svc.payments.create(cash))
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ attempts: 1, retryAfterMs: 60_000, ambiguous: false })
    await control.clock.advance(60)
    expect(await svc.payments.list()).toEqual([])
  })
})

it('a payment of the client arrives in an inbox, signed, and its delivery can be read back', async () => {
  await using sandbox = await startSandbox({ seed: 'hostel' })
  await using inbox = await openInbox({ control: sandbox.control })
  await using svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
  inbox.secret = endpoint.secret
  const [booking] = (await svc.bookings.list({ limit: 1 })).results
  const payment = await svc.payments.create({ ...cash, ...(booking && { bid: booking.id }) })
  const delivery = await inbox.next('payment.created')
  expect(delivery).toMatchObject({ verified: true, attempt: 1, problems: [] })
  expect(delivery.event.data).toEqual({
    paymentId: payment.id,
    amount: '120.5000',
    paymentMethod: 'Cash',
    type: 'income',
  })
  const stored = async () => (await svc.webhooks.deliveries(endpoint.id))[0]
  // The inbox has it a moment before the sandbox has written down that it was answered.
  await expect.poll(async () => (await stored())?.status).toBe('delivered')
  expect(await stored()).toMatchObject({ id: delivery.id, attempts: 1, response_status: 204 })
})

it('importing and closing the client leaves the process with nothing to wait for', async () => {
  await using sandbox = await startSandbox()
  const { spawn } = await import('node:child_process')
  const script = `
    import { SvcClient } from '@svc/client'
    const svc = new SvcClient({ baseUrl: process.env.SVC_URL, apiKey: process.env.SVC_API_KEY })
    await svc.bookings.list()
    await svc.close()
  `
  const child = spawn(process.execPath, ['--conditions=@svc/source', '--input-type=module', '-e', script], {
    cwd: new URL('../../../sandbox', import.meta.url),
    env: { ...process.env, SVC_URL: sandbox.url, SVC_API_KEY: sandbox.apiKey },
    stdio: 'inherit',
  })
  expect(await once(child, 'exit')).toEqual([0, null])
})
