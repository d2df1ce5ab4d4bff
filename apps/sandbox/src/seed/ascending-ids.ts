import type { HostelStay } from '@svc/testing'

/**
 * Gives bookings, guests, payments and messages ids that ascend in the order in which they are made: random ones land
 * all over the indexes, and a million of them would have the database rewrite every page of them again and again (on a
 * file, 100,000 bookings took 63 s with random ids). They are still UUIDs of version 4 and unique: only the first eight
 * of their digits count upwards, the others stay as random as they were.
 */
export function ascendingIds(): { renumber(stay: HostelStay): HostelStay; forgetGuests(): void } {
  let count = 0
  const guests = new Map<string, string>()
  const next = (id: string): string => {
    count += 1
    return (count % 0x1_0000_0000).toString(16).padStart(8, '0') + id.slice(8)
  }

  return {
    renumber({ booking, payments, messages }) {
      const id = next(booking.id)
      let guestId = guests.get(booking.guest.id)
      if (guestId === undefined) guests.set(booking.guest.id, (guestId = next(booking.guest.id)))
      return {
        booking: { ...booking, id, guest: { ...booking.guest, id: guestId } },
        payments: payments.map((payment) => ({ ...payment, id: next(payment.id), bid: id })),
        messages: messages.map((message) => ({ ...message, id: next(message.id), bookingId: id })),
      }
    },
    /** Guests return to the same house only, so a new house starts with new guests. */
    forgetGuests: () => guests.clear(),
  }
}
