import type { Booking, BookingPage, ListBookingsQuery } from '@svc/models'
import { limits } from '@svc/models/vocabulary'
import { ApiPromise, once } from './api-promise.ts'
import type { WithResponse } from './core/call/answer-info.ts'
import { ApiError } from './errors/api-error.ts'

/** Bookings on a page, where a caller leaves that open: a service may allow fewer than ours. */
const ownSizes = [limits.maxPageSize, 50, undefined]

/** Whether a service refuses the size of a page, in whatever words. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 422) && /limit/i.test(error.message)

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
   * as the service allows, because each costs a request of the rate limit: 100, and where that is refused 50, or what
   * the service gives by itself.
   *
   * The listing may move while it is read: a booking that new ones pushed onto the next page comes only once. A page
   * that is empty, that holds nothing new, or that is not the one asked for ends the iteration.
   */
  async *pages(): AsyncGenerator<BookingPage, void, undefined> {
    const query = this.#query
    const sizes = query?.page === undefined && query?.limit === undefined ? ownSizes : [query.limit]
    let size = 0
    let before = new Set<string>()
    for (let page = query?.page ?? 1; ; page++) {
      const limit = sizes[size]
      const answer = await this.#fetch({ ...query, page, ...(limit !== undefined && { limit }) }).catch(
        (error: unknown) => {
          if (size + 1 < sizes.length && page === 1 && isTooLarge(error)) return undefined
          throw error
        },
      )
      if (!answer) {
        size += 1
        page = 0
        continue
      }
      const { data } = answer
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
