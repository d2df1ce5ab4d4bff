import type { Booking, BookingPage, ListBookingsQuery } from '@svc/models'
import { limits } from '@svc/models/vocabulary'
import { ApiPromise, once } from './api-promise.ts'
import type { WithResponse } from './core/call/answer-info.ts'

/**
 * A list of bookings, lazily: nothing is sent before it is awaited (one page) or iterated (every booking of every
 * page).
 */
export class BookingList extends ApiPromise<BookingPage> implements AsyncIterable<Booking> {
  readonly #fetch: (query: ListBookingsQuery) => Promise<WithResponse<BookingPage>>
  readonly #query: ListBookingsQuery

  /** @internal */
  constructor(
    fetch: (query: ListBookingsQuery) => Promise<WithResponse<BookingPage>>,
    query: ListBookingsQuery,
  ) {
    super(once(() => fetch(query)))
    this.#fetch = fetch
    this.#query = query
  }

  /**
   * Page after page, from the `page` that was asked for, or the first. Without `page` and `limit`, pages are as large
   * as the service allows, because each costs a request of the rate limit.
   *
   * The listing may move while it is read: a booking that new ones pushed onto the next page comes only once. A page
   * that is empty, that holds nothing new, or that is not the one asked for ends the iteration.
   */
  async *pages(): AsyncGenerator<BookingPage, void, undefined> {
    const query = this.#query
    const limit = query?.page === undefined ? (query?.limit ?? limits.maxPageSize) : query.limit
    let before = new Set<string>()
    for (let page = query?.page ?? 1; ; page++) {
      const { data } = await this.#fetch({ ...query, page, ...(limit !== undefined && { limit }) })
      const results = data.results.filter((booking) => !before.has(booking.id))
      if (results.length === 0 || data.current_page !== page) return
      yield { ...data, results }
      if (page >= data.total_pages) return
      before = new Set(data.results.map((booking) => booking.id))
    }
  }

  /** Every booking of every page. Leaving the loop fetches nothing more. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Booking, void, undefined> {
    for await (const page of this.pages()) yield* page.results
  }
}

/** A list that the service gives whole: await it for the array, or iterate it. Nothing is sent before. */
export class WholeList<T> extends ApiPromise<T[]> implements AsyncIterable<T> {
  /** @internal */
  constructor(fetch: () => Promise<WithResponse<T[]>>) {
    super(once(fetch))
  }

  /** Every item. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    yield* await this
  }
}
