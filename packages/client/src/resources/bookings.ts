import type { Booking, ListBookingsQuery } from '@svc/models'
import { type ApiPromise, eager } from '../api-promise.ts'
import type { Caller } from '../core/call/caller.ts'
import type { CallOptions } from '../options.ts'
import { BookingList } from '../pagination.ts'

/** Bookings, which this API only reads. */
export class Bookings {
  readonly #call: Caller

  /** @internal */
  constructor(call: Caller) {
    this.#call = call
  }

  /**
   * Bookings, newest first. Await it for one page, iterate it for every booking of every page. Time limits
   * hold for each page.
   */
  list(query: ListBookingsQuery = {}, options?: CallOptions): BookingList {
    return new BookingList((page) => this.#call('listBookings', { query: page, options }), query)
  }

  /** One booking. Rejects with {@link NotFoundError} when the property has none of that id. */
  get(id: string, options?: CallOptions): ApiPromise<Booking> {
    return eager(this.#call('getBooking', { id, options }))
  }
}
