import { randomUUID } from 'node:crypto'
import { eventTypes, parseEvent } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, openApi, type Tenant } from '../kit/index.ts'

const cash = { amount: '120.5', paymentMethod: 'Cash', type: 'income' }
const night = (date: string, amount = 2_500) => ({ date, amount, room: randomUUID(), bed: randomUUID() })

describe.each(kinds)('events on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind)
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  /** A fresh property with one endpoint that hears everything. */
  const fresh = async () => {
    hostel = await harness.tenant()
    await hostel.call('POST', '/webhooks', { body: { url: 'https://example.com/', events: eventTypes } })
  }
  const heard = async () => (await hostel.envelopes()).map(({ type, data }) => ({ type, data }))
  const last = async () => (await heard()).at(-1)

  it('the envelope has id, type, property_id, created_at and data', async () => {
    await fresh()
    await hostel.call('POST', '/payments', { body: cash })
    const [envelope] = await hostel.envelopes()
    expect(envelope).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'payment.created',
      property_id: hostel.id,
      created_at: await harness.now(),
      data: expect.any(Object),
    })
    expect(parseEvent(envelope)).toEqual(envelope)
  })

  it('each endpoint gets a delivery of its own, with an id of its own', async () => {
    await fresh()
    await hostel.call('POST', '/webhooks', { body: { url: 'https://example.org/', events: eventTypes } })
    await hostel.call('POST', '/payments', { body: cash })
    const [one, two] = await hostel.envelopes()
    expect(one?.id).not.toBe(two?.id)
    expect({ ...one, id: '' }).toEqual({ ...two, id: '' })
  })

  it('payment.created has paymentId, amount, paymentMethod and type', async () => {
    await fresh()
    const { id } = (await hostel.call('POST', '/payments', { body: cash })).json
    expect(await heard()).toEqual([
      {
        type: 'payment.created',
        data: { paymentId: id, amount: '120.5000', paymentMethod: 'Cash', type: 'income' },
      },
    ])
  })

  it('payment.updated has paymentId and amount, and fires for amount, method and description', async () => {
    await fresh()
    const { id } = (await hostel.call('POST', '/payments', { body: cash })).json
    const patch = (body: object) => hostel.call('PATCH', `/payments/${id}`, { body })
    const updated = (amount: string) => ({ type: 'payment.updated', data: { paymentId: id, amount } })
    await patch({ amount: '121' })
    expect(await last()).toEqual(updated('121.0000'))
    await patch({ paymentMethod: 'POS' })
    await patch({ description: 'notes' })
    await patch({ description: null, name: 'x' })
    expect(await heard()).toHaveLength(5)
    expect(await last()).toEqual(updated('121.0000'))
  })

  it('no real change, name, type, links and deletion fire nothing', async () => {
    await fresh()
    const booking = await hostel.createBooking()
    const { id } = (await hostel.call('POST', '/payments', { body: cash })).json
    const before = (await heard()).length
    for (const body of [
      { amount: '120.50' },
      { amount: '0120.5000' },
      { paymentMethod: 'Cash', description: null },
      { name: 'New name' },
      { type: 'outgoing' },
      { bid: booking.id, gid: booking.guest.id },
      { bid: null },
    ]) {
      expect((await hostel.call('PATCH', `/payments/${id}`, { body })).status).toBe(200)
    }
    await hostel.call('DELETE', `/payments/${id}`)
    expect(await heard()).toHaveLength(before)
  })

  it('booking.created has bookingId, status, room of the first night, total and dates in order', async () => {
    await fresh()
    const [first, second] = [night('2027-03-01', 2_000), night('2027-03-02', 2_600)]
    const { id } = await hostel.createBooking({ status: 'new', stay_dates: [second, first] })
    const dates = [first, second].map(({ date, amount }) => ({ date, amount }))
    expect(await heard()).toEqual([
      {
        type: 'booking.created',
        data: { bookingId: id, status: 'new', room: first.room, total: 4_600, dates },
      },
    ])
  })

  it('booking.updated is short after a status-only change, full after any other, absent after none', async () => {
    await fresh()
    const made = await hostel.createBooking({ stay_dates: [night('2027-03-01')] })
    await hostel.updateBooking(made.id, { status: 'paid' })
    expect(await last()).toEqual({ type: 'booking.updated', data: { bookingId: made.id, status: 'paid' } })

    await hostel.updateBooking(made.id, { status: 'paid', description: made.description, total: made.total })
    expect(await heard()).toHaveLength(2)

    await hostel.updateBooking(made.id, { description: 'late arrival' })
    const [only] = made.stay_dates
    const full = {
      bookingId: made.id,
      status: 'paid',
      room: only?.room,
      total: made.total,
      dates: [{ date: only?.date, amount: only?.amount }],
    }
    expect(await last()).toEqual({ type: 'booking.updated', data: full })

    const moved = night('2027-04-01', 9_900)
    await hostel.updateBooking(made.id, { status: 'confirmed', stay_dates: [moved] })
    expect(await last()).toEqual({
      type: 'booking.updated',
      data: {
        bookingId: made.id,
        status: 'confirmed',
        room: moved.room,
        total: 9_900,
        dates: [{ date: moved.date, amount: 9_900 }],
      },
    })
    expect((await hostel.call('GET', `/bookings/${made.id}`)).json.stay_dates).toEqual([moved])
  })

  it('booking.cancelled has bookingId; the booking is cancelled; cancelling again fires nothing', async () => {
    await fresh()
    const { id } = await hostel.createBooking()
    await hostel.cancelBooking(id)
    await hostel.cancelBooking(id)
    expect((await heard()).slice(1)).toEqual([{ type: 'booking.cancelled', data: { bookingId: id } }])
    expect((await hostel.call('GET', `/bookings/${id}`)).json.status).toBe('cancelled')
  })

  it('message.received has bookingId, messageId, threadId and content; a thread goes on', async () => {
    await fresh()
    const { id } = await hostel.createBooking()
    const first = await hostel.createMessage({ bookingId: id, content: 'Kommen wir später? 🙂' })
    const second = await hostel.createMessage({ bookingId: id, content: 'Hello?' })
    expect(second.threadId).toBe(first.threadId)
    expect((await heard()).slice(1)).toEqual(
      [first, second].map((message) => ({
        type: 'message.received',
        data: { bookingId: id, messageId: message.id, threadId: first.threadId, content: message.content },
      })),
    )
  })

  it('every event is valid by its schema', async () => {
    await fresh()
    const { id } = await hostel.createBooking()
    await hostel.updateBooking(id, { status: 'paid' })
    await hostel.updateBooking(id, { total: 1 })
    await hostel.createMessage({ bookingId: id, content: 'Hi' })
    await hostel.cancelBooking(id)
    const payment = (await hostel.call('POST', '/payments', { body: cash })).json
    await hostel.call('PATCH', `/payments/${payment.id}`, { body: { amount: '1' } })
    const envelopes = await hostel.envelopes()
    expect(new Set(envelopes.map(({ type }) => type))).toEqual(new Set(eventTypes))
    for (const envelope of envelopes) expect(parseEvent(envelope)).toEqual(envelope)
  })

  it('the events of one property reach no other', async () => {
    await fresh()
    const other = await harness.tenant()
    await other.call('POST', '/webhooks', { body: { url: 'https://example.com/', events: eventTypes } })
    await hostel.call('POST', '/payments', { body: cash })
    expect(await other.envelopes()).toEqual([])
  })
})
