import type { SeedLine } from '@svc/control'
import type { Readable } from 'node:stream'
import { seedBookings, seedIsUsed } from '../seed/seed-bookings.ts'
import type { ServiceContext } from '../service/context.ts'
import { invalid } from '../service/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { progressLines } from './progress-lines.ts'

export interface SeedStreamOptions {
  storage: Storage
  context: ServiceContext
  propertyId: string
  /** How many, 1 or more. */
  bookings: number
  /** @default another one each time */
  seed?: number | string | undefined
}

/**
 * Adds many realistic bookings and tells how far it is: a stream of JSON lines, one after each batch (`{"done":2000}`)
 * and a last one with the totals, so that a million can be waited for with a progress bar. Who goes away stops it; what
 * was written stays.
 *
 * @throws ServiceError `validation_error` for a seed that has been used here
 */
export async function seedStream(options: SeedStreamOptions): Promise<Readable> {
  const { storage, context, propertyId, bookings: count, seed = context.runtime.uuid() } = options
  const now = context.runtime.clock.now()
  if (await seedIsUsed(storage.db, { propertyId, seed, now })) {
    throw invalid([{ path: 'seed', message: 'has been used here already: give another one, or none' }])
  }
  return progressLines<SeedLine>(async (say) => {
    const onProgress = (done: number) => say({ done })
    const written = await seedBookings({ storage, propertyId, count, seed, now, onProgress })
    return { ...written, done: written.bookings, seed }
  })
}
