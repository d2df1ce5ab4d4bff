import { hostelBookings, type HostelStay } from '@svc/testing'
import { BookingTally, countAllBookings } from '../storage/queries/booking-counts.ts'
import { bookingExists } from '../storage/queries/bookings.ts'
import type { Db, Storage } from '../storage/storage.ts'
import { setImmediate } from '../timers.ts'
import { ascendingIds } from './ascending-ids.ts'
import { insertSeedRows, insertSeedRowsInBulk, type SeedRows, stayRows } from './insert-stays.ts'

/** What was added. */
export interface Seeded {
  bookings: number
  payments: number
}

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
  /** Nobody else uses the database meanwhile: all in one transaction, and indexes at its end. @default false */
  alone?: boolean
  /** From how many bookings on that is done. @default 20,000 */
  aloneFrom?: number
  /** Called after each batch with the number written so far. A rejection stops the seeding. */
  onProgress?: (done: number) => void | Promise<void>
}

/**
 * Small, as nothing is committed in between: what is made up and not yet written is what garbage collection has to keep
 * and copy. 500 took half as long again to make.
 */
const aloneBatch = 100
const turnEach = 10 * aloneBatch
const tables = ['guests', 'bookings', 'stay_gaps', 'payments', 'messages'] as const

/** Adds many realistic bookings with their payments. It fires no events, because the bookings are in the past. */
export async function seedBookings(options: SeedBookingsOptions): Promise<Seeded> {
  const { storage, propertyId, count, alone = false, aloneFrom = 20_000, onProgress } = options
  const written: Seeded = { bookings: 0, payments: 0 }
  const took = async (rows: SeedRows) => {
    written.bookings += rows.bookings.length
    written.payments += rows.payments.length
    await onProgress?.(written.bookings)
  }

  if (alone && storage.load && count >= aloneFrom && (await countAllBookings(storage.db)) < count) {
    await storage.load(tables, async (_tx, insert) => {
      const tally = new BookingTally()
      for (const rows of batches({ ...options, batchSize: aloneBatch })) {
        insertSeedRowsInBulk(insert, propertyId, rows)
        for (const booking of rows.bookings) tally.add(booking, 1)
        await took(rows)
        // V8 ends a collection of garbage in a turn of its own. Without one it put it off while memory grew.
        if (written.bookings % turnEach === 0) await new Promise((resolve) => void setImmediate(resolve))
      }
      tally.writeInBulk(insert, propertyId)
    })
    return written
  }

  for (const rows of batches(options)) {
    await storage.write((tx) => insertSeedRows(tx, rows))
    await took(rows)
    // `node:sqlite` works synchronously: without a turn of the event loop no other request would be served.
    await new Promise((resolve) => void setImmediate(resolve))
  }
  return written
}

function* batches(options: SeedBookingsOptions): Generator<SeedRows> {
  const { propertyId, count, seed, now, batchSize = 2_000 } = options
  const ids = ascendingIds()
  let batch: HostelStay[] = []
  for (const stay of hostelBookings({ seed, count, now })) {
    batch.push(ids.renumber(stay))
    if (batch.length < batchSize) continue
    yield stayRows(propertyId, batch)
    batch = []
  }
  if (batch.length > 0) yield stayRows(propertyId, batch)
}

/** Whether a property has the bookings of this seed already: their ids follow from it. */
export async function seedIsUsed(
  db: Db,
  { propertyId, seed, now }: Pick<SeedBookingsOptions, 'propertyId' | 'seed' | 'now'>,
): Promise<boolean> {
  const [first] = hostelBookings({ seed, now, count: 1 })
  return first !== undefined && bookingExists(db, propertyId, ascendingIds().renumber(first).booking.id)
}
