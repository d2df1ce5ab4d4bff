import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import { toBookingRow } from '../storage/booking-row.ts'
import { openStorage } from '../storage/open.ts'
import { insertBooking } from '../storage/queries/bookings.ts'
import { insertGuest } from '../storage/queries/guests.ts'
import type { Storage } from '../storage/storage.ts'
import { listSortedBookings } from './bookings.ts'

interface Model {
  id: string
  status: string
  guest_id: string
  created: number
  nights: string[]
}

const dayMs = 86_400_000
const start = Date.UTC(2027, 1, 1)
const statuses = ['new', 'confirmed', 'paid', 'cancelled']
const guests = Array.from({ length: 6 }, () => randomUUID())
const models: Model[] = Array.from({ length: 400 }, (_, index) => {
  const createdDay = (index * 7) % 40
  const first = createdDay + ((index * 5) % 9) - (index % 50 === 0 ? 30 : 0)
  const nights = index % 3 === 0 ? [0] : index % 3 === 1 ? [0, 1, 2] : [0, 4, 9]
  return {
    id: randomUUID(),
    status: statuses[index % 4] ?? '',
    guest_id: guests[index % 6] ?? '',
    created: start + createdDay * dayMs + (index % 11) * 3_600_000,
    nights:
      index % 23 === 0
        ? []
        : nights.map((after) => new Date(start + (first + after) * dayMs).toISOString().slice(0, 10)),
  }
})

type Order = (a: Model, b: Model) => number

const text = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)
const newest: Order = (a, b) => b.created - a.created || text(a.id, b.id)
const byStatus: Order = (a, b) => text(a.status, b.status)
const byArrival: Order = (a, b) => text(a.nights[0] ?? '', b.nights[0] ?? '')

/** What the list by a field is to be: equals of an arrival may come in any order. */
const orders: Record<string, Order> = {
  '-created': newest,
  created: (a, b) => newest(b, a),
  status: (a, b) => byStatus(a, b) || newest(a, b),
  '-status': (a, b) => byStatus(b, a) || newest(a, b),
  arrival: (a, b) => Number(a.nights.length === 0) - Number(b.nights.length === 0) || byArrival(a, b),
  '-arrival': (a, b) => Number(a.nights.length === 0) - Number(b.nights.length === 0) || byArrival(b, a),
}

describe.each(['memory', 'sqlite', 'postgres'] as const)('the order of a bookings list on %s', (kind) => {
  let storage: Storage
  const propertyId = randomUUID()

  beforeAll(async () => {
    storage = await openStorage(await freshDatabase(kind))
    await storage.write(async (tx) => {
      const property = { id: propertyId, name: 'Hostel', created_at: 0 }
      await tx.insertInto('properties').values(property).execute()
      const guest = { first_name: '', last_name: '', email: '', phone: '' }
      for (const id of guests) await insertGuest(tx, { id, property_id: propertyId, ...guest })
      for (const { nights, guest_id, ...own } of models) {
        const created = new Date(own.created).toISOString()
        const { row, gaps } = toBookingRow(propertyId, {
          ...own,
          created,
          updated: created,
          total: 0,
          paidDays: 0,
          description: '',
          guest: { id: guest_id, ...guest },
          stay_dates: nights.map((date) => ({ date, amount: 1, room: randomUUID(), bed: randomUUID() })),
        })
        await insertBooking(tx, row, gaps)
      }
    })
  })
  afterAll(() => storage.close())

  it.each(Object.keys(orders))('%s, page by page, with every filter', async (name) => {
    const sort = name as 'arrival'
    const order = orders[name] ?? newest
    for (const filter of [
      {},
      { status: 'paid' },
      { guest_id: guests[1] },
      { guest_id: guests[2], start_date: '2027-02-20' },
      { start_date: '2027-02-15' },
      { end_date: '2027-02-20' },
      { start_date: '2027-02-15', end_date: '2027-02-25' },
      { start_date: '2027-02-15', end_date: '2027-02-25', status: 'confirmed' },
      { start_date: '2027-02-25', end_date: '2027-02-15' },
      { status: 'no-show' },
    ]) {
      const { status, guest_id, start_date = '', end_date = '9999-12-31' } = filter as Record<string, string>
      const dated = 'start_date' in filter || 'end_date' in filter
      const expected = models
        .filter((one) => status === undefined || one.status === status)
        .filter((one) => guest_id === undefined || one.guest_id === guest_id)
        .filter(({ nights }) => !dated || nights.some((night) => start_date <= night && night <= end_date))
        .toSorted(order)
      const listed: Model[] = []
      for (let page = 1; page <= Math.ceil(expected.length / 37) + 1; page += 1) {
        const { value } = await listSortedBookings(storage.db, propertyId, {
          page,
          limit: 37,
          sort,
          ...filter,
        })
        expect(value.total_count).toBe(expected.length)
        listed.push(...value.results.map(({ id }) => models.find((one) => one.id === id)!))
      }
      if (name.endsWith('arrival')) {
        expect(listed.map(({ nights }) => nights[0])).toEqual(expected.map(({ nights }) => nights[0]))
        expect(listed.map(({ id }) => id).toSorted(text)).toEqual(expected.map(({ id }) => id).toSorted(text))
      } else {
        expect(listed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }
    }
  })
})
