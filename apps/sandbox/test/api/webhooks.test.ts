import { randomUUID } from 'node:crypto'
import {
  createdWebhookEndpointSchema,
  deliveryListSchema,
  eventTypes,
  webhookEndpointListSchema,
} from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, noon, openApi, type Tenant } from '../kit/index.ts'

const hook = { url: 'https://example.com/hooks/svc?tenant=7', events: ['payment.created', 'booking.created'] }
const cash = { amount: '1', paymentMethod: 'Cash', type: 'income' }

describe.each(kinds)('webhook endpoints on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind, { secretKey: 'a key that seals the signing secrets, 32+' })
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const fresh = async () => (hostel = await harness.tenant())
  const create = async (body: object = {}) =>
    (await hostel.call('POST', '/webhooks', { body: { ...hook, ...body } })).json
  const deliveries = async (id: string) => (await hostel.call('GET', `/webhooks/${id}/deliveries`)).json
  const pay = async () => (await hostel.call('POST', '/payments', { body: cash })).json

  it('create is 201 with the secret and without updated_at', async () => {
    await fresh()
    const { status, json } = await hostel.call('POST', '/webhooks', { body: hook })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: hook.url,
      secret: expect.stringMatching(/^whsec_[\w-]{43}$/),
      events: hook.events,
      is_active: true,
      created_at: new Date(noon).toISOString(),
    })
    expect(createdWebhookEndpointSchema.safeParse(json).success).toBe(true)
  })

  it('the list has no secrets and has updated_at; newest first', async () => {
    await fresh()
    const { secret: _one, ...first } = await create()
    const { secret: _two, ...second } = await create({ events: ['message.received'] })
    const { status, json } = await hostel.call('GET', '/webhooks')
    expect(status).toBe(200)
    expect(json).toEqual([
      { ...second, updated_at: second.created_at },
      { ...first, updated_at: first.created_at },
    ])
    expect(webhookEndpointListSchema.safeParse(json).success).toBe(true)
  })

  it('update takes any of url, events and is_active, and answers without the secret', async () => {
    await fresh()
    const { secret, ...created } = await create()
    await harness.advance(90)
    const updated_at = await harness.now()
    let expected = { ...created, updated_at }
    for (const change of [
      { url: 'https://hooks.example.org/' },
      { events: ['message.received'] },
      { is_active: false },
      { url: hook.url, events: [...eventTypes], is_active: true },
    ]) {
      expected = { ...expected, ...change }
      const { status, json, text } = await hostel.call('PATCH', `/webhooks/${created.id}`, { body: change })
      expect([status, json]).toEqual([200, expected])
      expect(text).not.toContain(secret)
    }
    expect((await hostel.call('GET', '/webhooks')).json).toEqual([expected])
  })

  it('delete is 204 and removes the endpoint with all its delivery records', async () => {
    await fresh()
    const { id } = await create()
    await pay()
    expect(await hostel.envelopes()).toHaveLength(1)
    const { status, text } = await hostel.call('DELETE', `/webhooks/${id}`)
    expect([status, text]).toEqual([204, ''])
    expect(await hostel.envelopes()).toEqual([])
    expect((await hostel.call('GET', `/webhooks/${id}/deliveries`)).status).toBe(404)
    expect((await hostel.call('DELETE', `/webhooks/${id}`)).status).toBe(404)
    expect((await hostel.call('GET', '/webhooks')).json).toEqual([])
  })

  it('the history has the last 50 deliveries, newest first; not yet is null', async () => {
    await fresh()
    const { id } = await create()
    for (let index = 0; index < 53; index++) await pay()
    const json = await deliveries(id)
    const sent = (await hostel.envelopes()).map((envelope) => envelope.id)
    expect(json.map((delivery: { id: string }) => delivery.id)).toEqual(sent.toReversed().slice(0, 50))
    expect(json[0]).toEqual({
      id: sent.at(-1),
      event_type: 'payment.created',
      status: 'pending',
      attempts: 0,
      last_attempted_at: null,
      delivered_at: null,
      response_status: null,
      response_body: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(deliveryListSchema.safeParse(json).success).toBe(true)
  })

  it('an endpoint that nobody has, is no UUID, or is another property’s is 404 in every operation', async () => {
    await fresh()
    const other = await harness.tenant()
    const theirs = (await other.call('POST', '/webhooks', { body: hook })).json
    for (const id of [randomUUID(), 'nonsense', theirs.id]) {
      const answers = [
        await hostel.call('PATCH', `/webhooks/${id}`, { body: { is_active: false } }),
        await hostel.call('DELETE', `/webhooks/${id}`),
        await hostel.call('GET', `/webhooks/${id}/deliveries`),
      ]
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
        answers.map(() => [404, 'not_found']),
      )
    }
    expect((await hostel.call('GET', '/webhooks')).json).toEqual([])
    expect((await other.call('GET', '/webhooks')).json).toHaveLength(1)
  })

  it('every webhook operation is answered under /client too', async () => {
    await fresh()
    const headers = () => ({
      'x-api-key': hostel.key,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    })
    const at = (method: string, path: string, body?: object) =>
      harness.send(method, `/client/webhooks${path}`, { headers: headers(), ...(body && { body }) })
    const { status, json } = await at('POST', '', hook)
    expect(status).toBe(201)
    expect((await at('PATCH', `/${json.id}`, { is_active: false })).json.is_active).toBe(false)
    expect((await at('GET', '')).json).toHaveLength(1)
    expect((await at('GET', `/${json.id}/deliveries`)).json).toEqual([])
    expect((await at('DELETE', `/${json.id}`)).status).toBe(204)
    expect((await harness.send('GET', '/client/payments', { headers: headers() })).status).toBe(404)
  })

  it.each([
    ['url', undefined],
    ['url', 7],
    ['url', 'not a url'],
    ['url', 'ftp://example.com/'],
    ['url', 'javascript:alert(1)'],
    ['url', '//example.com/'],
    ['url', 'https://user:pass@example.com/'],
    ['url', 'https://example.com/#part'],
    ['url', `https://example.com/${'x'.repeat(2_048)}`],
    ['url', 'http://example.com/'],
    ['url', 'https://10.0.0.8/'],
    ['url', 'https://169.254.169.254/latest/meta-data'],
    ['url', 'https://[fd00::1]/'],
    ['events', undefined],
    ['events', []],
    ['events', 'payment.created'],
    ['events', ['payment.created', 'payment.created']],
    ['events.0', ['payment.deleted']],
    ['events.0', [7]],
    ['secret', 'whsec_mine'],
    ['is_active', false],
  ])('create with a bad %s (%j) is a validation error there', async (path, value) => {
    await fresh()
    const [field = ''] = path.split('.')
    const { status, json } = await hostel.call('POST', '/webhooks', { body: { ...hook, [field]: value } })
    expect([status, json.code, json.details[0].path]).toEqual([400, 'validation_error', path])
    expect((await hostel.call('GET', '/webhooks')).json).toEqual([])
  })

  it('plain http is for loopback alone', async () => {
    await fresh()
    for (const url of ['http://127.0.0.1:9999/x', 'http://localhost/x', 'http://[::1]:1/']) {
      expect(await create({ url })).toMatchObject({ url })
    }
  })

  it.each([
    [{}, ''],
    [{ url: 'http://example.com/' }, 'url'],
    [{ url: null }, 'url'],
    [{ events: [] }, 'events'],
    [{ is_active: 'no' }, 'is_active'],
    [{ secret: 'mine' }, 'secret'],
  ])('update with %j is a validation error', async (body, path) => {
    await fresh()
    const { id } = await create()
    const { status, json } = await hostel.call('PATCH', `/webhooks/${id}`, { body })
    expect([status, json.details[0].path]).toEqual([400, path])
  })

  it('the 51st endpoint of a property is refused, also of many at once', async () => {
    await fresh()
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => hostel.call('POST', '/webhooks', { body: hook })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json.message).toBe(
      'The request asks for one webhook endpoint more than the 50 that a property may have: delete one first.',
    )
    const [{ id }] = (await hostel.call('GET', '/webhooks')).json
    await hostel.call('DELETE', `/webhooks/${id}`)
    expect((await hostel.call('POST', '/webhooks', { body: hook })).status).toBe(201)
  })

  it('an endpoint that is switched off gets no new deliveries; only those subscribed get any', async () => {
    await fresh()
    const on = await create()
    const off = await create()
    const others = await create({ events: ['message.received'] })
    await hostel.call('PATCH', `/webhooks/${off.id}`, { body: { is_active: false } })
    await pay()
    expect(await deliveries(on.id)).toHaveLength(1)
    expect(await deliveries(off.id)).toEqual([])
    expect(await deliveries(others.id)).toEqual([])
    await hostel.call('PATCH', `/webhooks/${off.id}`, { body: { is_active: true } })
    await pay()
    expect(await deliveries(on.id)).toHaveLength(2)
    expect(await deliveries(off.id)).toHaveLength(1)
  })
})
