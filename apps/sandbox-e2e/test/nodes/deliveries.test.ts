import { describe, expect, it } from 'vitest'
import type { Call } from '../../../sandbox/test/kit/index.ts'
import { type LookedAt, openLookedAt, type Row } from '../kit/looked-at.ts'
import { openReceiver, type Post } from '../kit/receiver.ts'
import { type SandboxProcess, serve } from '../kit/sandbox-process.ts'

const endpoints = 5
const payments = 400

/** A node that takes requests, in a process of its own. Started first: its credentials are found by those after it. */
async function startApi(database: LookedAt): Promise<SandboxProcess> {
  const api = serve({ ...database, flags: ['--role', 'api'] })
  await api.ready
  return api
}

/** A node that delivers, in a process of its own. */
async function startWorker(database: LookedAt): Promise<SandboxProcess> {
  const worker = serve({ ...database, flags: ['--role', 'delivery'] })
  await worker.ready
  return worker
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

/** How often each delivery arrived. */
function countPosts(posts: readonly Post[]): Map<string, number> {
  return new Map([...Map.groupBy(posts, ({ id }) => id)].map(([id, { length }]) => [id, length]))
}

describe('two processes that deliver from one PostgreSQL', () => {
  it('send thousands of events exactly once', { timeout: 90_000 }, async () => {
    const database = await openLookedAt('postgres')
    const receiver = await openReceiver()
    const api = await startApi(database)
    const workers = await Promise.all([startWorker(database), startWorker(database)])
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
    expect(countPosts(receiver.posts).size).toBe(payments * endpoints)
    // They shared the work: none sat by.
    expect(Math.min(...attempts)).toBeGreaterThan(0)
    expect(attempts.reduce((sum, count) => sum + count)).toBe(payments * endpoints)
  })

  it('cover for one that is killed, after its lease', { timeout: 90_000 }, async () => {
    const database = await openLookedAt('postgres')
    const api = await startApi(database)
    const first = await startWorker(database)
    let settled: Row[] | undefined
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    /**
     * Mid-way, with attempts of the first under way, it dies, and a second takes its place. Not before: on a busy machine a
     * start takes longer than the five seconds for which a held attempt waits.
     */
    const replaceFirst = async () => {
      await first.kill()
      settled = await database.rows("select id from deliveries where status = 'delivered'")
      release()
      await startWorker(database)
    }
    let replaced: Promise<void> | undefined
    const receiver = await openReceiver({
      async hold() {
        if (receiver.posts.length < (payments * endpoints) / 2) return
        replaced ??= replaceFirst()
        await released
      },
    })
    const { call, control } = await api.ready
    await subscribe(call, receiver.url)
    await record(call)
    await control.clock.advance(0)
    await replaced

    expect(await states(database)).toEqual(allDelivered)
    const counts = countPosts(receiver.posts)
    expect(counts.size).toBe(payments * endpoints)
    expect(Math.max(...counts.values())).toBe(2)
    // What was written down when the node died is not made again: only what was in progress then, or answered and
    // not yet written down.
    expect(settled?.length).toBeGreaterThan(0)
    expect(settled?.filter(({ id }) => counts.get(String(id)) !== 1)).toEqual([])
  })
})
