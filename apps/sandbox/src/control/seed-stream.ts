import type { SeedLine } from '@svc/control'
import { Readable } from 'node:stream'
import { seedBookings, seedIsUsed } from '../seed/seed-bookings.ts'
import type { ServiceContext } from '../service/context.ts'
import { invalid } from '../service/errors.ts'
import type { Storage } from '../storage/storage.ts'

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
  return Readable.from(progress({ storage, propertyId, count, seed, now }))
}

async function* progress(options: Parameters<typeof seedBookings>[0]): AsyncGenerator<string> {
  let wake = () => {}
  const lines: string[] = []
  const say = (line: SeedLine) => {
    lines.push(`${JSON.stringify(line)}\n`)
    wake()
  }
  let gone = false
  let finished = false
  const work = seedBookings({
    ...options,
    onProgress: (done) => {
      if (gone) throw new Error('The caller of the seeding has gone.')
      say({ done })
    },
  })
    .then((written) => say({ ...written, done: written.bookings, seed: options.seed }))
    .catch((error: unknown) => {
      if (!gone) say({ error: error instanceof Error ? error.message : String(error) })
    })
    .finally(() => {
      finished = true
      wake()
    })
  try {
    while (!finished || lines.length > 0) {
      const line = lines.shift()
      if (line !== undefined) yield line
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    gone = true
    await work
  }
}
