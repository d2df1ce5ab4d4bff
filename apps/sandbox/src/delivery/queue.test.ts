import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshSchema, postgresUrl } from '../../test/kit/postgres.ts'
import { type Lab, openLab } from './test-lab.ts'
import {
  claimDeliveries,
  nextDueAt,
  queueHeads,
  selectQueueHeads,
} from '../storage/queries/delivery-queue.ts'

const databases: [string, () => Promise<Lab>][] = [
  ['memory', () => openLab()],
  ['PostgreSQL', async () => openLab({ database: await postgresUrl(), schema: freshSchema() })],
]

const nowhere = 'https://receiver.example/'

function claim(
  lab: Lab,
  endpoints: string[],
  options: { each?: number; limit?: number; realNow?: number } = {},
) {
  const { each = 4, limit = 64, realNow = lab.clock.real() } = options
  return lab.storage.write((tx) =>
    claimDeliveries(lab.storage, tx, {
      wanted: endpoints.map((endpoint_id) => ({ endpoint_id, limit: each })),
      limit,
      now: lab.clock.now(),
      realNow,
      leaseUntil: realNow + 15_000,
      leaseToken: `claim at ${realNow}`,
    }),
  )
}

describe.each(databases)('the queue on %s', (_, open) => {
  it('has one head per active endpoint with anything scheduled, earliest first', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const one = await lab.endpoint(nowhere)
    const two = await lab.endpoint(nowhere)
    const off = await lab.endpoint(nowhere, { is_active: 0 })
    await lab.endpoint(nowhere)
    await lab.deliveries(one, 3, { due: now + 5 })
    await lab.deliveries(two, 2, { due: now - 7 })
    await lab.deliveries(two, 1, { due: now - 9 })
    await lab.deliveries(off, 2, { due: now - 99 })
    const heads = (claimed: number | null) => [
      { endpoint_id: two, due: now - 9, unclaimed_due: claimed },
      { endpoint_id: one, due: now + 5, unclaimed_due: now + 5 },
    ]
    const realNow = lab.clock.real()
    expect(await selectQueueHeads(lab.storage.db, realNow)).toEqual(heads(now - 9))
    expect(await nextDueAt(lab.storage.db)).toBe(now - 9)
    await claim(lab, [two], { each: 1, realNow })
    expect(await selectQueueHeads(lab.storage.db, realNow)).toEqual(heads(now - 7))
    await claim(lab, [two], { realNow })
    expect(await selectQueueHeads(lab.storage.db, realNow + 14_999)).toEqual(heads(null))
    expect(await selectQueueHeads(lab.storage.db, realNow + 15_000)).toEqual(heads(now - 9))
    expect(await nextDueAt(lab.storage.db)).toBe(now - 9)
  })

  it('is empty when nothing is scheduled', async () => {
    await using lab = await open()
    expect(await selectQueueHeads(lab.storage.db, 0)).toEqual([])
    expect(await nextDueAt(lab.storage.db)).toBeNull()
    await lab.deliveries(await lab.endpoint(nowhere, { is_active: 0 }), 1)
    expect(await nextDueAt(lab.storage.db)).toBeNull()
  })

  it('is claimed in order of due time, then of creation, within both bounds', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const one = await lab.endpoint(nowhere)
    const two = await lab.endpoint(nowhere)
    const [a, b, c] = await lab.deliveries(one, 3, { due: now - 5 })
    const [d, e] = await lab.deliveries(two, 2, { due: now - 5 })
    const [f] = await lab.deliveries(two, 1, { due: now - 6 })
    await lab.deliveries(two, 1, { due: now + 1 })
    const realNow = lab.clock.real()
    const first = await claim(lab, [one, two], { each: 2, limit: 3, realNow })
    expect(first.map(({ id }) => id)).toEqual([f, a, b])
    expect(first[0]).toMatchObject({
      endpoint_id: two,
      url: nowhere,
      attempts: 0,
      lease_until: realNow + 15_000,
      lease_token: `claim at ${realNow}`,
    })
    expect((await claim(lab, [one, two])).map(({ id }) => id)).toEqual([c, d, e])
    expect(await claim(lab, [one, two])).toEqual([])
    expect(await claim(lab, [one, two], { realNow: realNow + 60_000 })).toHaveLength(6)
  })

  it('gives nothing of an endpoint that was switched off or deleted since', async () => {
    await using lab = await open()
    const off = await lab.endpoint(nowhere, { is_active: 0 })
    await lab.deliveries(off, 1)
    expect(await claim(lab, [off, 'deleted'])).toEqual([])
  })

  it('gives no delivery to two claims at once', async () => {
    await using lab = await open()
    const endpoints = await Promise.all(Array.from({ length: 4 }, () => lab.endpoint(nowhere)))
    for (const endpoint of endpoints) await lab.deliveries(endpoint, 25)
    const claims = await Promise.all(
      Array.from({ length: 24 }, (__, round) => claim(lab, round % 2 ? endpoints : endpoints.toReversed())),
    )
    const ids = claims.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    while (ids.length < 100) {
      const more = await claim(lab, endpoints)
      expect(more).not.toEqual([])
      ids.push(...more.map(({ id }) => id))
    }
    expect(new Set(ids).size).toBe(100)
  })
})

it('SQLite finds the heads by jumping through the index, and never walks through what waits behind them', async () => {
  await using lab = await openLab()
  const query = queueHeads(lab.storage.db, 0).compile()
  const { rows } = await lab.storage.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]),
  )
  const steps = rows.map(({ detail }) => detail).filter((detail) => detail.includes('deliveries'))
  expect(steps).toHaveLength(2)
  for (const step of steps)
    expect(step).toMatch(/SEARCH deliveries USING (COVERING )?INDEX deliveries_due_of_endpoint/)
})
