import { describe, expect, it } from 'vitest'
import type { ClaimedDelivery } from '../storage/delivery-work.ts'
import type { Clock } from '../runtime.ts'
import type { Storage } from '../storage/storage.ts'
import { createClaimLoop } from './claim-loop.ts'
import { Shares } from './shares.ts'
import { eventually, type Lab, openLab } from '../../test/kit/delivery-lab.ts'
import { VirtualTime } from '../../test/kit/virtual-time.ts'

const leaseMs = 15_000
const own = {}

function loopOf(lab: Lab, storage: Storage = lab.storage, lost = () => 0, clock: Clock = lab.clock) {
  const time = new VirtualTime()
  const begun: ClaimedDelivery[] = []
  const shares = new Shares({
    limit: 64,
    perEndpoint: 4,
    probing: () => true,
    busy: () => false,
    real: () => lab.clock.real(),
  })
  const loop = createClaimLoop({
    storage,
    clock,
    shares,
    leaseMs,
    time: { after: (ms, callback) => time.after(ms, callback), elapsed: () => time.elapsed() + lost() },
    logger: undefined,
    timeoutMs: 5_000,
    begin: (delivery) => begun.push(delivery),
    announce: () => {},
    isOwn: (from) => from === own,
  })
  return { loop, time, shares, begun, ids: () => begun.map(({ id }) => id) }
}

describe('the claim loop', () => {
  it('asks again by itself after a failure, more and more rarely', async () => {
    await using lab = await openLab()
    const ids = await lab.deliveries(await lab.endpoint('https://a.example/'), 1)
    let tries = 0
    const away: Storage = {
      ...lab.storage,
      claimDeliveries: (options) =>
        (tries += 1) < 4 ? Promise.reject(new Error('away')) : lab.storage.claimDeliveries(options),
    }
    const { loop, time, ids: claimed } = loopOf(lab, away)
    loop.start()
    for (const [at, expected] of [
      [99, 1],
      [100, 2],
      [299, 2],
      [300, 3],
      [699, 3],
      [700, 4],
    ] as const) {
      await time.goTo(at)
      expect([at, tries]).toEqual([at, expected])
    }
    expect(claimed()).toEqual(ids)
    await time.goTo(1_000)
    await loop.stop()
  })

  it.each(['deliveries', 'clock'] as const)('is woken by what is heard of %s', async (channel) => {
    await using lab = await openLab()
    const endpoint = await lab.endpoint('https://a.example/')
    const { loop, time, ids } = loopOf(lab)
    loop.start()
    await time.goTo(1_000)
    await lab.storage.write(async (tx) => {
      await tx.deleteFrom('deliveries').execute()
    })
    const [id] = await lab.deliveries(endpoint, 1, { due: lab.clock.now() + 5 })
    await time.goTo(2_000)
    expect(ids()).toEqual([])
    if (channel === 'clock') await lab.clock.advanceTo(lab.clock.now() + 5)
    else {
      await lab.storage.write((tx) => tx.updateTable('deliveries').set({ next_attempt_at: 0 }).execute())
      await lab.storage.notify(lab.storage.db, 'deliveries')
    }
    await time.goTo(3_000)
    expect(ids()).toEqual([id])
    await loop.stop()
  })

  it('looks for nothing when it hears of its own announcement', async () => {
    await using lab = await openLab()
    const endpoint = await lab.endpoint('https://a.example/')
    const { loop, time, ids } = loopOf(lab)
    loop.start()
    await time.goTo(1_000)
    const [id] = await lab.deliveries(endpoint, 1, { due: lab.clock.now() + 5 })
    await time.goTo(2_000)
    await lab.storage.write((tx) => tx.updateTable('deliveries').set({ next_attempt_at: 0 }).execute())
    await lab.storage.notify(lab.storage.db, 'deliveries', own)
    await time.goTo(3_000)
    expect(ids()).toEqual([])
    await lab.storage.notify(lab.storage.db, 'deliveries', {})
    await time.goTo(4_000)
    expect(ids()).toEqual([id])
    await loop.stop()
  })

  it('on divided tables, what is new waits half a second at most, however long a look took', async () => {
    await using lab = await openLab()
    const endpoint = await lab.endpoint('https://a.example/')
    let lost = 0
    const slow: Storage = Object.defineProperty({ ...lab.storage, partitions: 16 }, 'db', {
      get() {
        lost += 2_000
        return lab.storage.db
      },
    })
    const { loop, time, ids } = loopOf(lab, slow, () => lost)
    loop.start()
    await time.goTo(10)
    expect(lost).toBeGreaterThan(0)
    const made = await lab.deliveries(endpoint, 1)
    await lab.storage.notify(lab.storage.db, 'deliveries')
    await time.goTo(1_000)
    expect(ids()).toEqual(made)
    await loop.stop()
  })

  it('looks for what nobody has told it of, every half minute', async () => {
    await using lab = await openLab()
    const [id = ''] = await lab.deliveries(await lab.endpoint('https://a.example/', { is_active: 0 }), 1)
    const { loop, time, ids } = loopOf(lab)
    loop.start()
    await time.goTo(1_000)
    await lab.storage.write((tx) => tx.updateTable('webhook_endpoints').set({ is_active: 1 }).execute())
    await time.goTo(29_000)
    expect(ids()).toEqual([])
    await time.goTo(31_000)
    expect(ids()).toEqual([id])
    await loop.stop()
  })

  it('looks every second whether the lease of a node that died is over', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const [id = ''] = await lab.deliveries(await lab.endpoint('https://a.example/'), 1)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: real + 10, lease_token: 'of a dead node' })
        .execute(),
    )
    const { loop, time, ids } = loopOf(lab)
    loop.start()
    await time.goTo(500)
    real += 10
    await time.goTo(990)
    expect(ids()).toEqual([])
    await time.goTo(2_500)
    expect(ids()).toEqual([id])
    await loop.stop()
  })

  it('is woken by its own clock, which may hear of a change later than the database told it', async () => {
    await using lab = await openLab()
    const [id] = await lab.deliveries(await lab.endpoint('https://a.example/'), 1, {
      due: lab.clock.now() + 5,
    })
    let heard = () => {}
    let ends = 0
    const clock = Object.assign(Object.create(lab.clock) as typeof lab.clock, {
      onChange(hear: () => void) {
        heard = hear
        return () => (ends += 1)
      },
    })
    const deaf: Storage = { ...lab.storage, listen: () => () => {} }
    const { loop, time, ids } = loopOf(lab, deaf, () => 0, clock)
    loop.start()
    await time.goTo(1_000)
    await lab.clock.advanceTo(lab.clock.now() + 5)
    await time.goTo(2_000)
    expect(ids()).toEqual([])
    heard()
    await time.goTo(3_000)
    expect(ids()).toEqual([id])
    await loop.stop()
    expect(ends).toBe(1)
  })

  it('looks at the whole queue again when a look at it has failed', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const [id = ''] = await lab.deliveries(await lab.endpoint('https://a.example/'), 1)
    const lease = { lease_until: real + 10, lease_token: 'of a dead node' }
    await lab.storage.write((tx) => tx.updateTable('deliveries').set(lease).execute())
    let looks = 0
    const away: Storage = Object.defineProperty({ ...lab.storage }, 'db', {
      get() {
        if ((looks += 1) === 1) throw new Error('away')
        return lab.storage.db
      },
    })
    const { loop, time, ids } = loopOf(lab, away)
    loop.start()
    await time.goTo(500)
    expect(looks).toBeGreaterThan(1)
    real += 10
    // It has seen that another node holds something, and looks every second whether it still does.
    await time.goTo(2_500)
    expect(ids()).toEqual([id])
    await loop.stop()
  })

  it('does not look every second for what is due later', async () => {
    await using lab = await openLab()
    await lab.deliveries(await lab.endpoint('https://a.example/'), 1, { due: lab.clock.now() + 60_000 })
    let looks = 0
    const counted: Storage = Object.defineProperty({ ...lab.storage }, 'db', {
      get() {
        looks += 1
        return lab.storage.db
      },
    })
    const { loop, time } = loopOf(lab, counted)
    loop.start()
    await time.goTo(20_000)
    expect(looks).toBeLessThan(5)
    await loop.stop()
  })

  it('gives back what it has claimed while it was being stopped', async () => {
    await using lab = await openLab()
    const [id = ''] = await lab.deliveries(await lab.endpoint('https://a.example/'), 1)
    let stopped: Promise<void> | undefined
    const slow: Storage = {
      ...lab.storage,
      async claimDeliveries(options) {
        const result = await lab.storage.claimDeliveries(options)
        stopped ??= loop.stop()
        return result
      },
    }
    const { loop, time, ids } = loopOf(lab, slow)
    loop.start()
    await eventually(() => stopped !== undefined)
    await time.goTo(1_000)
    await stopped
    expect(ids()).toEqual([])
    expect(await lab.delivery(id)).toMatchObject({ lease_until: null, lease_token: null })
  })

  it('has stopped only when all of a round has ended, also where a part of it has failed', async () => {
    await using lab = await openLab()
    const [id = ''] = await lab.deliveries(await lab.endpoint('https://a.example/'), 1)
    const gate = Promise.withResolvers<void>()
    let stopping: Promise<void> | undefined
    let over = false
    const halfAway: Storage = {
      ...lab.storage,
      confirmClaims: () => Promise.reject(new Error('away')),
      async claimDeliveries(options) {
        const claims = await lab.storage.claimDeliveries(options)
        stopping ??= loop.stop().then(() => void (over = true))
        await gate.promise
        return claims
      },
    }
    const { loop, time, shares, ids } = loopOf(lab, halfAway)
    // Beside the one of the queue, one that was taken over and waits in memory.
    const [claim] = await lab.storage.claimDeliveries([
      {
        property_id: lab.propertyId,
        wanted: [{ ...(await lane(lab)), limit: 1, dueBy: lab.clock.now() }],
        now: lab.clock.now(),
        realNow: 0,
        leaseUntil: lab.clock.real() + leaseMs,
        leaseToken: 'of this node',
      },
    ])
    for (const held of claim?.claimed ?? []) shares.backlog.hold(held)
    loop.start()
    await eventually(() => stopping !== undefined)
    await time.goTo(1_000)
    expect(over).toBe(false)
    gate.resolve()
    await stopping
    expect(ids()).toEqual([])
    expect(await lab.delivery(id)).toMatchObject({ lease_until: null, lease_token: null })
  })
})

/** A lane of another endpoint, in which one delivery is due. */
async function lane(lab: Lab) {
  const endpoint_id = await lab.endpoint('https://held.example/')
  await lab.deliveries(endpoint_id, 1)
  return { endpoint_id, status: 'pending' as const }
}
