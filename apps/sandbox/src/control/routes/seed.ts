import { hostelBookings } from '@svc/testing'
import { Readable } from 'node:stream'
import { invalid } from '../../service/errors.ts'
import { getProperty } from '../../service/properties.ts'
import { ascendingIds } from '../../seed/ascending-ids.ts'
import { seedBookings } from '../../seed/seed-bookings.ts'
import { bookingExists } from '../../storage/queries/bookings.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { seedInput } from '../schemas.ts'

/**
 * Many believable bookings at once. The answer is a stream of JSON lines, one after each batch (`{"done":1000}`) and a
 * last one with the totals, so that a million can be waited for with a progress bar. Who goes away stops it; what was
 * written stays.
 */
export const seedRoutes: ControlRoutes = (fastify, { storage, context }) => {
  fastify.post<{ Params: { pid: string } }>('/properties/:pid/seed', async (request, reply) => {
    const { bookings: count, seed = context.runtime.uuid() } = read(seedInput, request.body)
    const { id: propertyId } = await getProperty(storage.db, request.params.pid)
    const now = context.runtime.clock.now()
    const [first] = hostelBookings({ seed, count: 1, now })
    if (first && (await bookingExists(storage.db, propertyId, ascendingIds().renumber(first).booking.id))) {
      throw invalid([{ path: 'seed', message: 'has been used here already: give another one, or none' }])
    }
    reply.type('application/x-ndjson').header('cache-control', 'no-store')
    return reply.send(Readable.from(progress({ storage, propertyId, count, seed, now })))
  })
}

async function* progress(options: Parameters<typeof seedBookings>[0]): AsyncGenerator<string> {
  let wake = () => {}
  const lines: string[] = []
  const say = (value: unknown) => {
    lines.push(`${JSON.stringify(value)}\n`)
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
