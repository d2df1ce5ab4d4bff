import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStage, payment } from '../kit/index.ts'

/** Reads a stream to its end, be it orderly or not. */
async function rest(stream: AsyncGenerator): Promise<void> {
  try {
    while (!(await stream.next()).done);
  } catch {
    // It was cut off, which is an end as well.
  }
}

describe('the request log', () => {
  it('shows what came and what was answered, secrets redacted', async () => {
    const { call, control, sandbox } = await openStage()
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await call('POST', '/payments', { body: payment, headers })
    await call('POST', '/payments', { body: payment, headers })
    const [again, first] = await control.requests.list()
    expect(first).toMatchObject({
      id: answer.headers['x-request-id'],
      at: '2026-11-21T12:00:00.000Z',
      method: 'POST',
      path: '/api/v1/client/payments',
      route: '/api/v1/client/payments',
      status: 201,
      property_id: sandbox.propertyId,
      api_key_id: (await control.apiKeys.list())[0]?.id,
      idempotency_key: headers['idempotency-key'],
      replayed: false,
      remote_address: '127.0.0.1',
      fault_id: null,
      response_body: answer.text,
    })
    expect(JSON.parse(first?.request_body ?? '')).toEqual(payment)
    expect(first?.request_headers['x-api-key']).toBe('[redacted]')
    expect(first?.ms).toBeGreaterThan(0)
    expect(first?.response_headers).toMatchObject({
      'content-type': answer.headers['content-type'],
      'x-request-id': first?.id,
    })
    expect(again).toMatchObject({ replayed: true, status: 201 })
    expect(JSON.stringify([first, again])).not.toContain(sandbox.apiKey)
  })

  it('tells where the rate limit stood at each request', async () => {
    const { call, control } = await openStage({ rateLimit: 2 })
    for (let count = 0; count < 3; count += 1) await call('GET', '/bookings')
    const list = await control.requests.list()
    expect(list.map(({ status, rate_limit }) => [status, rate_limit])).toEqual([
      [429, { limit: 2, remaining: 0, reset_seconds: 60 }],
      [200, { limit: 2, remaining: 0, reset_seconds: 60 }],
      [200, { limit: 2, remaining: 1, reset_seconds: 60 }],
    ])
    const free = await openStage({ rateLimit: 'off' })
    await free.call('GET', '/bookings')
    expect((await free.control.requests.list())[0]?.rate_limit).toBeNull()
  })

  it('has no webhook secret in it', async () => {
    const { call, control } = await openStage()
    const { json } = await call('POST', '/webhooks', {
      body: { url: 'http://127.0.0.1:9/x', events: ['payment.created'] },
    })
    const [entry] = await control.requests.list()
    expect(JSON.stringify(entry)).not.toContain(json.secret)
    expect(JSON.parse(entry?.response_body ?? '')).toEqual({ ...json, secret: '[redacted]' })
  })

  it('has no key in it that a caller has put in the wrong place, and none is found by looking for it', async () => {
    const { send, control, sandbox } = await openStage()
    const key = sandbox.apiKey
    await send('GET', `/api/v1/client/bookings?api_key=${key}`)
    await send('GET', `/api/v1/client/${key}`)
    await send('GET', '/api/v1/client/bookings', { headers: { 'api-key': key } })
    await send('POST', '/api/v1/client/payments', { headers: { 'idempotency-key': key } })
    const list = await control.requests.list()
    expect(list).toHaveLength(4)
    expect(JSON.stringify(list)).not.toContain(key)
    expect(await control.requests.list({ search: key.slice(0, 12) })).toEqual([])
  })

  it('has the refused ones too, and none of the control API', async () => {
    const { call, send, control } = await openStage()
    await send('GET', '/api/v1/client/bookings')
    await call('GET', '/nothing')
    await call('POST', '/payments', { body: '{', headers: { 'idempotency-key': 'no' } })
    const list = await control.requests.list()
    expect(list.map(({ status, route, property_id }) => [status, route, property_id === null])).toEqual([
      [400, '/api/v1/client/payments', false],
      [404, null, false],
      [401, '/api/v1/client/bookings', true],
    ])
  })

  it('can be filtered', async () => {
    const { call, control } = await openStage()
    await call('GET', '/bookings?limit=1')
    await call('POST', '/payments', { body: payment })
    await call('GET', '/bookings?limit=0')
    const count = async (query: Parameters<typeof control.requests.list>[0]) =>
      (await control.requests.list(query)).length
    expect(await count({ method: 'post' })).toBe(1)
    expect(await count({ path: '/api/v1/client/bookings' })).toBe(2)
    expect(await count({ path: '/**/bookings', status: 400 })).toBe(1)
    expect(await count({ limit: 2 })).toBe(2)
    expect(await count({ property_id: randomUUID() })).toBe(0)
    await control.requests.clear()
    expect(await count({})).toBe(0)
  })

  it('can be followed, with the same filters, until one goes away or the server stops', async () => {
    const { call, control, sandbox } = await openStage()
    const controller = new AbortController()
    const live = control.requests.follow({ method: 'POST', signal: controller.signal })
    let heard = false
    const first = live.next().finally(() => (heard = true))
    // Calls are its own from the moment in which the stream has begun.
    await expect
      .poll(async () => {
        await call('GET', '/bookings')
        await call('POST', '/payments', { body: payment })
        return heard
      })
      .toBe(true)
    expect((await first).value).toMatchObject({ method: 'POST', status: 201 })
    controller.abort()
    await rest(live)

    const other = control.requests.follow()
    const ended = rest(other)
    await call('GET', '/bookings')
    await sandbox.close()
    await ended
  })
})
