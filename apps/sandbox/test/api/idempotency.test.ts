import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, openApi, type Tenant } from '../kit/index.ts'

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }
const hours = 3_600

describe.each(kinds)('idempotency on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind, { secretKey: 'a key that seals the stored answers, 32+' })
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const fresh = async () => (hostel = await harness.tenant())
  const withKey = (key: string | null, method: string, path: string, body: unknown) =>
    hostel.call(method, path, { body, headers: { 'idempotency-key': key } })
  const pay = (key: string, body: unknown = cash) => withKey(key, 'POST', '/payments', body)
  const count = async () => (await hostel.call('GET', '/payments')).json.length

  it('POST and PATCH without Idempotency-Key are 400 bad_request with the message of the specification', async () => {
    await fresh()
    const id = (await pay(randomUUID())).json.id
    for (const [method, path] of [
      ['POST', '/payments'],
      ['PATCH', `/payments/${id}`],
      ['POST', '/webhooks'],
      ['PATCH', `/webhooks/${randomUUID()}`],
    ] as const) {
      for (const key of [null, '']) {
        const { status, json } = await withKey(key, method, path, cash)
        expect([status, json.code, json.message]).toEqual([
          400,
          'bad_request',
          'Idempotency-Key header is required',
        ])
      }
    }
    expect(await count()).toBe(1)
  })

  it.each([
    'abc',
    '00000000-0000-0000-0000-000000000000',
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    'f47ac10b58cc4372a5670e02b2c3d479',
    '"f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479, f47ac10b-58cc-4372-a567-0e02b2c3d480',
  ])('the key %s is malformed: 400 bad_request', async (key) => {
    await fresh()
    const { status, json } = await pay(key)
    expect([status, json.code, json.message]).toEqual([
      400,
      'bad_request',
      'Idempotency-Key must be a UUID v4',
    ])
  })

  it('the same key replays the answer byte for byte, marked, and does nothing again', async () => {
    await fresh()
    const key = randomUUID()
    const first = await pay(key)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    await harness.advance(23 * hours)
    const again = await pay(key)
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      first.status,
      first.text,
      first.headers['content-type'],
    ])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(await count()).toBe(1)
  })

  it('a used key comes before what is wrong in the fields of another body, not after it', async () => {
    await fresh()
    const key = randomUUID()
    await pay(key)
    for (const body of [{ ...cash, amount: 5 }, { ...cash, colour: 'red' }, {}, []]) {
      const { status, json } = await pay(key, body)
      expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
    }
    const { status, json } = await pay(randomUUID(), { ...cash, amount: 5 })
    expect([status, json.code]).toEqual([400, 'validation_error'])
    await harness.advance(24 * hours)
    expect((await pay(key, { ...cash, amount: 5 })).json.code).toBe('validation_error')
    expect((await pay(key)).status).toBe(201)
  })

  it('a body that has no canonical form is another body', async () => {
    await fresh()
    const key = randomUUID()
    await pay(key)
    const nulls = Array.from({ length: 60 }, () => '\u0000')
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const raw of [
      String.raw`{"\ud800":1}`,
      String.raw`{"name":"\ud800"}`,
      '{"amount":1e999}',
      `{"deep":${deep},"nulls":${JSON.stringify(nulls)}}`,
    ]) {
      expect((await withKey(key, 'POST', '/payments', raw)).json.code).toBe('idempotency_key_reused')
      expect((await withKey(randomUUID(), 'POST', '/payments', raw)).status).toBe(400)
    }
  })

  it('quoted or in upper case, it is the same key', async () => {
    await fresh()
    const key = randomUUID()
    const { text } = await pay(key)
    for (const same of [`"${key}"`, key.toUpperCase(), `"${key.toUpperCase()}"`]) {
      expect((await pay(same)).text).toBe(text)
    }
    expect(await count()).toBe(1)
  })

  it('the order of the body’s keys does not matter, nor do its spaces', async () => {
    await fresh()
    const key = randomUUID()
    const { text } = await pay(key)
    const reordered = '{ "type":"income",\n "paymentMethod": "Cash", "amount":"120.50" }'
    expect(await pay(key, reordered)).toMatchObject({ status: 201, text })
  })

  it('with a different body it is 422 idempotency_key_reused, and the first answer stays', async () => {
    await fresh()
    const key = randomUUID()
    const { text } = await pay(key)
    for (const body of [
      { ...cash, amount: '120.5' },
      { ...cash, name: 'x' },
    ]) {
      const { status, json } = await pay(key, body)
      expect([status, json.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect((await pay(key)).text).toBe(text)
    expect(await count()).toBe(1)
  })

  it('after 24 hours of virtual time the key is new', async () => {
    await fresh()
    const key = randomUUID()
    const first = await pay(key)
    await harness.advance(24 * hours)
    const second = await pay(key, { ...cash, amount: '1' })
    expect(second.status).toBe(201)
    expect(second.json.id).not.toBe(first.json.id)
    expect(await count()).toBe(2)
  })

  it('property, method and path are part of the scope', async () => {
    await fresh()
    const key = randomUUID()
    const { id } = (await pay(key)).json
    const { id: otherId } = (await pay(randomUUID())).json
    expect((await withKey(key, 'PATCH', `/payments/${id}`, { amount: '1' })).json.amount).toBe('1.0000')
    expect((await withKey(key, 'PATCH', `/payments/${otherId}`, { amount: '2' })).json.amount).toBe('2.0000')
    expect(
      (await withKey(key, 'PATCH', `/payments/${id.toUpperCase()}`, { amount: '1' })).headers,
    ).toMatchObject({
      'idempotent-replayed': 'true',
    })
    const other = await harness.tenant()
    const theirs = await other.call('POST', '/payments', { body: cash, headers: { 'idempotency-key': key } })
    expect(theirs.status).toBe(201)
    expect(theirs.headers['idempotent-replayed']).toBeUndefined()
  })

  it('a retry through the alias path replays, with the secret that is shown only once', async () => {
    await fresh()
    const headers = {
      'x-api-key': hostel.key,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const body = { url: 'https://example.com/hook', events: ['payment.created'] }
    const first = await harness.send('POST', '/api/v1/client/webhooks', { headers, body })
    const again = await harness.send('POST', '/client/webhooks', { headers, body })
    expect(first.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('a 404 is the answer of an executed operation: stored and replayed', async () => {
    await fresh()
    const key = randomUUID()
    const path = `/payments/${randomUUID()}`
    const first = await withKey(key, 'PATCH', path, { amount: '1' })
    const again = await withKey(key, 'PATCH', path, { amount: '1' })
    expect([first.status, again.status, again.text]).toEqual([404, 404, first.text])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect((await withKey(key, 'PATCH', path, { amount: '2' })).status).toBe(422)
  })

  it('refusals before the operation are not stored: the key can be used again', async () => {
    await fresh()
    const key = randomUUID()
    const noBooking = { ...cash, bid: randomUUID() }
    expect((await pay(key, '{')).status).toBe(400)
    expect((await pay(key, { ...cash, amount: 1 })).status).toBe(400)
    expect((await pay(key, noBooking)).json.details[0].path).toBe('bid')
    const headers = { 'idempotency-key': key }
    const post = (more: Record<string, string>) =>
      hostel.call('POST', '/payments', { body: cash, headers: { ...headers, ...more } })
    expect((await post({ 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post({ 'x-api-key': 'wrong' })).status).toBe(401)
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
    const done = await pay(key)
    expect([done.status, done.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(await count()).toBe(1)
  })

  it('of many requests at once with one key, one executes and all get its answer', async () => {
    await fresh()
    const key = randomUUID()
    await hostel.call('POST', '/webhooks', {
      body: { url: 'https://example.com/', events: ['payment.created'] },
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(key)))
    const settled = answers.filter(({ status }) => status === 201)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(settled.length + waiting.length).toBe(20)
    expect(new Set(settled.map(({ text }) => text)).size).toBe(1)
    expect(settled.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    for (const { headers, json } of waiting) {
      expect([json.code, headers['retry-after']]).toEqual(['idempotency_key_in_use', '1'])
    }
    expect(await count()).toBe(1)
    expect(await hostel.envelopes()).toHaveLength(1)
  })
})
