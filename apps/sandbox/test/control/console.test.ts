import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds, openStage, payment } from '../kit/index.ts'

describe.each(kinds)('on %s', (kind) => {
  const open = async () => openStage(await freshDatabase(kind))

  describe('payments', () => {
    it('are recorded, changed and deleted as a partner would, with their events', async () => {
      const { control, call, inbox } = await open()
      const received = await inbox(['payment.created', 'payment.updated'])
      const made = await control.payments.create({ amount: '12.5', paymentMethod: 'Cash', type: 'income' })
      expect(made).toMatchObject({ amount: '12.5000', status: true })
      expect((await received.next('payment.created')).event.data).toMatchObject({ paymentId: made.id })
      expect(await control.payments.get(made.id.toUpperCase())).toEqual(made)
      const changed = await control.payments.update(made.id, { amount: '13' })
      expect(changed.amount).toBe('13.0000')
      await received.next('payment.updated')
      await control.payments.delete(made.id)
      expect(await control.payments.get(made.id)).toEqual({ ...changed, status: false })
      expect((await call('GET', '/payments')).json).toEqual([])
      await expect(control.payments.get(randomUUID())).rejects.toMatchObject({ code: 'not_found' })
    })

    it('are found by time, method, type, amount, status and text, alone and together, over pages', async () => {
      const { control } = await open()
      const record = async (name: string, fields: object = {}) => {
        const { date } = await control.payments.create({
          amount: '25',
          paymentMethod: 'Cash',
          type: 'income',
          name,
          ...fields,
        })
        await control.clock.advance(60)
        return date
      }
      await record('Towels')
      const second = await record('Überfahrt', { paymentMethod: 'POS', description: 'by BOAT 100%' })
      const third = await record('Back', { type: 'outgoing', amount: '25.5' })
      const gone = (await control.payments.list({ limit: 1 })).results[0]!
      await control.payments.delete(gone.id)
      await record('Linen', { paymentMethod: 'POS' })
      const names = async (query: Parameters<typeof control.payments.list>[0]) => {
        const { results, total_count, looked_until } = await control.payments.list(query)
        return [...results.map(({ name }) => name), total_count, looked_until]
      }
      expect(await names({})).toEqual(['Linen', 'Back', 'Überfahrt', 'Towels', 4, null])
      expect(await names({ since: second, before: third })).toEqual(['Überfahrt', 1, null])
      expect(await names({ since: third })).toEqual(['Linen', 'Back', 2, null])
      expect(await names({ paymentMethod: 'POS' })).toEqual(['Linen', 'Überfahrt', 2, null])
      expect(await names({ paymentMethod: 'POS', sort: 'date' })).toEqual(['Überfahrt', 'Linen', 2, null])
      expect(await names({ paymentMethod: 'POS', limit: 1, page: 2 })).toEqual(['Überfahrt', 2, null])
      expect(await names({ paymentMethod: 'POS', before: third })).toEqual(['Überfahrt', 1, null])
      expect(await names({ type: 'outgoing' })).toEqual(['Back', 1, null])
      expect(await names({ amount: '025.50' })).toEqual(['Back', 1, null])
      expect(await names({ amount: '2' })).toEqual([0, null])
      expect(await names({ status: 'deleted' })).toEqual(['Back', 1, null])
      expect(await names({ status: 'active', amount: '25.0' })).toEqual([
        'Linen',
        'Überfahrt',
        'Towels',
        3,
        null,
      ])
      expect(await names({ search: 'über' })).toEqual(['Überfahrt', 1, null])
      expect(await names({ search: 'boat 100%' })).toEqual(['Überfahrt', 1, null])
      expect(await names({ search: '_' })).toEqual([0, null])
      await expect(control.payments.list({ amount: '1,5' })).rejects.toMatchObject({
        code: 'validation_error',
        details: [{ path: 'amount' }],
      })
    })
  })

  describe('the first steps', () => {
    it('are seen when they are done, and stay done until the data are reset', async () => {
      const { control, call, inbox } = await open()
      const nothing = { key: null, call: null, endpoint: null, delivery: null, retry: null }
      const start = (await control.clock.get()).now
      expect(await control.firstSteps()).toEqual({ ...nothing, key: start })
      await control.clock.advance(60)
      // What is refused is no step; what is answered is one, also when the log forgets it before anybody looks.
      await call('GET', '/bookings/nobody')
      expect((await control.firstSteps()).call).toBeNull()
      await call('GET', '/bookings')
      const called = (await control.clock.get()).now
      await control.requests.clear()
      expect(await control.firstSteps()).toEqual({ ...nothing, key: start, call: called })

      const receiver = await inbox(['payment.created'])
      receiver.respond = [500, 204]
      await control.events.trigger('payment.created')
      await control.clock.advance(0)
      expect(await control.firstSteps()).toMatchObject({ endpoint: called, delivery: null, retry: null })
      await control.clock.advance(60)
      // An endpoint takes its deliveries along.
      await control.webhooks.delete(receiver.endpointId)
      expect((await control.deliveries.list()).total_count).toBe(0)
      const later = (await control.clock.get()).now
      const all = { key: start, call: called, endpoint: called, delivery: later, retry: later }
      expect(await control.firstSteps()).toEqual(all)

      const snapshot = await control.snapshot()
      await control.reset()
      const [property] = await control.properties.list()
      expect(await control.property(property!.id).firstSteps()).toEqual({ ...nothing, key: start })
      await snapshot.restore()
      expect(await control.firstSteps()).toEqual(all)
    })

    it('are of one property, and a call is remembered by its idempotency key', async () => {
      const { control, call } = await open()
      const { id } = await control.properties.create({ name: 'Another' })
      await call('POST', '/payments', { body: payment, headers: { 'idempotency-key': randomUUID() } })
      expect((await control.firstSteps()).call).not.toBeNull()
      expect((await control.property(id).firstSteps()).call).toBeNull()
    })
  })

  describe('events', () => {
    it('are listed with their deliveries, by name and by what they are about', async () => {
      const { control, inbox } = await open()
      await inbox(['payment.created', 'booking.created'])
      const booking = await control.bookings.create()
      const made = await control.payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
      const { results, total_count } = await control.events.list()
      expect([total_count, results.map(({ type }) => type)]).toEqual([
        2,
        ['payment.created', 'booking.created'],
      ])
      const [event, ...others] = (await control.events.list({ about: made.id })).results
      expect([event, others]).toEqual([results[0], []])
      expect((await control.events.list({ about: booking.id })).results).toEqual([results[1]])
      expect((await control.events.list({ type: 'booking.created' })).results).toEqual([results[1]])
      expect(results[1]?.data).toMatchObject({ bookingId: booking.id })
      expect(await control.events.get(event!.id)).toEqual(event)
      const { results: deliveries } = await control.deliveries.list({ event_id: event!.id })
      expect(deliveries.map(({ id }) => id)).toEqual(event!.delivery_ids)
    })

    it('that are not there, or belong to another property, are not found', async () => {
      const { control, inbox } = await open()
      await inbox(['booking.created'])
      await control.bookings.create()
      const { results } = await control.events.list()
      const other = control.property((await control.properties.create({ name: 'Casa' })).id)
      for (const get of [
        () => control.events.get(randomUUID()),
        () => control.events.get('no-uuid'),
        () => other.events.get(results[0]!.id),
      ]) {
        await expect(get()).rejects.toMatchObject({ status: 404, code: 'not_found' })
      }
    })

    it('go to one endpoint alone when asked to, subscribed or not', async () => {
      const { control, inbox } = await open()
      const subscribed = await inbox(['payment.created'])
      const other = await inbox(['booking.created'])
      await control.events.trigger('payment.created', {}, { endpointId: other.endpointId })
      await other.next('payment.created')
      expect(subscribed.all()).toEqual([])
      await expect(
        control.events.trigger('payment.created', {}, { endpointId: randomUUID() }),
      ).rejects.toMatchObject({ details: [{ path: 'endpoint_id' }] })
    })
  })

  describe('what is due', () => {
    it('is listed, the next first, without what is held', async () => {
      const { control, inbox, sandbox } = await open()
      const received = await inbox(['payment.created'])
      received.respond = 500
      await control.payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
      await control.clock.advance(0)
      const [delivery] = (await control.deliveries.list()).results
      expect(await control.clock.due()).toEqual([
        {
          delivery_id: delivery!.id,
          property_id: sandbox.propertyId,
          endpoint_id: received.endpointId,
          endpoint_url: received.url,
          event_type: 'payment.created',
          attempt: 2,
          at: '2026-11-21T12:01:00.000Z',
        },
      ])
      await control.webhooks.update(received.endpointId, { is_active: false })
      expect(await control.clock.due()).toEqual([])
    })
  })

  describe('a resend of many', () => {
    it('keeps to the endpoint and the event that are asked for', async () => {
      const { control, inbox } = await open()
      const one = await inbox(['payment.created', 'booking.created'])
      const other = await inbox(['payment.created'])
      one.respond = 500
      other.respond = 500
      await control.payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
      await control.bookings.create()
      await control.clock.advance(3 * 3600)
      const which = { status: 'dead', endpoint_id: one.endpointId } as const
      expect((await control.deliveries.list(which)).total_count).toBe(2)
      expect(await control.deliveries.resendAll({ ...which, event_type: 'booking.created' })).toMatchObject({
        resent: 1,
      })
      expect((await control.deliveries.resendAll(which)).resent).toBe(2)
      expect(other.all()).toHaveLength(5)
      const since = '2026-11-21T12:00:00.001Z'
      expect((await control.deliveries.list({ since })).total_count).toBe(0)
    })
  })

  describe('search', () => {
    it('says what an id, a key or a name belongs to', async () => {
      const { control, call, inbox } = await open()
      const { endpointId, url } = await inbox(['payment.created'])
      const booking = await control.bookings.create({
        guest: { first_name: 'Ada', last_name: '100%_Lovelace', email: 'ada@example.com' },
      })
      const key = randomUUID()
      const made = await call('POST', '/payments', { body: payment, headers: { 'idempotency-key': key } })
      const [event] = (await control.events.list()).results
      const [apiKey] = await control.apiKeys.list()
      const found = async (text: string) => (await control.search(text)).map((hit) => [hit.kind, hit.id])
      expect(await found(booking.id)).toEqual([['booking', booking.id]])
      expect(await found(booking.guest.id)).toEqual([['guest', booking.guest.id]])
      expect(await found(` ${made.json.id} `)).toEqual([['payment', made.json.id]])
      expect(await found(event!.id)).toEqual([['event', event!.id]])
      expect(await found(event!.delivery_ids[0]!)).toEqual([['delivery', event!.delivery_ids[0]]])
      expect(await found(endpointId)).toEqual([['endpoint', endpointId]])
      expect(await found(apiKey!.id)).toEqual([['api_key', apiKey!.id]])
      expect(await found(key)).toEqual([['idempotency_key', key]])
      const requestId = String(made.headers['x-request-id'])
      expect(await found(requestId)).toEqual([['request', requestId]])
      expect(await control.search('100%_LOVE')).toMatchObject([
        { kind: 'booking', title: 'Ada 100%_Lovelace' },
      ])
      expect(await found('ada@example')).toEqual([['booking', booking.id]])
      expect(await found('%')).toEqual([['booking', booking.id]])
      expect(await found(new URL(url).host)).toEqual([['endpoint', endpointId]])
      expect(await found('nobody')).toEqual([])
    })

    it('of requests looks into bodies, and finds no secret that way', async () => {
      const { control, call, sandbox } = await open()
      const made = await call('POST', '/payments', { body: payment })
      await call('GET', '/bookings')
      const found = await control.requests.list({ search: made.json.id })
      expect(found.map(({ id }) => id)).toEqual([made.headers['x-request-id']])
      const [{ id } = { id: '' }] = await control.apiKeys.list()
      expect(await control.requests.list({ api_key_id: id, status: '2xx' })).toHaveLength(2)
      expect(await control.requests.list({ search: sandbox.apiKey })).toEqual([])
    })
  })

  describe('insights', () => {
    it('count requests and attempts over time, and say what fails since when', async () => {
      const { control, call, inbox } = await open()
      const received = await inbox(['payment.created'])
      received.respond = [500, 204, 503, 503]
      await call('POST', '/payments', { body: payment })
      await control.clock.advance(60)
      await call('GET', '/bookings/nobody')
      await call('POST', '/payments', { body: payment })
      await control.clock.advance(60)
      const { spans, endpoints, since } = await control.insights({ minutes: 4, spans: 4 })
      expect(since).toBe('2026-11-21T11:58:00.000Z')
      expect(spans.map(({ from }) => from.slice(14, 16))).toEqual(['58', '59', '00', '01'])
      expect(
        spans.map((span) => [span.requests_ok, span.requests_refused, span.delivered, span.failed]),
      ).toEqual([
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [2, 0, 0, 1],
        [1, 1, 1, 2],
      ])
      expect(endpoints).toEqual([
        {
          endpoint_id: received.endpointId,
          delivered: 1,
          failed: 3,
          median_ms: expect.any(Number),
          slowest_ms: expect.any(Number),
          failing_since: '2026-11-21T12:01:00.000Z',
          causes: [
            { cause: '503', count: 2, last_delivery_id: expect.any(String) },
            { cause: '500', count: 1, last_delivery_id: expect.any(String) },
          ],
        },
      ])
      // The first attempt of a delivery may have been before, and its second since.
      const latest = await control.insights({ minutes: 1, spans: 1 })
      expect(latest.endpoints).toMatchObject([{ delivered: 1, failed: 2, causes: [{ cause: '503' }] }])
    })
  })

  describe('the stream of changes', () => {
    it('says what to read again, and nothing while nothing happens', async () => {
      const { control, call, inbox } = await open()
      await inbox(['payment.created'])
      const abort = new AbortController()
      const changes = control.changes({ signal: abort.signal })
      expect((await changes.next()).value).toEqual({ topics: [] })
      const heard = new Set<string>()
      const hear = async (...wanted: string[]) => {
        while (!wanted.every((topic) => heard.has(topic))) {
          const { value } = await changes.next()
          for (const topic of value!.topics) heard.add(topic)
        }
        heard.clear()
      }
      await call('POST', '/payments', { body: payment })
      await hear('requests', 'bookings', 'deliveries')
      await control.faults.clear()
      await hear('faults')
      await control.clock.advance(60)
      await hear('clock')
      abort.abort()
      expect((await changes.next()).done).toBe(true)
    })
  })
})
