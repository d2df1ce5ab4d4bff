import { randomUUID } from 'node:crypto'
import { apiPrefix, type BookingPage, bookingPageSchema, bookingSchema, type Booking } from '@svc/models'
import {
  type Check,
  type CheckContext,
  each,
  expectErrorAt,
  expectStatus,
  expectThat,
  expectValid,
  Skip,
} from '../check.ts'
import type { Exchange } from '../exchange.ts'

const bookings = `${apiPrefix}/bookings`

async function page({ probe }: CheckContext, query = ''): Promise<{ body: BookingPage; exchange: Exchange }> {
  const exchange = await probe.send({ method: 'GET', path: `${bookings}${query}` })
  expectStatus(exchange, 200)
  return { body: expectValid(exchange, bookingPageSchema), exchange }
}

async function someBooking(context: CheckContext): Promise<Booking> {
  const { body } = await page(context, '?limit=100')
  const booking = body.results.find(({ stay_dates }) => stay_dates.length > 0) ?? body.results[0]
  if (!booking) throw new Skip('the property has no booking')
  return booking
}

/** Reading bookings (spec 4.1, 4.2, 2.1–2.3; D8). */
export const bookingChecks: Check[] = [
  {
    row: '4.1',
    title: 'pages: 10 bookings by default, the counts fit, current_page is the one asked for',
    async run(context) {
      const { body, exchange } = await page(context)
      expectThat(body.current_page === 1, 'the default page is 1', exchange)
      expectThat(body.results.length === Math.min(10, body.total_count), 'the default limit is 10', exchange)
      expectThat(
        body.total_pages === Math.ceil(body.total_count / 10),
        'total_pages does not fit total_count',
        exchange,
      )
      const second = await page(context, '?page=2&limit=3')
      expectThat(second.body.current_page === 2, 'current_page is not the page asked for', second.exchange)
      expectThat(
        second.body.results.length === Math.max(0, Math.min(3, body.total_count - 3)),
        'page 2 of 3 has another number of bookings than the counts say',
        second.exchange,
      )
    },
  },
  {
    row: '4.1',
    title: 'pages do not overlap and are stable',
    async run(context) {
      const whole = await page(context, '?limit=6')
      if (whole.body.total_count < 2) throw new Skip('the property has fewer than two bookings')
      const parts = [await page(context, '?limit=3'), await page(context, '?limit=3&page=2')]
      const ids = (list: readonly { body: BookingPage }[]) =>
        list.flatMap(({ body }) => body.results.map(({ id }) => id))
      expectThat(
        JSON.stringify(ids([whole])) === JSON.stringify(ids(parts)),
        'two pages of 3 are not one page of 6',
        ...parts.map(({ exchange }) => exchange),
      )
    },
  },
  {
    row: '4.1',
    title: 'status filters by booking status',
    async run(context) {
      const { status } = await someBooking(context)
      const { body, exchange } = await page(context, `?status=${encodeURIComponent(status)}&limit=100`)
      expectThat(body.results.length > 0, `no booking of the status ${status}, which one has`, exchange)
      expectThat(
        body.results.every((booking) => booking.status === status),
        'bookings of another status',
        exchange,
      )
    },
  },
  {
    row: '4.1',
    title: 'guest_id filters by guest',
    async run(context) {
      const { guest } = await someBooking(context)
      const { body, exchange } = await page(context, `?guest_id=${guest.id}&limit=100`)
      expectThat(body.results.length > 0, 'no booking of a guest who has one', exchange)
      expectThat(
        body.results.every((booking) => booking.guest.id === guest.id),
        'bookings of another guest',
        exchange,
      )
      const nobody = await page(context, `?guest_id=${randomUUID()}`)
      expectThat(nobody.body.total_count === 0, 'bookings of a guest that does not exist', nobody.exchange)
    },
  },
  {
    row: '4.1',
    title: 'start_date and end_date: stay dates on or after, on or before',
    async run(context) {
      const { id, stay_dates } = await someBooking(context)
      const day = stay_dates[0]?.date
      if (!day) throw new Skip('the property has no booking with stay dates')
      const after = await page(context, `?start_date=${day}&limit=100`)
      const before = await page(context, `?end_date=${day}&limit=100`)
      const fits = (booking: Booking, test: (date: string) => boolean) =>
        booking.stay_dates.some(({ date }) => test(date))
      expectThat(
        after.body.results.every((booking) => fits(booking, (date) => date >= day)),
        'start_date lets earlier stays pass',
        after.exchange,
      )
      expectThat(
        before.body.results.every((booking) => fits(booking, (date) => date <= day)),
        'end_date lets later stays pass',
        before.exchange,
      )
      const both = await page(context, `?start_date=${day}&end_date=${day}&limit=100`)
      expectThat(
        both.body.results.some((booking) => booking.id === id) || both.body.total_pages > 1,
        'a day does not find the booking that sleeps then',
        both.exchange,
      )
    },
  },
  {
    row: '4.2',
    title: 'the detail is the complete booking, the same as in the list',
    async run(context) {
      const listed = await someBooking(context)
      const exchange = await context.probe.send({ method: 'GET', path: `${bookings}/${listed.id}` })
      expectStatus(exchange, 200)
      const detail = expectValid(exchange, bookingSchema)
      expectThat(JSON.stringify(detail) === JSON.stringify(listed), 'detail and list differ', exchange)
    },
  },
  {
    row: '2.1',
    title: 'amounts of bookings are integers in minor units',
    async run(context) {
      const { body, exchange } = await page(context, '?limit=100')
      if (body.results.length === 0) throw new Skip('the property has no booking')
      for (const { total, stay_dates } of body.results) {
        expectThat(
          [total, ...stay_dates.map(({ amount }) => amount)].every(Number.isInteger),
          'an amount is no integer',
          exchange,
        )
      }
    },
  },
  {
    row: 'D8',
    title: 'order of bookings',
    async run(context) {
      const { body, exchange } = await page(context, '?limit=100')
      if (body.total_count < 2) throw new Skip('the property has fewer than two bookings')
      const keys = body.results.map(({ created, id }) => ({ created, id }))
      const sorted = keys.toSorted((a, b) =>
        a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1,
      )
      expectThat(
        JSON.stringify(keys) === JSON.stringify(sorted),
        'not newest created first, then id',
        exchange,
      )
      return 'newest created first, then id'
    },
  },
  {
    row: 'D8',
    title: 'bounds of page and limit, and forms of dates and ids',
    async run({ probe }) {
      const bad = [
        'limit=0',
        'limit=101',
        'limit=1.5',
        'limit=',
        'limit=1e2',
        'page=0',
        'page=-1',
        'page=x',
        'guest_id=me',
      ]
      const dates = [
        'start_date=2026-02-30',
        'start_date=01-02-2026',
        'end_date=2026-1-1',
        'end_date=2026-01-01T00:00:00Z',
      ]
      await each([...bad, ...dates], async (query) => {
        const exchange = await probe.send({ method: 'GET', path: `${bookings}?${query}` })
        expectErrorAt(exchange, query.slice(0, query.indexOf('=')))
      })
      expectStatus(await probe.send({ method: 'GET', path: `${bookings}?limit=100` }), 200)
      return 'limit 1–100, page from 1; else 400 naming the parameter'
    },
  },
  {
    row: 'D8',
    title: 'start_date after end_date',
    async run({ probe }) {
      const exchange = await probe.send({
        method: 'GET',
        path: `${bookings}?start_date=2026-02-02&end_date=2026-02-01`,
      })
      expectErrorAt(exchange, 'start_date')
      return '400 validation_error'
    },
  },
  {
    row: 'D8',
    title: 'beyond the last page, and a status that nobody has',
    async run(context) {
      const beyond = await page(context, '?page=1000000')
      expectThat(
        beyond.body.results.length === 0 && beyond.body.current_page === 1_000_000,
        'not an empty page',
        beyond.exchange,
      )
      const nobody = await page(context, '?status=no-such-status')
      expectThat(
        nobody.body.total_count === 0 && nobody.body.results.length === 0,
        'not an empty page',
        nobody.exchange,
      )
      return '200 with empty results'
    },
  },
]
