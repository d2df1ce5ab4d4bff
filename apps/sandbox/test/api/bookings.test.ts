import { randomUUID } from 'node:crypto'
import { bookingPageSchema, bookingSchema } from '@svc/models'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, noon, openApi, type Tenant } from '../kit/index.ts'

const night = (date: string, amount = 2_500) => ({ date, amount, room: randomUUID(), bed: randomUUID() })

describe.each(kinds)('bookings on %s', (kind) => {
  let harness: Api
  let hostel: Tenant
  beforeAll(async () => {
    harness = await openApi(kind)
  })
  afterAll(() => harness[Symbol.asyncDispose]())
  const fresh = async () => (hostel = await harness.tenant())

  it('a booking has exactly its fields, guest and stay dates in order', async () => {
    await fresh()
    const nights = [night('2026-12-02', 2_700), night('2026-12-01')]
    const made = await hostel.createBooking({
      status: 'paid',
      paidDays: 2,
      description: 'Späte Anreise – bitte Schlüssel hinterlegen 🗝',
      guest: {
        first_name: 'Zoë',
        last_name: 'Łukasiewicz',
        email: 'zoe@example.com',
        phone: '+48 600 000 000',
      },
      stay_dates: nights,
    })
    const { status, json } = await hostel.call('GET', `/bookings/${made.id}`)
    expect(status).toBe(200)
    expect(json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'paid',
      total: 5_200,
      created: new Date(noon).toISOString(),
      updated: new Date(noon).toISOString(),
      paidDays: 2,
      description: 'Späte Anreise – bitte Schlüssel hinterlegen 🗝',
      guest: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        first_name: 'Zoë',
        last_name: 'Łukasiewicz',
        email: 'zoe@example.com',
        phone: '+48 600 000 000',
      },
      stay_dates: [nights[1], nights[0]],
    })
    expect(bookingSchema.safeParse(json).success).toBe(true)
  })

  it('a list is a page with results, total_count, total_pages and current_page', async () => {
    await fresh()
    const made = await hostel.createBooking()
    const { status, json } = await hostel.call('GET', '/bookings')
    expect(status).toBe(200)
    expect(json).toEqual({ results: [made], total_count: 1, total_pages: 1, current_page: 1 })
    expect(bookingPageSchema.safeParse(json).success).toBe(true)
  })

  it('page 1 of 10 by default, newest created first, then by id; beyond the last page is empty', async () => {
    await fresh()
    const made = []
    for (let index = 0; index < 13; index++) {
      const created = new Date(noon - Math.floor(index / 3) * 60_000).toISOString()
      made.push(await hostel.createBooking({ created }))
    }
    const ordered = made
      .toSorted((a, b) => (a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1))
      .map(({ id }) => id)
    const page = async (query: string) => (await hostel.call('GET', `/bookings${query}`)).json
    const ids = (found: { results: { id: string }[] }) => found.results.map(({ id }) => id)

    const first = await page('')
    expect(ids(first)).toEqual(ordered.slice(0, 10))
    expect(first).toMatchObject({ total_count: 13, total_pages: 2, current_page: 1 })
    expect(ids(await page('?page=2'))).toEqual(ordered.slice(10))
    expect(ids(await page('?page=3&limit=5'))).toEqual(ordered.slice(10))
    expect(ids(await page('?limit=100'))).toEqual(ordered)
    expect(await page('?page=3')).toEqual({ results: [], total_count: 13, total_pages: 2, current_page: 3 })
    const far = String(Number.MAX_SAFE_INTEGER).slice(0, 15)
    expect(await page(`?page=${far}&limit=100`)).toMatchObject({ results: [], total_count: 13 })
  })

  it('status and guest_id filter; a status that nobody uses is an empty page', async () => {
    await fresh()
    const confirmed = await hostel.createBooking({ status: 'confirmed' })
    const paid = await hostel.createBooking({ status: 'paid', guest: { id: confirmed.guest.id } })
    const other = await hostel.createBooking({ status: 'paid' })
    const ids = async (query: string) => {
      const { json } = await hostel.call('GET', `/bookings?${query}`)
      expect(json.total_count).toBe(json.results.length)
      return json.results.map(({ id }: { id: string }) => id).toSorted()
    }
    expect(await ids('status=confirmed')).toEqual([confirmed.id])
    expect(await ids('status=paid')).toEqual([paid.id, other.id].toSorted())
    expect(await ids(`guest_id=${confirmed.guest.id}`)).toEqual([confirmed.id, paid.id].toSorted())
    expect(await ids(`guest_id=${confirmed.guest.id.toUpperCase()}&status=paid`)).toEqual([paid.id])
    expect(await ids('status=checked-in')).toEqual([])
    expect(await ids(`guest_id=${randomUUID()}`)).toEqual([])
  })

  it('start_date and end_date ask for one stay date within both, inclusive', async () => {
    await fresh()
    const around = await hostel.createBooking({ stay_dates: [night('2027-01-01'), night('2027-01-31')] })
    const inside = await hostel.createBooking({ stay_dates: [night('2027-01-10'), night('2027-01-11')] })
    const ids = async (query: string) => {
      const { json } = await hostel.call('GET', `/bookings?${query}`)
      return json.results.map(({ id }: { id: string }) => id).toSorted()
    }
    const both = [around.id, inside.id].toSorted()
    expect(await ids('start_date=2027-01-11')).toEqual(both)
    expect(await ids('start_date=2027-01-12')).toEqual([around.id])
    expect(await ids('start_date=2027-02-01')).toEqual([])
    expect(await ids('end_date=2027-01-10')).toEqual(both)
    expect(await ids('end_date=2027-01-09')).toEqual([around.id])
    expect(await ids('start_date=2027-01-02&end_date=2027-01-30')).toEqual([inside.id])
    expect(await ids('start_date=2027-01-11&end_date=2027-01-11')).toEqual([inside.id])
    expect(await ids('start_date=2027-01-12&end_date=2027-01-30')).toEqual([])
  })

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=', 'page'],
    ['page=1&page=2', 'page'],
    ['page=99999999999999999999', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['status=', 'status'],
    ['guest_id=somebody', 'guest_id'],
    ['start_date=2026-02-30', 'start_date'],
    ['start_date=21.11.2026', 'start_date'],
    ['end_date=2026-13-01', 'end_date'],
    ['start_date=2026-12-02&end_date=2026-12-01', 'start_date'],
    ['per_page=5', 'per_page'],
    ['status=%00', 'status'],
    ['__proto__=1', '__proto__'],
  ])('?%s is refused with 400, naming %s', async (query, path) => {
    await fresh()
    const { status, json } = await hostel.call('GET', `/bookings?${query}`)
    expect(status).toBe(400)
    expect(json.code).toBe('validation_error')
    expect(json.details.map((detail: { path: string }) => detail.path)).toContain(path)
  })

  it('an id that nobody has, is no UUID, or is another property’s is 404; upper case is the same id', async () => {
    await fresh()
    const mine = await hostel.createBooking()
    const theirs = await (await harness.tenant()).createBooking()
    for (const id of [randomUUID(), 'nonsense', '%zz', '%00', 'x'.repeat(3_000), theirs.id]) {
      const { status, json } = await hostel.call('GET', `/bookings/${id}`)
      expect([id, status, json.code]).toEqual([id, 404, 'not_found'])
    }
    expect((await hostel.call('GET', `/bookings/${mine.id.toUpperCase()}`)).json).toEqual(mine)
    expect((await hostel.call('GET', '/bookings')).json.total_count).toBe(1)
  })

  it('a query on an operation without parameters is refused', async () => {
    await fresh()
    const { id } = await hostel.createBooking()
    const { status, json } = await hostel.call('GET', `/bookings/${id}?expand=guest`)
    expect([status, json.details]).toEqual([400, [{ path: 'expand', message: 'is not a known field here' }]])
  })
})
