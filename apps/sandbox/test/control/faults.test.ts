import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openStage, payment, type Stage } from '../kit/index.ts'

const payments = '/api/v1/client/payments'
const recorded = async ({ call }: Stage) => (await call('GET', '/payments')).json.length as number

describe('faults before the operation', () => {
  it('answer with a status, headers and body of choice, as often as asked', async () => {
    const stage = await openStage()
    await stage.control.faults.add({
      when: 'before',
      match: { method: 'POST', path: payments },
      action: {
        type: 'status',
        status: 429,
        headers: { 'Retry-After': '7' },
        body: { code: 'rate_limited' },
      },
      times: 2,
    })
    const answers = []
    for (let i = 0; i < 3; i += 1) answers.push(await stage.call('POST', '/payments', { body: payment }))
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 201])
    expect(answers[0]?.headers['retry-after']).toBe('7')
    expect(answers[0]?.json).toEqual({ code: 'rate_limited' })
    expect(await recorded(stage)).toBe(1)
    expect(await stage.control.faults.list()).toMatchObject([{ applied: 2, remaining: 0 }])
  })

  it('have the error body of D3 when none is given', async () => {
    const stage = await openStage()
    const { id } = await stage.control.faults.add({ when: 'before', action: { type: 'status', status: 503 } })
    const { json, headers } = await stage.call('GET', '/payments')
    expect(json).toEqual({
      code: 'unavailable',
      message: expect.stringContaining(id),
      request_id: headers['x-request-id'],
    })
  })

  it('leave the idempotency key free', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'before', action: { type: 'status', status: 500 }, times: 1 })
    const headers = { 'idempotency-key': randomUUID() }
    const first = await stage.call('POST', '/payments', { body: payment, headers })
    const second = await stage.call('POST', '/payments', { body: payment, headers })
    expect([first.status, second.status]).toEqual([500, 201])
    expect(second.headers['idempotent-replayed']).toBeUndefined()
  })

  it('reset the connection before anything has happened', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'before', action: { type: 'reset' }, times: 1 })
    await expect(stage.call('POST', '/payments', { body: payment })).rejects.toMatchObject({
      code: 'ECONNRESET',
    })
    expect(await recorded(stage)).toBe(0)
  })

  it('delay the answer by real time', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'before', action: { type: 'delay', ms: 80 }, times: 1 })
    const startedAt = performance.now()
    const { status } = await stage.call('GET', '/payments')
    expect(status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(79)
  })

  it('break exactly as many of many simultaneous requests as asked', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'before', action: { type: 'status', status: 503 }, times: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => stage.call('GET', '/payments')))
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
  })

  it('strike those alone who may call, and only the property that is named', async () => {
    const stage = await openStage()
    const other = await stage.control.properties.create({ name: 'Another hostel' })
    const { key } = await stage.control.property(other.id).apiKeys.create()
    await stage.control.faults.add({
      when: 'before',
      match: { property_id: other.id },
      action: { type: 'status', status: 503 },
    })
    const own = await stage.call('GET', '/payments')
    const others = await stage.call('GET', '/payments', { headers: { 'x-api-key': key } })
    const nobody = await stage.send('GET', payments)
    expect([own.status, others.status, nobody.status]).toEqual([200, 503, 401])
  })
})

describe('faults after the operation', () => {
  it.each(['reset', 'truncate'] as const)(
    '%s: the payment is recorded, the answer is lost, the key replays it',
    async (type) => {
      const stage = await openStage()
      const { id } = await stage.control.faults.add({ when: 'after', action: { type }, times: 1 })
      const headers = { 'idempotency-key': randomUUID() }
      await expect(stage.call('POST', '/payments', { body: payment, headers })).rejects.toMatchObject({
        code: expect.stringMatching(/ECONNRESET|UND_ERR/),
      })
      expect(await recorded(stage)).toBe(1)
      const again = await stage.call('POST', '/payments', { body: payment, headers })
      expect(again.status).toBe(201)
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await recorded(stage)).toBe(1)
      const broken = (await stage.control.requests.list({ method: 'POST' })).at(-1)
      expect(broken).toMatchObject({
        fault_id: id,
        idempotency_key: headers['idempotency-key'],
        replayed: false,
      })
      expect(JSON.parse(broken?.response_body ?? '')).toEqual(again.json)
    },
  )

  it('truncate sends half of the bytes that it promised', async () => {
    const stage = await openStage()
    const whole = await stage.call('GET', '/payments')
    await stage.call('POST', '/payments', { body: payment })
    await stage.control.faults.add({ when: 'after', action: { type: 'truncate' }, times: 1 })
    const response = await fetch(`${stage.sandbox.url}${payments}`, {
      headers: { 'x-api-key': stage.sandbox.apiKey },
    })
    const promised = response.headers.get('content-length')
    expect(response.status).toBe(200)
    expect(promised === null || Number(promised) > whole.text.length).toBe(true)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('status: commits, then says something else', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'after', action: { type: 'status', status: 504 }, times: 1 })
    const { status } = await stage.call('POST', '/payments', { body: payment })
    expect([status, await recorded(stage)]).toEqual([504, 1])
  })

  it('leave refusals alone: nothing has been committed there', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'after', action: { type: 'reset' }, times: 1 })
    const refused = await stage.call('POST', '/payments', { body: { ...payment, amount: 120 } })
    expect(refused.status).toBe(400)
    expect(await stage.control.faults.list()).toMatchObject([{ applied: 0 }])
  })

  it('do not hold up a server that stops', async () => {
    const stage = await openStage()
    await stage.control.faults.add({ when: 'after', action: { type: 'delay', ms: 600_000 } })
    const waiting = stage.call('GET', '/payments').catch(() => undefined)
    await expect.poll(async () => (await stage.control.faults.list())[0]?.applied).toBe(1)
    await stage.sandbox.close()
    await waiting
  })
})

describe('faults of deliveries', () => {
  it.each([
    [
      { type: 'status', status: 500, body: 'down' } as const,
      { response_status: 500, response_body: 'down', error: 'status' },
    ],
    [{ type: 'timeout' } as const, { response_status: null, error: 'timeout' }],
    [{ type: 'unreachable' } as const, { response_status: null, error: 'unreachable' }],
  ])('%j: the receiver hears nothing until it is over', async (action, attempt) => {
    const stage = await openStage()
    const inbox = await stage.inbox(['payment.created'])
    await stage.control.faults.add({
      when: 'delivery',
      match: { endpoint_id: inbox.endpointId },
      action,
      times: 1,
    })
    await stage.call('POST', '/payments', { body: payment })
    await stage.control.clock.advance(0)
    expect(inbox.all()).toEqual([])
    const [failed] = (await stage.control.deliveries.list()).results
    expect(failed).toMatchObject({ status: 'failed', attempt_log: [attempt] })

    expect(await stage.control.clock.advance(60)).toMatchObject({ attempts: 1 })
    const delivered = await inbox.next('payment.created')
    expect(delivered.event.id).toBe(failed?.id)
  })
})

describe('the list of faults', () => {
  it('can be read, thinned and cleared', async () => {
    const { control, admin } = await openStage()
    const first = await control.faults.add({ when: 'before', action: { type: 'reset' }, times: 3 })
    const second = await control.faults.add({ when: 'delivery', action: { type: 'timeout' } })
    expect(first).toEqual({
      id: first.id,
      when: 'before',
      action: { type: 'reset' },
      times: 3,
      remaining: 3,
      applied: 0,
    })
    expect(await control.faults.list()).toEqual([first, second])
    await control.faults.remove(first.id)
    expect(await control.faults.list()).toEqual([second])
    await control.faults.clear()
    expect(await control.faults.list()).toEqual([])
    expect((await admin('DELETE', `/faults/${first.id}`)).status).toBe(404)
  })

  it.each([
    [{ when: 'before' }, 'action'],
    [{ when: 'never', action: { type: 'reset' } }, 'when'],
    [{ when: 'before', action: { type: 'explode' } }, 'action.type'],
    [{ when: 'before', action: { type: 'status', status: 99 } }, 'action.status'],
    [{ when: 'before', action: { type: 'reset' }, match: { paht: '/x' } }, 'match.paht'],
    [{ when: 'before', action: { type: 'reset' }, match: { path: 'x' } }, 'match.path'],
    [{ when: 'before', action: { type: 'reset' }, times: 0 }, 'times'],
    [{ when: 'delivery', action: { type: 'reset' } }, 'action.type'],
    [
      { when: 'before', action: { type: 'status', status: 500, headers: { 'a b': 'c' } } },
      'action.headers.a b',
    ],
    [
      { when: 'before', action: { type: 'status', status: 500, headers: { a: 'b\r\nc: d' } } },
      'action.headers.a',
    ],
  ])('refuses %j at %s', async (body, path) => {
    const { admin } = await openStage()
    const { status, json } = await admin('POST', '/faults', { body })
    expect([status, json.code, json.details[0].path]).toEqual([400, 'validation_error', path])
  })
})
