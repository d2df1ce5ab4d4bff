import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase, type Kind, openForTest } from '../../test/kit/databases.ts'
import { createRuntime } from '../runtime.ts'
import { createProperty } from '../service/properties.ts'
import { createSecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import { seedBookings } from './seed-bookings.ts'

const now = Date.UTC(2026, 10, 21, 12)

afterEach(() => {
  vi.useRealTimers()
})

async function property(kind: Kind = 'memory') {
  const storage = await openForTest(await freshDatabase(kind))
  const runtime = createRuntime({ clock: { now: () => now, real: () => now, mode: 'manual' } })
  const context = { runtime, secrets: createSecretBox(), targets: 'local' as const, storage }
  const { id } = await storage.write((tx) => createProperty(context, tx, { name: 'Seeded' }))
  return { storage, propertyId: id }
}

describe('seedBookings', () => {
  it('continues with the fake timers of a test', async () => {
    const { storage, propertyId } = await property()
    vi.useFakeTimers()

    const written = await seedBookings({ storage, propertyId, count: 30, seed: 1, now, batchSize: 10 })

    expect(written.bookings).toBe(30)
  })

  it('reports its progress after each batch, and stops when the callback rejects', async () => {
    const { storage, propertyId } = await property()
    const progress: number[] = []
    const seeding = seedBookings({
      storage,
      propertyId,
      count: 30,
      seed: 1,
      now,
      batchSize: 10,
      onProgress(done) {
        progress.push(done)
        if (done === 20) throw new Error('gone')
      },
    })

    await expect(seeding).rejects.toThrow('gone')
    expect(progress).toEqual([10, 20])
  })

  it('alone on a file, writes the same rows and leaves the same indexes', async () => {
    const states = []
    for (const alone of [false, true]) {
      const { storage, propertyId } = await property('sqlite')
      const before = await indexes(storage)
      // Counts are there already, to which what follows is added.
      await seedBookings({ storage, propertyId, count: 60, seed: 0, now })
      await seedBookings({ storage, propertyId, count: 700, seed: 1, now, alone, aloneFrom: 1 })
      expect(await indexes(storage)).toEqual(before)
      states.push(await rows(storage))
      // Another time the file holds as many already: then the indexes stay where they are.
      await seedBookings({ storage, propertyId, count: 20, seed: 2, now, alone, aloneFrom: 1 })
      states.push(await rows(storage))
    }
    expect(states[2]).toEqual(states[0])
    expect(states[3]).toEqual(states[1])
    expect(states[0]?.[1]).toHaveLength(760)
  })

  it('alone on a file, leaves it as it was when it is stopped', async () => {
    const { storage, propertyId } = await property('sqlite')
    const before = [await indexes(storage), await rows(storage)]
    const stopped = { onProgress: () => Promise.reject(new Error('gone')), alone: true, aloneFrom: 1 }
    await expect(seedBookings({ storage, propertyId, count: 700, seed: 1, now, ...stopped })).rejects.toThrow(
      'gone',
    )
    expect([await indexes(storage), await rows(storage)]).toEqual(before)
  })
})

/** Everything that was written but the property, which has another id each time. */
async function rows({ db }: Storage) {
  const tables = ['guests', 'bookings', 'stay_gaps', 'booking_counts', 'payments', 'messages'] as const
  const found = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return found.map((of) => of.map((row) => JSON.stringify({ ...row, property_id: '' })).toSorted())
}

async function indexes({ db }: Storage) {
  const { rows: found } =
    await sql`select name, sql from sqlite_schema where type = 'index' order by name`.execute(db)
  return found
}
