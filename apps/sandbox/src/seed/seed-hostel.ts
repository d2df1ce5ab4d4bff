import { hostel } from '@svc/testing'
import type { Storage } from '../storage/storage.ts'
import { insertSeedRows, paymentRows, stayRows } from './insert-stays.ts'

/** The hostel of `--seed hostel`: what a new property is called, and how much of it there is. */
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
 * The believable hostel of this seed. Its "today" is the day of `now`, from its first moment: the same all day long,
 * and none of it lies in the future.
 */
export function believableHostel({ seed = 1, bookings = 60, now }: HostelSeed) {
  return hostel({ seed, bookings, now: Math.floor(now / dayMs) * dayMs })
}

/** Writes the bookings, guests, payments and messages of the hostel into an empty property, in one transaction. */
export async function seedHostel(
  storage: Storage,
  propertyId: string,
  options: HostelSeed,
): Promise<{ bookings: number; payments: number }> {
  const { bookings, payments, messages } = believableHostel(options)
  const threads = Map.groupBy(messages, ({ bookingId }) => bookingId)
  const rows = stayRows(
    propertyId,
    bookings.map((booking) => ({ booking, payments: [], messages: threads.get(booking.id) ?? [] })),
  )
  // Oldest first, so that the order of writing agrees with the order in time.
  rows.payments = paymentRows(propertyId, payments.toReversed())
  await storage.write((tx) => insertSeedRows(tx, rows))
  return { bookings: bookings.length, payments: payments.length }
}
