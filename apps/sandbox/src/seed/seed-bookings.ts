import { hostelBookings, type HostelStay } from '@svc/testing'
import { bookingExists } from '../storage/queries/bookings.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { setImmediate } from '../timers.ts'
import { ascendingIds } from './ascending-ids.ts'
import { insertSeedRows, stayRows } from './insert-stays.ts'

export interface SeedBookingsOptions {
  storage: Storage
  propertyId: string
  /** How many, 1 or more. */
  count: number
  /** The same seed gives the same bookings, ids included: use another one to add to them. */
  seed: number | string
  /** Milliseconds since 1970: what counts as now. */
  now: number
  /**
   * Bookings of one transaction, during which no other request is served: 1,000 take about 60 ms. The more, the fewer
   * pages of the indexes are written twice. @default 2000
   */
  batchSize?: number
  /** Called after each batch with the number written so far. A rejection stops the seeding. */
  onProgress?: (done: number) => void | Promise<void>
}

/** Adds many realistic bookings with their payments. It fires no events, because the bookings are in the past. */
export async function seedBookings(
  options: SeedBookingsOptions,
): Promise<{ bookings: number; payments: number }> {
  const { storage, propertyId, count, seed, now, batchSize = 2_000, onProgress } = options
  const ids = ascendingIds()
  let batch: HostelStay[] = []
  const written = { bookings: 0, payments: 0 }
  const flush = async () => {
    const rows = stayRows(propertyId, batch)
    await storage.write((tx) => insertSeedRows(tx, rows))
    written.bookings += rows.bookings.length
    written.payments += rows.payments.length
    batch = []
    await onProgress?.(written.bookings)
    // `node:sqlite` works synchronously: without a turn of the event loop no other request would be served.
    await new Promise((resolve) => void setImmediate(resolve))
  }
  for (const stay of hostelBookings({ seed, count, now, onRooms: ids.forgetGuests })) {
    batch.push(ids.renumber(stay))
    if (batch.length === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  return written
}

/** Whether a property has the bookings of this seed already: their ids follow from it. */
export async function seedIsUsed(
  db: Db,
  { propertyId, seed, now }: Pick<SeedBookingsOptions, 'propertyId' | 'seed' | 'now'>,
): Promise<boolean> {
  const [first] = hostelBookings({ seed, now, count: 1 })
  return first !== undefined && bookingExists(db, propertyId, ascendingIds().renumber(first).booking.id)
}
