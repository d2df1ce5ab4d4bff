import { type Message } from '@svc/control'
import { type Hostel, hostel } from '@svc/testing'
import { paymentRows, type SeedRows, stayRows } from './insert-stays.ts'

/** The hostel of `--seed hostel`. */
export interface HostelSeed {
  /** @default 1 */
  seed?: number | string
  /** @default 60 */
  bookings?: number
  /** Milliseconds since 1970: the day that counts as today. */
  now: number
}

const dayMs = 86_400_000

/**
 * The realistic hostel of this seed. Its "today" is the day of `now`, from its first moment: the same all day long,
 * and none of it lies in the future.
 */
export function believableHostel({ seed = 1, bookings = 60, now }: HostelSeed): Hostel {
  return hostel({ seed, bookings, now: Math.floor(now / dayMs) * dayMs })
}

/** The rows of its bookings, guests, payments and messages. */
export function hostelRows(propertyId: string, made: Hostel): SeedRows {
  const { bookings, payments, messages } = made
  const threads = new Map<string, Message[]>()
  for (const message of messages) {
    const thread = threads.get(message.bookingId)
    if (thread) thread.push(message)
    else threads.set(message.bookingId, [message])
  }
  const rows = stayRows(
    propertyId,
    bookings.map((booking) => ({ booking, payments: [], messages: threads.get(booking.id) ?? [] })),
  )
  // Oldest first, so the order of the rows is the order in time.
  rows.payments = paymentRows(propertyId, payments.toReversed())
  return rows
}
