import type { Guest } from '@svc/models'
import type { HostelStay } from '@svc/testing'

/**
 * Gives bookings, guests, payments and messages ids that ascend in the order in which they are made: random ones land
 * all over the indexes, and a million of them would have the database rewrite every page of them again and again (on a
 * file, 100,000 bookings took 63 s with random ids). They are still UUIDs of version 4 and unique: only the first eight
 * of their digits count upwards, the others stay as random as they were.
 */
export function ascendingIds(): { renumber(stay: HostelStay): HostelStay } {
  let count = 0
  let first = ''
  // Weakly: guests come back for a while, and of a million nobody knows when the last one has.
  const renumbered = new WeakSet<Guest>()
  const next = (id: string): string => {
    count += 1
    // The first half stays the same for 65,536 of them.
    if ((count & 0xffff) === 0 || count === 1) first = digits(count >>> 16)
    return first + digits(count & 0xffff) + id.slice(8)
  }
  return {
    /** Changes the stay itself, for which nobody else has any use: copies were a twentieth of the time of a million. */
    renumber(stay) {
      const { booking, payments, messages } = stay
      const { guest } = booking
      booking.id = next(booking.id)
      // The object is the same each time that the guest comes.
      if (!renumbered.has(guest)) {
        renumbered.add(guest)
        guest.id = next(guest.id)
      }
      for (const payment of payments) {
        payment.id = next(payment.id)
        payment.bid = booking.id
      }
      for (const message of messages) {
        message.id = next(message.id)
        message.bookingId = booking.id
      }
      return stay
    },
  }
}

const digits = (value: number): string => value.toString(16).padStart(4, '0')
