import { randomUUID } from 'node:crypto'
import { type ParsedListBookingsQuery, type StayDate } from '@svc/models'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import { insertBooking } from '../storage/queries/bookings.ts'
import { insertGuest } from '../storage/queries/guests.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { toBookingRow } from '../storage/booking-row.ts'
import { listBookings } from './bookings.ts'

/** The expected result of a filter: the rules of spec 4.1 and D8, over arrays. */
interface Model {
  id: string
  status: string
  guest_id: string
  created: number
  stay_dates: StayDate[]
}

const day = fc.integer({ min: 1, max: 9 }).map((number) => `2027-05-0${number}`)
const statuses = ['new', 'confirmed', 'paid', 'cancelled']
const query = fc.record(
  {
    page: fc.integer({ min: 1, max: 4 }),
    limit: fc.integer({ min: 1, max: 12 }),
    status: fc.constantFrom(...statuses, 'no-show'),
    guest: fc.nat({ max: 4 }),
    start_date: day,
    end_date: day,
  },
  { requiredKeys: ['page', 'limit'] },
)

describe.each(['memory', 'postgres'] as const)('the filters of a bookings list on %s', (kind) => {
  let storage: Storage

  /** Adds a property with these bookings, and every guest. */
  function addAll(property_id: string, models: readonly Model[]): Promise<void> {
    return storage.write(async (tx) => {
      await tx.insertInto('properties').values({ id: property_id, name: 'Hostel', created_at: 0 }).execute()
      for (const id of guests) {
        await insertGuest(tx, { id, property_id, first_name: '', last_name: '', email: '', phone: '' })
      }
      for (const { stay_dates, ...own } of models) {
        const { id, status, guest_id } = own
        const created = new Date(own.created).toISOString()
        const guest = { id: guest_id, first_name: '', last_name: '', email: '', phone: '' }
        const rest = { total: 0, created, updated: created, paidDays: 0, description: '', guest }
        const { row, gaps } = toBookingRow(property_id, { id, status, ...rest, stay_dates })
        await insertBooking(tx, row, gaps)
      }
    })
  }

  const propertyId = randomUUID()
  const guests = Array.from({ length: 5 }, () => randomUUID())
  let bookings: Model[] = []

  beforeAll(async () => {
    storage = await openStorage(await freshDatabase(kind))
    const booking = fc.record({
      id: fc.uuid(),
      status: fc.constantFrom(...statuses),
      guest: fc.nat({ max: 4 }),
      created: fc.integer({ min: 0, max: 6 }),
      days: fc.uniqueArray(day, { maxLength: 4 }),
    })
    bookings = fc.sample(booking, { numRuns: 40, seed: 7 }).map(({ id, status, guest, created, days }) => ({
      id,
      status,
      guest_id: guests[guest] ?? '',
      created,
      stay_dates: days.toSorted().map((date) => ({ date, amount: 1, room: randomUUID(), bed: randomUUID() })),
    }))
    await addAll(propertyId, bookings)
  })
  afterAll(() => storage.close())

  it('far pages from a night on, or until one, are those that all bookings before them lead to', async () => {
    const far = randomUUID()
    const all: Model[] = Array.from({ length: 700 }, (_, index) => {
      // A tenth of them long before all others.
      const createdDay = index % 10 === 9 ? -60 : (index * 7) % 40
      // Most arrive some days later, some long before they were written down, and some have no night.
      const first = Math.max(createdDay, (index * 7) % 40) + ((index * 5) % 9) - (index % 50 === 0 ? 30 : 0)
      const night = (after: number) => ({
        date: new Date(Date.UTC(2027, 1, 1) + (first + after) * 86_400_000).toISOString().slice(0, 10),
        amount: 1,
        room: randomUUID(),
        bed: randomUUID(),
      })
      // One night, or several, or some with days in between that are not booked: a few, or more than are asked for.
      const nights = [[0], [0, 1, 2], [0, 4, 9], [0, 4, 30]][index % 4] ?? []
      return {
        id: randomUUID(),
        status: statuses[index % 4] ?? '',
        guest_id: guests[0] ?? '',
        created: Date.UTC(2027, 1, 1) + createdDay * 86_400_000 + (index % 11) * 3_600_000,
        // Only some weeks of creation have such that have no night: others may be asked for as a whole.
        stay_dates: index % 23 === 0 && createdDay > 20 ? [] : nights.map(night),
      }
    })
    await addAll(far, all)
    for (const status of [undefined, 'paid']) {
      for (const dates of [
        { end_date: '2027-02-10' },
        { end_date: '2027-03-01' },
        { end_date: '2027-04-30' },
        { start_date: '2027-01-01' },
        { start_date: '2027-02-04' },
        { start_date: '2027-03-01' },
        { start_date: '2027-02-03', end_date: '2027-03-09' },
        { start_date: '2027-02-15', end_date: '2027-02-25' },
        { start_date: '2027-02-12', end_date: '2027-03-02' },
        { start_date: '2027-02-10', end_date: '2027-04-30' },
      ]) {
        const { start_date = '', end_date = '9999-01-01' } = dates
        const expected = all
          .filter((booking) => status === undefined || booking.status === status)
          .filter(({ stay_dates }) => stay_dates.some(({ date }) => start_date <= date && date <= end_date))
          .toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
          .map(({ id }) => id)
        const listed: string[] = []
        for (let page = 1; page <= Math.ceil(expected.length / 23) + 1; page += 1) {
          const { value } = await listBookings(storage.db, far, { page, limit: 23, status, ...dates })
          expect(value.total_count).toBe(expected.length)
          listed.push(...value.results.map(({ id }) => id))
        }
        expect(listed).toEqual(expected)
      }
    }
  })

  it('any combination finds what the rules of the specification find, in order, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(query, async ({ guest, ...asked }) => {
        const filter = {
          ...asked,
          ...(guest !== undefined && { guest_id: guests[guest] }),
        } as ParsedListBookingsQuery
        const { status, guest_id, start_date, end_date, page, limit } = filter
        const expected = bookings
          .filter((booking) => status === undefined || booking.status === status)
          .filter((booking) => guest_id === undefined || booking.guest_id === guest_id)
          .filter(
            ({ stay_dates }) =>
              (start_date === undefined && end_date === undefined) ||
              stay_dates.some(({ date }) => (start_date ?? date) <= date && date <= (end_date ?? date)),
          )
          .toSorted((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1))
        const { value: found } = await listBookings(storage.db, propertyId, filter)
        expect(found.total_count).toBe(expected.length)
        expect(found.total_pages).toBe(Math.ceil(expected.length / limit))
        const window = expected.slice((page - 1) * limit, page * limit)
        expect(found.results.map(({ id, stay_dates }) => ({ id, stay_dates }))).toEqual(
          window.map(({ id, stay_dates }) => ({ id, stay_dates })),
        )
      }),
      { numRuns: kind === 'memory' ? 300 : 100 },
    )
  })
})
