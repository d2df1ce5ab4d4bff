import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../test/kit/databases.ts'
import { expiredRecords, removeExpiredRecords } from './expired-records.ts'

const clock = { now: () => 1_000, real: Date.now, mode: 'manual' as const }

it('expired records are removed once a minute, one removal at a time, until the server closes', async () => {
  const fastify = Fastify()
  onTestFinished(() => fastify.close())
  const over = Promise.withResolvers<number>()
  const write = vi.fn<() => Promise<number>>(() => over.promise)
  const stop = vi.fn<() => void>()
  const repeat = vi.fn<(act: () => void, ms: number) => () => void>(() => stop)
  await fastify.register(expiredRecords({ storage: { write: write as never }, clock, repeat }))
  await fastify.ready()
  const [act, ms] = repeat.mock.calls[0] ?? []
  expect(ms).toBe(60_000)

  act?.()
  act?.()
  expect(write).toHaveBeenCalledTimes(1)
  let closed = false
  const closing = fastify.close().then(() => (closed = true))
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
  // The database is closed after the server: what is being removed has to end before.
  expect(closed).toBe(false)
  over.resolve(0)
  await closing
})

it('five hundred at a time, and none that still counts', async () => {
  const storage = await openForTest(await freshDatabase('memory'))
  await storage.write(async (tx) => {
    await tx.insertInto('properties').values({ id: 'p', name: 'x', created_at: 1 }).execute()
    for (let at = 0; at <= 1_000; at += 1) {
      await tx
        .insertInto('idempotency_records')
        .values({
          property_id: 'p',
          scope: `${at}`,
          fingerprint: 'f',
          status: 201,
          body: '{}',
          created_at: 0,
          expires_at: at < 1_000 ? 1_000 : 1_001,
        })
        .execute()
    }
  })
  const writes = vi.spyOn(storage, 'write')
  expect(await removeExpiredRecords(storage, clock)).toBe(1_000)
  expect(writes).toHaveBeenCalledTimes(3)
  expect(await storage.db.selectFrom('idempotency_records').select('scope').execute()).toEqual([
    { scope: '1000' },
  ])
})
