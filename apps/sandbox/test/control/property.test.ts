import { randomUUID } from 'node:crypto'
import type { DeliveryQuery } from '@svc/control'
import { describe, expect, it } from 'vitest'
import { freshDatabase, openStage, payment } from '../kit/index.ts'

describe('properties and keys', () => {
  it('have a name and a time zone, which can be changed', async () => {
    const { control } = await openStage()
    const { id, time_zone } = await control.properties.create({ name: 'Casa' })
    expect(time_zone).toBe('UTC')
    const changed = await control.properties.update(id, { time_zone: 'Europe/Lisbon' })
    expect(changed).toMatchObject({ id, name: 'Casa', time_zone: 'Europe/Lisbon' })
    await control.properties.update(id, { name: 'Casa Solange' })
    expect((await control.properties.list()).find((one) => one.id === id)).toMatchObject({
      name: 'Casa Solange',
      time_zone: 'Europe/Lisbon',
    })
    expect(await control.properties.update(id, {})).toMatchObject({ name: 'Casa Solange' })
    await expect(control.properties.update(id, { time_zone: 'Middle/Earth' })).rejects.toMatchObject({
      status: 400,
      details: [{ path: 'time_zone' }],
    })
    await expect(control.properties.update(randomUUID(), { name: 'x' })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('are made, listed and kept apart', async () => {
    const { control, call, sandbox } = await openStage()
    const { id } = await control.properties.create({ name: 'Zum Roten Rucksack' })
    expect((await control.properties.list()).map(({ name }) => name).toSorted()).toEqual([
      'Hostel Sandbox',
      'Zum Roten Rucksack',
    ])
    const other = control.property(id)
    const made = await other.apiKeys.create({ name: 'Booking engine' })
    expect(made).toEqual({
      id: made.id,
      name: 'Booking engine',
      hint: made.key.slice(0, made.hint.length),
      key: expect.stringMatching(/^svc_/),
      created_at: '2026-11-21T12:00:00.000Z',
    })
    const { key, ...listed } = made
    expect(await other.apiKeys.list()).toEqual([listed])
    const booking = await other.bookings.create()
    const headers = { 'x-api-key': key }
    expect((await call('GET', '/bookings', { headers })).json.results).toEqual([booking])
    expect((await call('GET', '/bookings')).json.results).toEqual([])
    await other.apiKeys.delete(made.id)
    expect((await call('GET', '/bookings', { headers })).status).toBe(401)
    expect(sandbox.propertyId).not.toBe(id)
  })

  it('list their payments with the deleted ones', async () => {
    const { call, admin, control, sandbox } = await openStage()
    const { id: bid } = await control.bookings.create()
    const first = (await call('POST', '/payments', { body: payment })).json
    const second = (await call('POST', '/payments', { body: { ...payment, bid } })).json
    await call('DELETE', `/payments/${first.id}`)
    const path = `/properties/${sandbox.propertyId}/payments`
    expect((await admin('GET', `${path}?limit=1&page=2`)).json).toEqual({
      results: [{ ...first, status: false }],
      total_count: 2,
      total_pages: 2,
      current_page: 2,
      looked_until: null,
    })
    expect((await admin('GET', `${path}?bid=${bid}`)).json.results).toEqual([second])
  })
})

describe('webhook endpoints', () => {
  it('are managed as in the dashboard', async () => {
    const { call, admin, sandbox } = await openStage()
    const path = `/properties/${sandbox.propertyId}/webhooks`
    const body = { url: 'https://example.com/hooks', events: ['payment.created'] }
    const made = await admin('POST', path, { body })
    expect(made).toMatchObject({ status: 201, json: { ...body, secret: expect.stringMatching(/^whsec_/) } })
    const changed = await admin('PATCH', `${path}/${made.json.id}`, { body: { is_active: false } })
    expect(changed.json).toMatchObject({ is_active: false })
    expect((await admin('GET', path)).json).toEqual([changed.json])
    expect((await call('GET', '/webhooks')).json).toEqual([changed.json])
    expect((await admin('DELETE', `${path}/${made.json.id}`)).status).toBe(204)
    expect((await admin('GET', path)).json).toEqual([])
  })

  it('get a new secret, with which deliveries are signed at once', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'])
    const before = received.secret
    const rotated = await control.webhooks.rotateSecret(received.endpointId, { overlap_seconds: 3_600 })
    expect(rotated).toEqual({
      id: received.endpointId,
      secret: expect.stringMatching(/^whsec_/),
      previous_secret_until: '2026-11-21T13:00:00.000Z',
    })
    expect(rotated.secret).not.toBe(before)
    received.secret = rotated.secret
    await call('POST', '/payments', { body: payment })
    await received.next('payment.created')
  })
})

describe('messages and sample events', () => {
  it('a message arrives as message.received', async () => {
    const { control, inbox } = await openStage()
    const received = await inbox(['message.received'])
    const { id: bookingId } = await control.bookings.create()
    const { id: messageId, threadId } = await control.messages.send({ bookingId, content: 'Late check-in?' })
    const { event } = await received.next('message.received')
    expect(event.data).toEqual({ bookingId, messageId, threadId, content: 'Late check-in?' })
    // The next one joins its booking's thread, and no other's.
    const { id: other } = await control.bookings.create()
    const elsewhere = await control.messages.send({ bookingId: other, content: 'And breakfast?' })
    expect(elsewhere.threadId).not.toBe(threadId)
    expect(await control.messages.send({ bookingId, content: 'Thanks.' })).toMatchObject({ threadId })
  })

  it('a message for a booking that the property does not have is refused', async () => {
    const { control } = await openStage()
    const other = control.property((await control.properties.create({ name: 'Casa' })).id)
    const { id } = await control.bookings.create()
    for (const send of [
      () => control.messages.send({ bookingId: randomUUID(), content: 'Hello' }),
      () => control.messages.send({ bookingId: 'no-uuid', content: 'Hello' }),
      () => other.messages.send({ bookingId: id, content: 'Hello' }),
    ]) {
      await expect(send()).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ path: 'bookingId' }],
      })
    }
  })

  it('a sample is of what is there, takes given fields, and leaves nothing behind', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created', 'booking.cancelled'])
    const { json } = await call('POST', '/payments', { body: payment })
    await received.next('payment.created')
    const fired = await control.events.trigger('payment.created', { amount: '1.0000' })
    expect(fired.data).toEqual({
      paymentId: json.id,
      amount: '1.0000',
      paymentMethod: 'Cash',
      type: 'income',
    })
    const { event } = await received.next('payment.created')
    expect([event.id, event.data]).toEqual([fired.delivery_ids[0], fired.data])
    await control.events.trigger('booking.cancelled')
    await received.next('booking.cancelled')
    expect((await control.bookings.list()).total_count).toBe(0)
    expect((await call('GET', '/payments')).json).toHaveLength(1)
  })

  it('samples of one property never have the same made-up ids', async () => {
    const { control } = await openStage()
    const [one, two] = [
      await control.events.trigger('booking.created'),
      await control.events.trigger('booking.created'),
    ]
    expect(one.data['bookingId']).not.toBe(two.data['bookingId'])
  })

  it('refuses data that the event cannot have', async () => {
    const { admin, sandbox } = await openStage()
    const path = `/properties/${sandbox.propertyId}/events`
    const { status, json } = await admin('POST', path, {
      body: { type: 'payment.created', data: { amount: 12 } },
    })
    expect([status, json.details[0].path]).toEqual([400, 'data.amount'])
  })
})

describe('deliveries', () => {
  it('are listed with every attempt, by filter and page', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created', 'booking.created'], { respond: [500, 204] })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(60)
    await control.bookings.create()
    await control.clock.advance(0)
    const page = await control.deliveries.list({ limit: 1, page: 2 })
    expect(page).toMatchObject({ total_count: 2, total_pages: 2, current_page: 2 })
    expect(page.results[0]).toMatchObject({
      endpoint_id: received.endpointId,
      event_type: 'payment.created',
      status: 'delivered',
      attempts: 2,
      next_attempt_at: null,
      held: false,
      delivered_at: '2026-11-21T12:01:00.000Z',
      attempt_log: [
        {
          number: 1,
          kind: 'scheduled',
          outcome: 'failed',
          response_status: 500,
          started_at: '2026-11-21T12:00:00.000Z',
        },
        { number: 2, kind: 'scheduled', outcome: 'delivered', response_status: 204, error: null },
      ],
    })
    const [delivery] = page.results
    expect(JSON.parse(delivery?.body ?? '').id).toBe(delivery?.id)
    const one = await control.deliveries.get(delivery?.id ?? '')
    const attempt_log = one.attempt_log.map(({ wire: _wire, ...attempt }) => attempt)
    expect({ ...one, attempt_log }).toEqual(delivery)
    for (const { id } of (await control.deliveries.list()).results) {
      expect(await control.deliveries.get(id)).toMatchObject({ id })
    }
    expect((await control.deliveries.list({ event_type: 'booking.created' })).total_count).toBe(1)
    expect((await control.deliveries.list({ status: 'dead' })).total_count).toBe(0)
    expect((await control.deliveries.list({ endpoint_id: randomUUID() })).total_count).toBe(0)
  })

  it('are held while their endpoint is switched off, if they wait for anything', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: [200, 500] })
    for (const _ of [1, 2]) {
      await call('POST', '/payments', { body: payment })
      await control.clock.advance(0)
    }
    const held = async () =>
      (await control.deliveries.list({ sort: 'created_at' })).results
        .map((one) => `${one.status} ${one.held}`)
        .toSorted()
    expect(await held()).toEqual(['delivered false', 'failed false'])
    await control.webhooks.update(received.endpointId, { is_active: false })
    expect(await held()).toEqual(['delivered false', 'failed true'])
  })

  it.each(['sqlite', 'postgres'] as const)('are sorted by a field, on %s', async (kind) => {
    const { call, control, inbox } = await openStage(await freshDatabase(kind))
    const received = await inbox(['payment.created', 'booking.created'], { respond: [500, 204] })
    await call('POST', '/payments', { body: payment })
    await control.bookings.create()
    await control.clock.advance(60)
    await control.webhooks.update(received.endpointId, { is_active: false })
    const by = async (sort: DeliveryQuery['sort']) =>
      (await control.deliveries.list({ sort })).results.map(({ event_type }) => event_type)
    const [payments, bookings] = ['payment.created', 'booking.created']
    expect(await by(undefined)).toEqual([bookings, payments])
    expect(await by('-created_at')).toEqual([bookings, payments])
    expect(await by('created_at')).toEqual([payments, bookings])
    expect(await by('event_type')).toEqual([bookings, payments])
    expect(await by('-event_type')).toEqual([payments, bookings])
    expect(await by('-attempts')).toEqual([payments, bookings])
    expect(await by('next_attempt_at')).toEqual([bookings, payments])
    const oldest = await control.events.list({ sort: 'created_at' })
    expect(oldest.results.map(({ type }) => type)).toEqual([payments, bookings])
    await expect(control.deliveries.list({ sort: 'body' as 'status' })).rejects.toMatchObject({ status: 400 })
  })

  it('one tells what went over the wire, with the signature that the receiver got', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: { status: 503, body: 'closed' } })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(0)
    const [listed] = (await control.deliveries.list()).results
    expect(listed?.attempt_log[0]).not.toHaveProperty('wire')
    const { wire } = (await control.deliveries.get(listed?.id ?? '')).attempt_log[0]!
    expect(wire).toMatchObject({ url: received.url, reused: false, tls_ms: null })
    const [seen] = received.all()
    const sent = new Map(wire?.request_headers.map(({ name, value }) => [name.toLowerCase(), value]))
    expect(sent.get('x-svc-signature')).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(Object.fromEntries(sent)).toEqual(seen?.headers)
    expect(wire?.response_headers?.map(({ name }) => name.toLowerCase())).toContain('date')
  })

  it('a pretended answer went over no wire', async () => {
    const { call, control, inbox } = await openStage()
    await inbox(['payment.created'])
    await control.faults.add({ when: 'delivery', action: { type: 'timeout' } })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(0)
    const [listed] = (await control.deliveries.list()).results
    expect((await control.deliveries.get(listed?.id ?? '')).attempt_log).toMatchObject([{ wire: null }])
  })

  it('one is resent by hand, outside its ladder', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: [500, 200] })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(0)
    const [failed] = (await control.deliveries.list()).results
    const attempt = await control.deliveries.resend(failed?.id ?? '')
    expect(attempt).toMatchObject({ number: 2, kind: 'manual', outcome: 'delivered', response_status: 200 })
    expect(await control.deliveries.get(failed?.id ?? '')).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
    })
    expect(new Set(received.all().map(({ rawBody }) => Buffer.from(rawBody).toString())).size).toBe(1)
  })

  it('all that failed since a time are resent, and no others', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: 503 })
    for (let hour = 0; hour < 3; hour += 1) {
      await call('POST', '/payments', { body: payment })
      await control.clock.advance(3_600)
    }
    expect((await control.deliveries.list({ status: 'failed' })).total_count).toBe(2)
    received.respond = 200
    const since = '2026-11-21T13:00:00.000Z'
    expect(await control.deliveries.resendAll({ status: 'failed', since })).toEqual({
      resent: 2,
      delivered: 2,
      failed: 0,
    })
    expect(await control.deliveries.resendAll({ status: 'dead', since })).toEqual({
      resent: 0,
      delivered: 0,
      failed: 0,
    })
    expect((await control.deliveries.list({ status: 'delivered' })).total_count).toBe(2)
  })

  it('what a receiver missed is resent in the order in which it happened', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: 503 })
    const amounts = ['1.0000', '2.0000', '3.0000']
    for (const amount of amounts) await call('POST', '/payments', { body: { ...payment, amount } })
    await control.clock.advance(0)
    received.respond = 200
    received.clear()
    await control.deliveries.resendAll({ status: 'failed' })
    expect(received.all().map(({ text }) => JSON.parse(text).data.amount)).toEqual(amounts)
  })

  it('a resend of what had arrived leaves the time at which it did', async () => {
    const { call, control, inbox } = await openStage()
    await inbox(['payment.created'])
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(60)
    const [delivery] = (await control.deliveries.list()).results
    expect(delivery?.delivered_at).toBe('2026-11-21T12:00:00.000Z')
    await control.deliveries.resend(delivery?.id ?? '')
    const [again] = (await control.deliveries.list()).results
    expect(again).toMatchObject({ attempts: 2, delivered_at: '2026-11-21T12:00:00.000Z' })
  })

  it('go out by themselves when their endpoint is switched on again', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: [500, 204] })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(0)
    await call('PATCH', `/webhooks/${received.endpointId}`, { body: { is_active: false } })
    await control.clock.advance(60)
    await call('PATCH', `/webhooks/${received.endpointId}`, { body: { is_active: true } })
    // Nobody asks for them: neither a call that advances the clock nor a look after half a minute.
    await received.next('payment.created')
    expect(await received.next('payment.created')).toMatchObject({ attempt: 2, verified: true })
  })

  it('are held while their endpoint is off', async () => {
    const { call, control, inbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: [500, 204] })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(0)
    await call('PATCH', `/webhooks/${received.endpointId}`, { body: { is_active: false } })
    expect(await control.clock.advance(3_600)).toMatchObject({ attempts: 0 })
    expect((await control.deliveries.list()).results[0]).toMatchObject({ held: true, status: 'failed' })
    await call('PATCH', `/webhooks/${received.endpointId}`, { body: { is_active: true } })
    await control.clock.advance(0)
    expect((await control.deliveries.list()).results[0]).toMatchObject({ held: false, status: 'delivered' })
  })
})

describe('the clock', () => {
  it('is set forward, switched and advanced', async () => {
    const { control, admin } = await openStage()
    expect(await control.clock.get()).toMatchObject({ mode: 'manual', now: '2026-11-21T12:00:00.000Z' })
    expect(await control.clock.advance(0.25)).toMatchObject({ now: '2026-11-21T12:00:00.250Z', attempts: 0 })
    expect(await control.clock.set({ now: '2026-11-22T00:00:00Z' })).toMatchObject({
      now: '2026-11-22T00:00:00.000Z',
    })
    expect(await control.clock.set({ mode: 'real' })).toMatchObject({ mode: 'real' })
    const back = await admin('POST', '/clock', { body: { now: '2020-01-01T00:00:00Z' } })
    expect(back).toMatchObject({
      status: 400,
      json: { code: 'validation_error', details: [{ path: 'now' }] },
    })
    for (const seconds of [-1, '60', 1e12]) {
      expect((await admin('POST', '/clock/advance', { body: { seconds } })).status).toBe(400)
    }
  })
})
