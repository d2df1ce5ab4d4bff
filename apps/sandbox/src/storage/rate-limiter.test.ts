import { describe, expect, it, vi } from 'vitest'
import { freshDatabase, kinds, openForTest } from '../../test/kit/databases.ts'
import { openClock } from '../clock/clock.ts'
import { openRateLimiter } from './rate-limiter.ts'

const start = Date.parse('2026-06-01T12:00:17.250Z')

describe.each(kinds)('the rate limiter on %s', (kind) => {
  async function open(limit: number | 'off') {
    const storage = await openForTest(await freshDatabase(kind))
    const clock = await openClock({ storage, mode: 'manual', now: start })
    const limiter = await openRateLimiter({ storage, limit, clock })
    return { storage, clock, limiter }
  }

  it('counts down to nothing, then refuses', async () => {
    const { limiter } = await open(3)

    const states = []
    for (let hit = 0; hit < 5; hit++) states.push(await limiter.hit('192.0.2.1'))

    expect(states.map((state) => [state.remaining, state.limited])).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
      [0, true],
    ])
    expect(states[0]).toMatchObject({ limit: 3, resetSeconds: 60 })
  })

  it('counts each address for itself', async () => {
    const { limiter } = await open(1)
    await limiter.hit('192.0.2.1')

    expect((await limiter.hit('192.0.2.1')).limited).toBe(true)
    expect((await limiter.hit('2001:db8::1')).limited).toBe(false)
  })

  it('a window is 60 virtual seconds, counted from the creation of the database', async () => {
    const { clock, limiter } = await open(1)
    await limiter.hit('192.0.2.1')

    await clock.advanceTo(start + 30_001)
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limited: true, resetSeconds: 30 })
    await clock.advanceTo(start + 58_999)
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limited: true, resetSeconds: 2 })
    await clock.advanceTo(start + 59_999)
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limited: true, resetSeconds: 1 })
    await clock.advanceTo(start + 60_000)
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limited: false, resetSeconds: 60 })
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limited: true })
  })

  it('windows go on where the clock was set back, also to before the creation of the database', async () => {
    const storage = await openForTest(await freshDatabase(kind))
    const stored = await openClock({ storage, mode: 'manual', now: start })
    let now = start
    const clock = { ...stored, now: () => now }
    const limiter = await openRateLimiter({ storage, limit: 1, clock })
    for (const minute of [0, 5, -1, -1_440, -1_439, -2, 1]) {
      now = start + minute * 60_000
      const used = [await limiter.hit('192.0.2.1'), await limiter.hit('192.0.2.1')]
      expect([minute, ...used.map(({ limited }) => limited)]).toEqual([minute, false, true])
    }
  })

  it('a window on a frozen clock does not end with real time', async () => {
    const { limiter } = await open(1)
    await limiter.hit('192.0.2.1')

    const later = Date.now() + 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now: later })
    try {
      expect((await limiter.hit('192.0.2.1')).limited).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('exactly the limit passes of many requests at once', async () => {
    const { limiter } = await open(20)

    const states = await Promise.all(Array.from({ length: 60 }, async () => limiter.hit('192.0.2.1')))

    expect(states.filter((state) => !state.limited)).toHaveLength(20)
  })

  it('reset forgets', async () => {
    const { limiter } = await open(1)
    await limiter.hit('192.0.2.1')
    await limiter.hit('192.0.2.1')

    await limiter.reset()

    expect((await limiter.hit('192.0.2.1')).limited).toBe(false)
  })

  it('reset counts windows from when the rows that are there now were made', async () => {
    const { storage, clock, limiter } = await open(1)
    await storage.write((tx) =>
      tx
        .updateTable('meta')
        .set({ value: String(start + 30_000) })
        .where('key', '=', 'created_at')
        .execute(),
    )
    await clock.advanceTo(start + 40_000)
    expect(await limiter.hit('192.0.2.1')).toMatchObject({ resetSeconds: 20 })

    await limiter.reset()

    expect(await limiter.hit('192.0.2.1')).toMatchObject({ resetSeconds: 50, limited: false })
  })

  it('off limits nothing', async () => {
    const { limiter } = await open('off')

    expect(await limiter.hit('192.0.2.1')).toMatchObject({ limit: Infinity, limited: false })
  })
})

describe('the rate limiter of several nodes on PostgreSQL', () => {
  it('is one limit over all of them', async () => {
    const database = await freshDatabase('postgres')
    const nodes = await Promise.all(
      [1, 2, 3].map(async () => {
        const storage = await openForTest(database)
        const clock = await openClock({ storage, mode: 'manual', now: start })
        return openRateLimiter({ storage, limit: 10, clock })
      }),
    )

    const states = await Promise.all(
      nodes.flatMap((node) => Array.from({ length: 10 }, async () => node.hit('192.0.2.1'))),
    )

    expect(states.filter((state) => !state.limited)).toHaveLength(10)
  })

  it('keeps no counts of windows that are over', async () => {
    const storage = await openForTest(await freshDatabase('postgres'))
    const clock = await openClock({ storage, mode: 'manual', now: start })
    const limiter = await openRateLimiter({ storage, limit: 10, clock })
    for (const minute of [0, 1, 2]) {
      await clock.advanceTo(start + minute * 60_000)
      await limiter.hit('192.0.2.1')
    }

    const keys = () =>
      storage.db
        .selectFrom('rate_limits' as 'meta')
        .select('key')
        .execute()
    await expect.poll(async () => (await keys()).map((row) => row.key)).toEqual(['000000000002:192.0.2.1'])
  })
})
