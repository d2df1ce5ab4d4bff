import { randomUUID } from 'node:crypto'
import { paymentListSchema, paymentMethods, paymentSchema, paymentTypes } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, noon, openApi, type Tenant } from '../kit/index.ts'

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

describe.each(kinds)('payments on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind)
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const fresh = async () => (hostel = await harness.tenant())
  const create = async (body: object = {}) =>
    (await hostel.call('POST', '/payments', { body: { ...cash, ...body } })).json
  const ids = async (query = '') =>
    (await hostel.call('GET', `/payments${query}`)).json.map(({ id }: { id: string }) => id)

  it('201 with the payment; what is not given has its default, unlinked is null', async () => {
    await fresh()
    const { status, json } = await hostel.call('POST', '/payments', { body: cash })
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      bid: null,
      gid: null,
      amount: '120.5000',
      paymentMethod: 'Cash',
      type: 'income',
      description: null,
      name: 'Client API Payment',
      date: new Date(noon).toISOString(),
      status: true,
    })
    expect(paymentSchema.safeParse(json).success).toBe(true)
  })

  it('bid, gid, name and description are taken as given', async () => {
    await fresh()
    const booking = await hostel.createBooking()
    const given = {
      bid: booking.id,
      gid: booking.guest.id,
      name: 'Kaution',
      description: 'bar 🪙 "quoted"\nline',
    }
    expect(await create(given)).toMatchObject(given)
    expect(await create({ bid: booking.id.toUpperCase() })).toMatchObject({ bid: booking.id })
    expect(await create({ gid: booking.guest.id })).toMatchObject({ bid: null, gid: booking.guest.id })
  })

  it.each(paymentMethods)('%s is a payment method', async (paymentMethod) => {
    await fresh()
    expect(await create({ paymentMethod })).toMatchObject({ paymentMethod })
  })

  it.each(paymentTypes)('%s is a type', async (type) => {
    await fresh()
    expect(await create({ type })).toMatchObject({ type })
  })

  it.each([
    ['7', '7.0000'],
    ['0', '0.0000'],
    ['007.1', '7.1000'],
    ['120.5', '120.5000'],
    ['0.0001', '0.0001'],
    ['999999999999999.9999', '999999999999999.9999'],
  ])('the amount "%s" is kept as "%s"', async (amount, kept) => {
    await fresh()
    const { id } = await create({ amount })
    const [listed] = (await hostel.call('GET', '/payments')).json
    expect(listed).toMatchObject({ id, amount: kept })
  })

  it.each([
    120,
    120.5,
    0,
    '-1',
    '+1',
    '1e3',
    '1,50',
    '.5',
    '5.',
    '1.00000',
    '1234567890123456',
    '',
    ' 1',
    '１',
    null,
    true,
    [],
    {},
  ])('the amount %j is a validation error', async (amount) => {
    await fresh()
    const { status, json } = await hostel.call('POST', '/payments', { body: { ...cash, amount } })
    expect([status, json.code, json.details[0].path]).toEqual([400, 'validation_error', 'amount'])
    if (typeof amount === 'number') expect(json.message).toMatch(/decimal string/)
    expect(await ids()).toEqual([])
  })

  it.each([
    ['amount', undefined],
    ['paymentMethod', undefined],
    ['paymentMethod', 'cash'],
    ['paymentMethod', 'Bitcoin'],
    ['type', undefined],
    ['type', 'refund'],
    ['bid', 'not-a-uuid'],
    ['bid', 7],
    ['gid', 'not-a-uuid'],
    ['name', ''],
    ['name', null],
    ['name', 'x'.repeat(256)],
    ['description', 5],
    ['description', 'x'.repeat(10_001)],
    ['description', 'NUL \u0000 inside'],
    ['name', 'half a pair \ud83d'],
    ['date', '2026-11-21T00:00:00.000Z'],
    ['status', false],
    ['id', randomUUID()],
    ['currency', 'EUR'],
  ])('%s = %j is a validation error at that path', async (path, value) => {
    await fresh()
    const { status, json } = await hostel.call('POST', '/payments', { body: { ...cash, [path]: value } })
    expect([status, json.code]).toEqual([400, 'validation_error'])
    expect(json.details.map((detail: { path: string }) => detail.path)).toEqual([path])
    expect(json.message).toContain(path)
  })

  it('bid and gid must be of this very property', async () => {
    await fresh()
    const theirs = await (await harness.tenant()).createBooking()
    for (const [bid, gid] of [
      [theirs.id, theirs.guest.id],
      [randomUUID(), randomUUID()],
    ]) {
      const { status, json } = await hostel.call('POST', '/payments', { body: { ...cash, bid, gid } })
      expect(status).toBe(400)
      expect(json.details.map((detail: { path: string }) => detail.path)).toEqual(['bid', 'gid'])
    }
    const { id } = await create()
    const { status, json } = await hostel.call('PATCH', `/payments/${id}`, { body: { bid: theirs.id } })
    expect([status, json.details[0].path]).toEqual([400, 'bid'])
  })

  it('the list is newest first, active only, and filters by bid', async () => {
    await fresh()
    const { id: bid } = await hostel.createBooking()
    const first = await create({ bid })
    const second = await create()
    await harness.advance(60)
    const third = await create({ bid })
    const deleted = await create({ bid })
    await hostel.call('DELETE', `/payments/${deleted.id}`)
    const { status, json } = await hostel.call('GET', '/payments')
    expect(status).toBe(200)
    expect(json).toEqual([third, second, first])
    expect(paymentListSchema.safeParse(json).success).toBe(true)
    expect(await ids(`?bid=${bid}`)).toEqual([third.id, first.id])
    expect(await ids(`?bid=${bid.toUpperCase()}`)).toEqual([third.id, first.id])
    expect(await ids(`?bid=${randomUUID()}`)).toEqual([])
    expect((await hostel.call('GET', '/payments?bid=x')).status).toBe(400)
    expect((await hostel.call('GET', '/payments?gid=x')).json.details[0].path).toBe('gid')
  })

  it('PATCH changes what is given and nothing else', async () => {
    await fresh()
    const booking = await hostel.createBooking()
    const before = await create({
      bid: booking.id,
      gid: booking.guest.id,
      description: 'notes',
      name: 'Name',
    })
    await harness.advance(60)
    const patch = async (body: object) => {
      const { status, json } = await hostel.call('PATCH', `/payments/${before.id}`, { body })
      expect(status).toBe(200)
      return json
    }
    let expected = before
    for (const [change, becomes] of [
      [{ amount: '99' }, { amount: '99.0000' }],
      [{ paymentMethod: 'OTA' }],
      [{ type: 'outgoing' }],
      [{ name: 'Refund' }],
      [{ description: 'new' }],
      [{ description: null }],
      [{ bid: null }],
      [{ gid: null }],
      [
        { bid: booking.id, gid: booking.guest.id, amount: '1.5' },
        { bid: booking.id, gid: booking.guest.id, amount: '1.5000' },
      ],
    ] as [object, object?][]) {
      expected = { ...expected, ...(becomes ?? change) }
      expect(await patch(change)).toEqual(expected)
    }
    expect((await hostel.call('GET', '/payments')).json).toEqual([expected])
  })

  it.each([
    [{}, ''],
    [{ amount: 5 }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ name: null }, 'name'],
    [{ status: true }, 'status'],
    [{ date: '2026-01-01T00:00:00Z' }, 'date'],
    [{ id: randomUUID() }, 'id'],
  ])('PATCH with %j is a validation error', async (body, path) => {
    await fresh()
    const { id } = await create()
    const { status, json } = await hostel.call('PATCH', `/payments/${id}`, { body })
    expect([status, json.code, json.details[0].path]).toEqual([400, 'validation_error', path])
  })

  it('DELETE is 204, hides the payment and keeps its record; twice is 204 again', async () => {
    await fresh()
    const { id } = await create()
    for (const _ of [1, 2]) {
      const { status, text } = await hostel.call('DELETE', `/payments/${id}`)
      expect([status, text]).toEqual([204, ''])
    }
    expect(await ids()).toEqual([])
    const { tables } = await harness.control.export()
    expect(tables['payments']).toContainEqual(expect.objectContaining({ id, status: 0, amount: '120.5000' }))
  })

  it('PATCH of a deleted payment is 404', async () => {
    await fresh()
    const { id } = await create()
    await hostel.call('DELETE', `/payments/${id}`)
    expect((await hostel.call('PATCH', `/payments/${id}`, { body: { amount: '1' } })).status).toBe(404)
  })

  it('an id that nobody has, is no UUID, or is another property’s is 404', async () => {
    await fresh()
    const other = await harness.tenant()
    const theirs = (await other.call('POST', '/payments', { body: cash })).json
    for (const id of [randomUUID(), 'nonsense', '%00', theirs.id]) {
      expect((await hostel.call('DELETE', `/payments/${id}`)).status).toBe(404)
      expect((await hostel.call('PATCH', `/payments/${id}`, { body: { amount: '1' } })).status).toBe(404)
    }
    expect((await other.call('GET', '/payments')).json).toEqual([theirs])
  })

  it('a GET or DELETE may carry Content-Type: application/json, or none', async () => {
    await fresh()
    const { id } = await create()
    const headers = { 'content-type': 'application/json' }
    expect((await hostel.call('GET', '/payments', { headers })).status).toBe(200)
    expect((await hostel.call('DELETE', `/payments/${id}`, { headers })).status).toBe(204)
    expect((await hostel.call('DELETE', `/payments/${id}`)).status).toBe(204)
  })
})
