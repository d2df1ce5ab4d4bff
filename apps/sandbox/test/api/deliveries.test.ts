import { createHmac } from 'node:crypto'
import { eventTypes, limits } from '@svc/models'
import { type Inbox, openInbox } from '@svc/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, kinds, openApi, type Tenant } from '../kit/index.ts'

const cash = { amount: '120.5', paymentMethod: 'Cash', type: 'income' }
const minutes = 60

describe.each(kinds)('deliveries on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  let inbox: Inbox
  let endpoint: { id: string; secret: string }
  beforeAll(async () => {
    harness = await openApi(kind, { role: 'all' })
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  beforeEach(async () => {
    hostel = await harness.tenant()
    inbox = await openInbox({ control: hostel.control })
    const body = { url: `${inbox.url}hook`, events: eventTypes }
    endpoint = (await hostel.call('POST', '/webhooks', { body })).json
    inbox.secret = endpoint.secret
  })
  // Without its endpoint, what a test leaves behind is delivered in no other test.
  afterEach(async () => {
    await hostel.call('DELETE', `/webhooks/${endpoint.id}`)
    await inbox.close()
  })
  const pay = async () => (await hostel.call('POST', '/payments', { body: cash })).json
  const history = async () => (await hostel.call('GET', `/webhooks/${endpoint.id}/deliveries`)).json
  const advance = (seconds: number) => hostel.control.clock.advance(seconds)

  it('a delivery is a POST to the endpoint with its four headers and the envelope, once', async () => {
    const { id: paymentId } = await pay()
    const delivery = await inbox.next('payment.created')
    expect([delivery.method, delivery.path, delivery.problems]).toEqual(['POST', '/hook', []])
    expect(delivery.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event': 'payment.created',
      'x-svc-delivery': delivery.event.id,
      'x-svc-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    })
    expect(delivery.event).toEqual({
      id: expect.any(String),
      type: 'payment.created',
      property_id: hostel.id,
      created_at: await harness.now(),
      data: { paymentId, amount: '120.5000', paymentMethod: 'Cash', type: 'income' },
    })
    await advance(24 * 60 * minutes)
    expect(inbox.all()).toHaveLength(1)
  })

  it('the signature is HMAC-SHA256 in hex over the raw bytes, with the bytes of the whole secret', async () => {
    await hostel.createBooking({ guest: { first_name: 'Zoë' }, description: 'Schlüssel 🗝' })
    const { rawBody, headers } = await inbox.next('booking.created')
    const digest = createHmac('sha256', endpoint.secret).update(rawBody).digest('hex')
    expect(headers['x-svc-signature']).toBe(`sha256=${digest}`)
  })

  it('each of the six events arrives', async () => {
    const { id } = await hostel.createBooking()
    await hostel.updateBooking(id, { status: 'paid' })
    await hostel.createMessage({ bookingId: id, content: 'Hi' })
    await hostel.cancelBooking(id)
    const payment = await pay()
    await hostel.call('PATCH', `/payments/${payment.id}`, { body: { amount: '1' } })
    const arrived = await Promise.all(eventTypes.map((type) => inbox.next(type)))
    expect(arrived.map(({ verified, problems }) => [verified, problems])).toEqual(
      eventTypes.map(() => [true, []]),
    )
  })

  it.each([200, 201, 204, 299])('an answer of %i within 5 seconds is delivered', async (status) => {
    inbox.respond = { status, body: status === 204 ? '' : 'thanks' }
    await pay()
    await advance(0)
    expect(await history()).toEqual([
      {
        id: inbox.all()[0]?.id,
        event_type: 'payment.created',
        status: 'delivered',
        attempts: 1,
        last_attempted_at: await harness.now(),
        delivered_at: await harness.now(),
        response_status: status,
        response_body: status === 204 ? '' : 'thanks',
        created_at: await harness.now(),
      },
    ])
  })

  it.each([
    [400, 400],
    [404, 404],
    [410, 410],
    [429, 429],
    [500, 500],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 302],
    ['reset', null],
  ] as const)('the answer %j is a failure, retried', async (respond, response_status) => {
    inbox.respond = respond
    await pay()
    await advance(0)
    expect(await history()).toMatchObject([
      { status: 'failed', attempts: 1, delivered_at: null, response_status },
    ])
    expect(inbox.all()).toHaveLength(1)
  })

  it('five attempts after 1 min, 5 min, 30 min and 2 h, same id and bytes, then dead', async () => {
    inbox.respond = 503
    await pay()
    await advance(0)
    for (const [index, seconds] of limits.retryDelaysSeconds.entries()) {
      expect(await history()).toMatchObject([{ status: 'failed', attempts: index + 1 }])
      await advance(seconds - 1)
      expect(inbox.all()).toHaveLength(index + 1)
      await advance(1)
      expect(inbox.all()).toHaveLength(index + 2)
    }
    expect(await history()).toMatchObject([
      { status: 'dead', attempts: limits.deliveryAttempts, response_status: 503 },
    ])
    await advance(7 * 24 * 60 * minutes)
    const arrived = inbox.all()
    expect(arrived).toHaveLength(5)
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(1)
    expect(new Set(arrived.map(({ text }) => text)).size).toBe(1)
    expect(new Set(arrived.map(({ headers }) => headers['x-svc-signature'])).size).toBe(1)
    expect(arrived.every(({ verified }) => verified)).toBe(true)
  })

  it('a receiver that recovers gets it at the next attempt', async () => {
    inbox.respond = [500, 500, 200]
    await pay()
    await advance(60 * minutes)
    expect(await history()).toMatchObject([{ status: 'delivered', attempts: 3, response_status: 200 }])
    await advance(24 * 60 * minutes)
    expect(inbox.all()).toHaveLength(3)
  })

  it('switched off, waiting deliveries are held and go out when it is on; nothing new is made meanwhile', async () => {
    inbox.respond = [500, 204]
    await pay()
    await advance(0)
    const toggle = (is_active: boolean) =>
      hostel.call('PATCH', `/webhooks/${endpoint.id}`, { body: { is_active } })
    await toggle(false)
    await pay()
    await advance(60 * minutes)
    expect(inbox.all()).toHaveLength(1)
    await toggle(true)
    await advance(0)
    expect(inbox.all()).toHaveLength(2)
    expect(await history()).toMatchObject([{ status: 'delivered', attempts: 2 }])
  })

  it('a deleted endpoint gets nothing any more', async () => {
    inbox.respond = 500
    await pay()
    await advance(0)
    await hostel.call('DELETE', `/webhooks/${endpoint.id}`)
    await advance(24 * 60 * minutes)
    expect(inbox.all()).toHaveLength(1)
  })

  it('a replayed request is delivered once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (const _ of [1, 2, 3]) await hostel.call('POST', '/payments', { body: cash, headers })
    await advance(0)
    expect(inbox.all()).toHaveLength(1)
  })
})

it.each(['hang', 'stall'] as const)(
  'of an inbox that says %s nobody waits five seconds',
  async (respond) => {
    await using harness = await openApi('memory', { role: 'all' })
    await using inbox = await openInbox({ respond })
    const hostel = await harness.tenant()
    const body = { url: inbox.url, events: ['payment.created'] }
    await hostel.call('POST', '/webhooks', { body })
    const began = performance.now()
    await hostel.call('POST', '/payments', { body: cash })
    await hostel.control.clock.advance(3 * 3600)
    // Five attempts that are waited for take 25 seconds, on a machine that is busy with other things even longer.
    expect(performance.now() - began).toBeLessThan(20_000)
    const { results } = await hostel.control.deliveries.list()
    const failure = { error: 'timeout', response_status: respond === 'stall' ? 200 : null }
    expect(results).toMatchObject([{ status: 'dead', attempt_log: Array.from({ length: 5 }, () => failure) }])
  },
  60_000,
)

it('an answer that takes longer than 5 seconds is a failure', async () => {
  await using harness = await openApi('memory', { role: 'all' })
  await using inbox = await openInbox({ respond: { delayMs: 60_000 } })
  const hostel = await harness.tenant()
  const body = { url: inbox.url, events: ['payment.created'] }
  const { id } = (await hostel.call('POST', '/webhooks', { body })).json
  await hostel.call('POST', '/payments', { body: cash })
  await hostel.control.clock.advance(0)
  const { json } = await hostel.call('GET', `/webhooks/${id}/deliveries`)
  expect(json).toMatchObject([{ status: 'failed', attempts: 1, response_status: null, response_body: null }])
  expect(inbox.all()).toHaveLength(1)
})
