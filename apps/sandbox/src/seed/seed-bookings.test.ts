import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../test/kit/databases.ts'
import { createRuntime } from '../runtime.ts'
import { createProperty } from '../service/properties.ts'
import { createSecretBox } from '../storage/secret-box.ts'
import { seedBookings } from './seed-bookings.ts'

const now = Date.UTC(2026, 10, 21, 12)

afterEach(() => {
  vi.useRealTimers()
})

async function property() {
  const storage = await openForTest(await freshDatabase('memory'))
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
})
