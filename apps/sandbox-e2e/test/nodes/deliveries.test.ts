import { describe, expect, it } from 'vitest'
import type { Call } from '../../../sandbox/test/kit/index.ts'
import { type LookedAt, openLookedAt, type Row } from '../kit/looked-at.ts'
import { openReceiver, type Post } from '../kit/receiver.ts'
import { type SandboxProcess, serve } from '../kit/sandbox-process.ts'

const endpoints = 5
const payments = 400
/** Attempts that a node makes at once: four for each endpoint. */
const slots = 4 * endpoints

/** A node that takes requests and two that deliver, in processes of their own. */
async function startThree(database: LookedAt): Promise<{ api: SandboxProcess; workers: SandboxProcess[] }> {
  // One after the other: the first one's credentials are found by those after it.
  const api = serve({ ...database, flags: ['--role', 'api'] })
  await api.ready
  const workers = [1, 2].map(() => serve({ ...database, flags: ['--role', 'delivery'] }))
  await Promise.all(workers.map(({ ready }) => ready))
  return { api, workers }
}

async function subscribe(call: Call, url: string): Promise<void> {
  for (let index = 0; index < endpoints; index++) {
    const body = { url: `${url}/${index}`, events: ['payment.created'] }
    expect((await call('POST', '/webhooks', { body })).status).toBe(201)
  }
}

async function record(call: Call): Promise<void> {
  const body = { amount: '1', paymentMethod: 'Cash', type: 'income' }
  const writers = Array.from({ length: 8 }, async () => {
    for (let index = 0; index < payments / 8; index++) {
      expect((await call('POST', '/payments', { body })).status).toBe(201)
    }
  })
  await Promise.all(writers)
}

/** How many deliveries are in each state, after how many attempts. */
async function states(database: LookedAt): Promise<Row[]> {
  return database.rows(
    'select status, attempts, count(*) as deliveries from deliveries group by status, attempts order by 1, 2',
  )
}

const allDelivered = [{ status: 'delivered', attempts: 1, deliveries: payments * endpoints }]

function countPosts(posts: readonly Post[]): number[] {
  return [...Map.groupBy(posts, ({ id }) => id).values()].map(({ length }) => length)
}

describe('two processes that deliver from one PostgreSQL', () => {
  it('send thousands of events exactly once', { timeout: 90_000 }, async () => {
    const database = await openLookedAt('postgres')
    const receiver = await openReceiver()
    const { api, workers } = await startThree(database)
    const { call, control } = await api.ready
    await subscribe(call, receiver.url)
    await record(call)
    // Answers when nothing that is due is left.
    await control.clock.advance(0)
    const attempts = await Promise.all(
      workers.map(async ({ ready }) => {
        const { url } = await ready
        const text = await (await fetch(`${url}/metrics`)).text()
        return Number(/^svc_delivery_attempts_total\{[^}]*"delivered"[^}]*\} (\d+)$/m.exec(text)?.[1])
      }),
    )

    expect(await states(database)).toEqual(allDelivered)
    expect(receiver.posts).toHaveLength(payments * endpoints)
    expect(countPosts(receiver.posts)).toHaveLength(payments * endpoints)
    // They shared the work: none sat by.
    expect(Math.min(...attempts)).toBeGreaterThan(0)
    expect(attempts.reduce((sum, count) => sum + count)).toBe(payments * endpoints)
  })

  it('cover for one that is killed, after its lease', { timeout: 90_000 }, async () => {
    const database = await openLookedAt('postgres')
    const { api, workers } = await startThree(database)
    let held = 0
    let heldAtTheEnd = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const receiver = await openReceiver({
      async hold() {
        if (receiver.posts.length < (payments * endpoints) / 2) return
        // Mid-way: more attempts are under way than the other one can make, so some are of the one that is killed.
        if (++held === slots + 1) void killOne()
        await released
      },
    })
    const killOne = async () => {
      await workers[0]?.kill()
      heldAtTheEnd = held
      release()
    }
    const { call, control } = await api.ready
    await subscribe(call, receiver.url)
    await record(call)
    await control.clock.advance(0)

    expect(await states(database)).toEqual(allDelivered)
    const counts = countPosts(receiver.posts)
    expect(counts).toHaveLength(payments * endpoints)
    expect(Math.max(...counts)).toBeLessThanOrEqual(2)
    const twice = counts.filter((count) => count === 2).length
    expect(twice).toBeGreaterThan(0)
    // Only what was in progress when the node died is made again.
    expect(twice).toBeLessThanOrEqual(heldAtTheEnd)
  })
})
