import { describe, expect, it } from 'vitest'
import { openLookedAt } from '../kit/looked-at.ts'
import { serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'

const times = 4
const flags = ['--seed', 'hostel']

describe.each(['sqlite', 'postgres'] as const)('a first start on %s that is killed', (kind) => {
  it('leaves a database that the next start completes', { timeout: 120_000 }, async () => {
    const undisturbed = serve({ ...(await openLookedAt(kind)), flags })
    const began = performance.now()
    const { control } = await undisturbed.ready
    const tookMs = performance.now() - began
    const { total_count } = await control.bookings.list({ limit: 1 })
    await undisturbed.stop()

    for (let index = 0; index < times; index++) {
      const database = await openLookedAt(kind)
      // Tables, seed and first key are made in the second half of a start.
      for (const moment of [0.45, 0.7]) {
        const killed = serve({ ...database, flags })
        await wait(tookMs * (moment + (0.25 * index) / times))
        await killed.kill()
      }
      const completed = serve({ ...database, flags })
      const sandbox = await completed.ready
      expect(await sandbox.control.properties.list()).toHaveLength(1)
      expect((await sandbox.control.bookings.list({ limit: 1 })).total_count).toBe(total_count)
      expect((await sandbox.call('GET', '/bookings')).status).toBe(200)
      await completed.kill()
      if (kind === 'sqlite') {
        expect(await database.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
      }
    }
  })
})
