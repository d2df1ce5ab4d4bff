import { randomUUID } from 'node:crypto'
import { bookingSchema, type Booking } from '@svc/models'
import type { Check, CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { expectErrorAt, expectStatus, expectThat, expectValid, objectsOf } from '../expect.ts'
import { bookingsPath, found, knownBookings, pageOf } from '../things/bookings.ts'
import { each, Skip } from '../verdict.ts'

/** UTC, however it is written. */
const isUtc = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/.test(value)

const idsOf = (list: readonly Booking[]): string => list.map(({ id }) => id).join()
const sortedIds = (list: readonly Booking[]): string =>
  list
    .map(({ id }) => id)
    .toSorted()
    .join()

/** What a query finds must be exactly the bookings for which `test` is true. */
async function expectExactly(
  context: CheckContext,
  query: string,
  test: (booking: Booking) => boolean,
  filter: string,
): Promise<void> {
  const { list, complete, limit } = await knownBookings(context)
  const { results, total_count, exchange } = await found(context, query, limit)
  const wrong = results.filter((booking) => !test(booking))
  expectThat(
    wrong.length === 0,
    `${filter} finds bookings that it should not, such as ${wrong[0]?.id}`,
    exchange,
  )
  if (!complete) return
  const expected = list.filter(test)
  expectThat(
    sortedIds(results) === sortedIds(expected),
    `${filter} finds ${results.length} bookings, not the ${expected.length} that match`,
    exchange,
  )
  expectThat(
    total_count === expected.length,
    `${filter}: total_count is ${total_count}, not ${expected.length}`,
    exchange,
  )
}

const sleeps = (booking: Booking, test: (date: string) => boolean): boolean =>
  booking.stay_dates.some(({ date }) => test(date))

const bookingsIn = ({ json }: Exchange): unknown[] => objectsOf((json as { results?: unknown })?.results)

/** Reading bookings (spec 4.1, 4.2, 2.1–2.3; D8). */
export const bookingChecks: Check[] = [
  {
    id: 'bookings-list',
    row: '4.1',
    title: 'bookings are listed: 10 by default, and the counts fit',
    async run(context) {
      const { results, total_count, total_pages, current_page, exchange } = await pageOf(context)
      const counts = [total_count, total_pages, current_page]
      expectThat(
        counts.every((count) => Number.isInteger(count) && count >= 0),
        'total_count, total_pages and current_page are integers',
        exchange,
      )
      expectThat(current_page === 1, `the default page is 1, not current_page ${current_page}`, exchange)
      expectThat(
        results.length === Math.min(10, total_count),
        `the default limit is 10: of ${total_count}, ${results.length} came`,
        exchange,
      )
      // Of nothing there may be one empty page, or none.
      const pages = Math.ceil(total_count / 10)
      expectThat(
        total_pages === pages || (total_count === 0 && total_pages <= 1),
        `total_pages is ${total_pages}, but ${total_count} make ${pages}`,
        exchange,
      )
    },
  },
  {
    id: 'query-read',
    row: '4.1',
    title: 'the query is looked at',
    after: ['bookings-list'],
    async run(context) {
      const plain = await pageOf(context)
      if (plain.total_count < 2)
        throw new Skip('the property has fewer than two bookings; more would let it run')
      const asked = [await pageOf(context, '?limit=1'), await pageOf(context, '?status=no-such-status')]
      const alike = asked.every(({ exchange }) => exchange.text === plain.exchange.text)
      expectThat(!alike, 'limit and status change nothing', ...asked.map(({ exchange }) => exchange))
    },
  },
  {
    id: 'pages',
    row: '4.1',
    title: 'page and limit: as many as asked for, and the counts fit them',
    after: ['query-read', 'bookings-list'],
    async run(context) {
      const { results, total_count, total_pages, current_page, exchange } = await pageOf(
        context,
        '?page=2&limit=3',
      )
      if (total_count < 4) throw new Skip('the property has fewer than four bookings; more would let it run')
      expectThat(current_page === 2, `current_page is ${current_page}, not the page asked for`, exchange)
      const rest = Math.min(3, total_count - 3)
      expectThat(results.length === rest, `page 2 of 3 has ${results.length} bookings, not ${rest}`, exchange)
      const pages = Math.ceil(total_count / 3)
      expectThat(
        total_pages === pages,
        `total_pages is ${total_pages}, but pages of 3 are ${pages}`,
        exchange,
      )
    },
  },
  {
    id: 'pages-stable',
    row: '4.1',
    title: 'pages do not overlap, leave nothing out and are stable',
    after: ['pages', 'bookings-list'],
    async run(context) {
      const whole = await pageOf(context, '?limit=6')
      if (whole.total_count < 4)
        throw new Skip('the property has fewer than four bookings; more would let it run')
      const [one, two] = [await pageOf(context, '?limit=3'), await pageOf(context, '?limit=3&page=2')]
      expectThat(
        idsOf(whole.results) === idsOf([...one.results, ...two.results]),
        'two pages of 3 are not one page of 6',
        whole.exchange,
        one.exchange,
        two.exchange,
      )
    },
  },
  {
    id: 'booking-fields',
    row: '2.1',
    title:
      'every booking has the fields of the specification: amounts are integers, its guest and stay dates are whole',
    async run(context) {
      const { first } = await knownBookings(context)
      await each(bookingsIn(first).slice(0, 20), async (booking) => {
        expectValid(first, bookingSchema, booking)
      })
    },
  },
  {
    id: 'booking-times',
    row: '2.1',
    title: 'created and updated are in UTC',
    after: ['booking-fields'],
    async run(context) {
      const { list, first } = await knownBookings(context)
      for (const { created, updated } of list) {
        expectThat(isUtc(created) && isUtc(updated), `${created} or ${updated} is not in UTC`, first)
      }
    },
  },
  {
    id: 'status-filter',
    row: '4.1',
    title: 'status finds all bookings of this status, and no others',
    after: ['query-read'],
    async run(context) {
      const { list } = await knownBookings(context)
      const statuses = [...new Set(list.map(({ status }) => status))].slice(0, 2)
      for (const status of statuses) {
        await expectExactly(
          context,
          `status=${encodeURIComponent(status)}`,
          (booking) => booking.status === status,
          `status=${status}`,
        )
      }
    },
  },
  {
    id: 'guest-filter',
    row: '4.1',
    title: 'guest_id finds all bookings of this guest, and no others',
    after: ['query-read'],
    async run(context) {
      const { list } = await knownBookings(context)
      const id = list[0]?.guest.id
      await expectExactly(context, `guest_id=${id}`, ({ guest }) => guest.id === id, 'guest_id')
      const nobody = await pageOf(context, `?guest_id=${randomUUID()}`)
      expectThat(
        nobody.results.length === 0 && nobody.total_count === 0,
        'guest_id finds bookings of a guest that does not exist',
        nobody.exchange,
      )
    },
  },
  {
    id: 'start-date',
    row: '4.1',
    title: 'start_date finds stays on or after it, also those that began before',
    after: ['query-read'],
    async run(context) {
      const { middle, last } = await someNights(context)
      for (const day of new Set([middle, last])) {
        const filter = `start_date=${day}`
        await expectExactly(context, filter, (booking) => sleeps(booking, (date) => date >= day), filter)
      }
    },
  },
  {
    id: 'end-date',
    row: '4.1',
    title: 'end_date finds stays on or before it, also those that go on',
    after: ['query-read'],
    async run(context) {
      const { middle, first } = await someNights(context)
      for (const day of new Set([middle, first])) {
        const filter = `end_date=${day}`
        await expectExactly(context, filter, (booking) => sleeps(booking, (date) => date <= day), filter)
      }
    },
  },
  {
    id: 'filters-together',
    row: '4.1',
    title: 'filters together find what all of them find',
    after: ['status-filter', 'guest-filter', 'start-date', 'end-date'],
    async run(context) {
      const { list } = await knownBookings(context)
      const { guest, status } = list[0] ?? { guest: { id: '' }, status: '' }
      await expectExactly(
        context,
        `guest_id=${guest.id}&status=${encodeURIComponent(status)}`,
        (booking) => booking.guest.id === guest.id && booking.status === status,
        'guest_id and status',
      )
    },
  },
  {
    id: 'dates-between',
    row: 'D8',
    title:
      'start_date and end_date together find a night within the two; before and after, with none between, is no match',
    after: ['query-read', 'start-date', 'end-date'],
    async run(context) {
      const { list } = await knownBookings(context)
      const gap = list.map(gapOf).find((found_) => found_ !== undefined)
      if (!gap) throw new Skip('no booking has a gap in its stay dates; one that has would let it run')
      await expectExactly(
        context,
        `start_date=${gap}&end_date=${gap}`,
        (booking) => sleeps(booking, (date) => date === gap),
        `start_date and end_date ${gap}`,
      )
      return 'one night within both bounds'
    },
  },
  {
    id: 'booking-detail',
    row: '4.2',
    title: 'the detail is the complete booking, the same as in the list',
    after: ['booking-fields'],
    async run(context) {
      const { list } = await knownBookings(context)
      await each(list.slice(0, 2), async (listed) => {
        const exchange = await context.probe.send({ method: 'GET', path: `${bookingsPath}/${listed.id}` })
        expectStatus(exchange, 200)
        const detail = exchange.json as Record<string, unknown>
        for (const [name, value] of Object.entries(listed)) {
          expectThat(
            canonical(detail?.[name]) === canonical(value),
            `${name} of the detail is not that of the list`,
            exchange,
          )
        }
      })
    },
  },
  {
    id: 'id-case',
    row: 'D1',
    title: 'ids may be in upper or lower case',
    after: ['query-read', 'booking-detail', 'guest-filter'],
    async run(context) {
      const { list } = await knownBookings(context)
      const { id = '', guest } = list[0] ?? { guest: { id: '' } }
      const exchange = await context.probe.send({
        method: 'GET',
        path: `${bookingsPath}/${id.toUpperCase()}`,
      })
      expectStatus(exchange, 200)
      const { results, exchange: filtered } = await pageOf(context, `?guest_id=${guest.id.toUpperCase()}`)
      expectThat(results.length > 0, 'guest_id in upper case finds nothing', filtered)
      return 'either'
    },
  },
  {
    id: 'booking-order',
    row: 'D8',
    title: 'order of bookings',
    after: ['query-read'],
    async run(context) {
      const { list, first } = await knownBookings(context)
      if (list.length < 2) throw new Skip('the property has fewer than two bookings; more would let it run')
      const sorted = list.toSorted((a, b) =>
        a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1,
      )
      expectThat(idsOf(list) === idsOf(sorted), 'not newest created first, then id', first)
      return 'newest created first, then id'
    },
  },
  {
    id: 'page-limits',
    row: 'D8',
    title: 'bounds of page and limit',
    after: ['query-read'],
    async run({ probe }) {
      const bad = ['limit=0', 'limit=101', 'limit=1.5', 'limit=', 'limit=1e2', 'page=0', 'page=-1', 'page=x']
      await each(bad, async (query) => {
        const exchange = await probe.send({ method: 'GET', path: `${bookingsPath}?${query}` })
        expectErrorAt(exchange, query.slice(0, query.indexOf('=')))
      })
      const largest = await probe.send({ method: 'GET', path: `${bookingsPath}?limit=100` })
      expectThat(largest.status === 200, `limit=100 is answered with ${largest.status}`, largest)
      const zeros = await probe.send({ method: 'GET', path: `${bookingsPath}?limit=007` })
      expectThat(zeros.status === 200, `limit=007 is answered with ${zeros.status}`, zeros)
      return 'limit 1–100, page from 1; else 400 naming the parameter'
    },
  },
  {
    id: 'filter-forms',
    row: 'D8',
    title: 'forms of dates, ids and statuses',
    after: ['query-read'],
    async run({ probe }) {
      const bad = [
        'guest_id=me',
        'status=',
        'start_date=2026-02-30',
        'start_date=01-02-2026',
        'end_date=2026-1-1',
        'end_date=2026-01-01T00:00:00Z',
      ]
      await each(bad, async (query) => {
        const exchange = await probe.send({ method: 'GET', path: `${bookingsPath}?${query}` })
        expectErrorAt(exchange, query.slice(0, query.indexOf('=')))
      })
      return '400 naming the parameter'
    },
  },
  {
    id: 'dates-swapped',
    row: 'D8',
    title: 'start_date after end_date',
    after: ['query-read'],
    async run({ probe }) {
      const path = `${bookingsPath}?start_date=2026-02-02&end_date=2026-02-01`
      expectErrorAt(await probe.send({ method: 'GET', path }), 'start_date')
      return '400 validation_error'
    },
  },
  {
    id: 'beyond-the-last-page',
    row: 'D8',
    title: 'beyond the last page, and a status that nobody has',
    after: ['bookings-list', 'pages', 'query-read'],
    async run(context) {
      const beyond = await pageOf(context, '?page=1000000')
      expectThat(
        beyond.results.length === 0 && beyond.current_page === 1_000_000,
        'beyond the last page: not an empty page',
        beyond.exchange,
      )
      const all = await pageOf(context)
      expectThat(
        beyond.total_count === all.total_count,
        'beyond the last page: other counts',
        beyond.exchange,
      )
      const nobody = await pageOf(context, '?status=no-such-status')
      const { results, total_count, total_pages, exchange } = nobody
      expectThat(
        results.length === 0 && total_count === 0,
        'a status that nobody has: not an empty page',
        exchange,
      )
      expectThat(total_pages === 0, `total_pages of nothing is ${total_pages}`, exchange)
      return '200 with empty results, 0 pages of nothing'
    },
  },
]

/**
 * Nights that tell filters apart: one in the middle of a stay (arrival is not all of a stay), and the first and the last
 * of one (on is not after or before). From the middle of all stays, so that some bookings match and others do not.
 */
async function someNights(context: CheckContext): Promise<{ middle: string; first: string; last: string }> {
  const { list } = await knownBookings(context)
  const stays = list
    .map(({ stay_dates }) => stay_dates.map(({ date }) => date).toSorted())
    .filter(({ length }) => length > 0)
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
  const long = [3, 2, 1]
    .map((nights) => stays.filter(({ length }) => length >= nights))
    .find((all) => all.length > 0)
  const stay = long?.[Math.floor(long.length / 2)]
  if (!stay) throw new Skip('no booking has stay dates; one that has would let it run')
  const [first = '', middle = first] = stay
  return { first, middle, last: stay.at(-1) ?? first }
}

/** A day without a night between two nights. */
function gapOf({ stay_dates }: Booking): string | undefined {
  const dates = stay_dates.map(({ date }) => date).toSorted()
  for (const date of dates.slice(0, -1)) {
    const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
    if (!dates.includes(next)) return next
  }
  return undefined
}

/** The order of fields does not matter. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? 'absent'
  )
}
