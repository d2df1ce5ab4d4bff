import { CompiledQuery } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import { type Lab, openLab } from '../../test/kit/delivery-lab.ts'
import type { Claim } from '../storage/delivery-work.ts'
import {
  nextDueAt,
  queueHeads,
  selectNewlyDue,
  selectNextFall,
  selectQueueHeads,
} from '../storage/queries/delivery-queue.ts'

const databases: [string, () => Promise<Lab>][] = [
  ['memory', () => openLab()],
  ['PostgreSQL', async () => openLab(await freshDatabase('postgres'))],
]

const nowhere = 'https://receiver.example/'

async function claim(
  lab: Lab,
  endpoints: string[],
  options: { each?: number; realNow?: number; status?: 'pending' | 'failed'; dueBy?: number } = {},
): Promise<Claim> {
  const { each = 4, realNow = lab.clock.real(), status = 'pending', dueBy = lab.clock.now() } = options
  const [made] = await lab.storage.claimDeliveries([
    {
      property_id: lab.propertyId,
      wanted: endpoints.map((endpoint_id) => ({ endpoint_id, status, limit: each, dueBy })),
      now: lab.clock.now(),
      realNow,
      leaseUntil: realNow + 15_000,
      leaseToken: `claim at ${realNow}`,
    },
  ])
  return made ?? { claimed: [], nextDue: [] }
}

describe.each(databases)('the queue on %s', (_, open) => {
  it('has one head per lane of an active endpoint with anything scheduled, earliest first', async () => {
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
    const of = { property_id: lab.propertyId, status: 'pending' }
    const heads = (claimed: number | null) => [
      { ...of, endpoint_id: two, due: now - 9, unclaimed_due: claimed },
      { ...of, endpoint_id: one, due: now + 5, unclaimed_due: now + 5 },
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

  it('keeps first attempts and retries apart', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const endpoint = await lab.endpoint(nowhere)
    const [retry = ''] = await lab.deliveries(endpoint, 1, { due: now - 1, status: 'failed' })
    const [first = ''] = await lab.deliveries(endpoint, 1, { due: now - 2 })
    const of = { property_id: lab.propertyId, endpoint_id: endpoint }
    expect(await selectQueueHeads(lab.storage.db, 0)).toEqual([
      { ...of, status: 'pending', due: now - 2, unclaimed_due: now - 2 },
      { ...of, status: 'failed', due: now - 1, unclaimed_due: now - 1 },
    ])
    const ids = async (status: 'pending' | 'failed') =>
      (await claim(lab, [endpoint], { status })).claimed.map(({ id }) => id)
    expect(await ids('failed')).toEqual([retry])
    expect(await ids('pending')).toEqual([first])
  })

  it('tells what has newly fallen due, and when the next will', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const endpoint = await lab.endpoint(nowhere)
    await lab.deliveries(endpoint, 2, { due: now - 5 })
    await lab.deliveries(endpoint, 2, { due: now - 3 })
    await lab.deliveries(endpoint, 1, { due: now - 1, status: 'failed' })
    await lab.deliveries(endpoint, 1, { due: now + 7 })
    const of = { property_id: lab.propertyId, endpoint_id: endpoint }
    const newly = async (after: number) =>
      (await selectNewlyDue(lab.storage.db, { after, now, realNow: lab.clock.real() })).toSorted(
        (a, b) => a.unclaimed_due - b.unclaimed_due,
      )
    expect(await newly(now - 5)).toEqual([
      { ...of, status: 'pending', unclaimed_due: now - 3 },
      { ...of, status: 'failed', unclaimed_due: now - 1 },
    ])
    await claim(lab, [endpoint])
    expect(await newly(0)).toEqual([{ ...of, status: 'failed', unclaimed_due: now - 1 }])
    const off = await lab.endpoint(nowhere, { is_active: 0 })
    await lab.deliveries(off, 1, { due: now - 1 })
    expect(await newly(0)).toEqual([{ ...of, status: 'failed', unclaimed_due: now - 1 }])
    expect(await selectNextFall(lab.storage.db, now)).toBe(now + 7)
    expect(await selectNextFall(lab.storage.db, now + 7)).toBeNull()
  })

  it('is claimed in order of due time, then of creation, and tells what is left', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const one = await lab.endpoint(nowhere)
    const two = await lab.endpoint(nowhere)
    const [b, c, d] = await lab.deliveries(one, 3, { due: now - 5 })
    const [a] = await lab.deliveries(one, 1, { due: now - 6 })
    const [e] = await lab.deliveries(two, 1, { due: now - 5 })
    await lab.deliveries(two, 1, { due: now + 1 })
    const realNow = lab.clock.real()
    const first = await claim(lab, [one, two], { each: 2, realNow })
    expect(first.claimed.map(({ id }) => id)).toEqual([a, b, e])
    expect(first.nextDue).toEqual([now - 5, null])
    expect(first.claimed[0]).toMatchObject({
      endpoint_id: one,
      url: nowhere,
      attempts: 0,
      lease_until: realNow + 15_000,
      lease_token: `claim at ${realNow}`,
    })
    const second = await claim(lab, [one, two])
    expect(second.claimed.map(({ id }) => id)).toEqual([c, d])
    expect(second.nextDue).toEqual([null, null])
    expect((await claim(lab, [one, two])).claimed).toEqual([])
    expect((await claim(lab, [one, two], { realNow: realNow + 60_000 })).claimed).toHaveLength(5)
  })

  it('gives only what was due by a time, and tells of the rest', async () => {
    await using lab = await open()
    const now = lab.clock.now()
    const endpoint = await lab.endpoint(nowhere)
    const [late] = await lab.deliveries(endpoint, 1, { due: now - 900 })
    await lab.deliveries(endpoint, 1, { due: now - 100 })
    const { claimed, nextDue } = await claim(lab, [endpoint], { dueBy: now - 800 })
    expect(claimed.map(({ id }) => id)).toEqual([late])
    expect(nextDue).toEqual([now - 100])
  })

  it('gives nothing of an endpoint that was switched off or deleted since', async () => {
    await using lab = await open()
    const off = await lab.endpoint(nowhere, { is_active: 0 })
    await lab.deliveries(off, 1)
    expect((await claim(lab, [off, 'deleted'])).claimed).toEqual([])
  })

  it('gives no delivery to two claims at once', async () => {
    await using lab = await open()
    const endpoints = await Promise.all(Array.from({ length: 4 }, () => lab.endpoint(nowhere)))
    for (const endpoint of endpoints) await lab.deliveries(endpoint, 25)
    const claims = await Promise.all(
      Array.from({ length: 24 }, (__, round) => claim(lab, round % 2 ? endpoints : endpoints.toReversed())),
    )
    const ids = claims.flatMap(({ claimed }) => claimed.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    while (ids.length < 100) {
      const { claimed: more } = await claim(lab, endpoints)
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
  expect(steps.length).toBeGreaterThanOrEqual(4)
  for (const step of steps)
    expect(step).toMatch(/SEARCH deliveries USING (COVERING )?INDEX deliveries_due_of_endpoint/)
})
