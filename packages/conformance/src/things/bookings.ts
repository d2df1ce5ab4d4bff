import { apiPrefix, type Booking } from '@svc/models'
import type { CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { fieldsOf } from '../expect.ts'
import { Follows, Skip } from '../verdict.ts'

export const bookingsPath = `${apiPrefix}/bookings`

/** A page as the server answered it: only that it is a page has been looked at. */
export interface SomePage {
  results: Booking[]
  total_count: number
  total_pages: number
  current_page: number
  exchange: Exchange
}

/** @throws Follows when the server lists no bookings */
export async function pageOf({ probe }: CheckContext, query = ''): Promise<SomePage> {
  const exchange = await probe.send({ method: 'GET', path: `${bookingsPath}${query}` })
  const body = fieldsOf(exchange.json)
  const { results } = body
  const isPage = exchange.status === 200 && Array.isArray(results) && results.every(isBooking)
  if (!isPage) throw new Follows('bookings-list', 'bookings are not listed', exchange)
  return { ...body, results, exchange } as unknown as SomePage
}

/** Enough of a booking to work with; the rest is judged by the check of its fields. */
function isBooking(value: unknown): value is Booking {
  const { id, stay_dates, guest } = fieldsOf(value)
  return typeof id === 'string' && Array.isArray(stay_dates) && typeof fieldsOf(guest)['id'] === 'string'
}

/** What the kit knows of a property's bookings. */
export interface Known {
  list: readonly Booking[]
  /** Whether these are all of them. */
  complete: boolean
  /** The largest `limit` that the server takes, of those tried. */
  limit: number
  first: Exchange
}

/** More of them are not read. */
const maxPages = 10

/** The bookings of the property, read once a run; of a large one, the first. @throws Follows, Skip when there is none */
export function knownBookings(context: CheckContext): Promise<Known> {
  return context.once('bookings', async () => {
    const limit = await largestLimit(context)
    const first = await pageOf(context, `?limit=${limit}`)
    const list = [...first.results]
    for (let page = 2; page <= Math.min(first.total_pages, maxPages); page++) {
      list.push(...(await pageOf(context, `?limit=${limit}&page=${page}`)).results)
    }
    if (list.length === 0) throw new Skip('the property has no booking; bookings would let it run')
    return { list, complete: list.length === first.total_count, limit, first: first.exchange }
  })
}

/** A server decides for itself how large a page may be. */
async function largestLimit({ probe }: CheckContext): Promise<number> {
  for (const limit of [100, 50, 25]) {
    const { status } = await probe.send({ method: 'GET', path: `${bookingsPath}?limit=${limit}` })
    if (status === 200) return limit
  }
  return 10
}

/** Every booking that a query finds. */
export async function found(context: CheckContext, query: string, limit: number): Promise<SomePage> {
  const first = await pageOf(context, `?${query}&limit=${limit}`)
  for (let page = 2; page <= Math.min(first.total_pages, maxPages); page++) {
    first.results.push(...(await pageOf(context, `?${query}&limit=${limit}&page=${page}`)).results)
  }
  return first
}
