import { describe, expect, it } from 'vitest'
import { updateEndpoint } from '../service/webhook-endpoints.ts'
import { StorageUnavailable } from '../storage/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'

// Nobody waits for the engine here, as that would wake it. It looks by itself only after half a minute.
describe('an engine that has nothing to do goes on', { timeout: 10_000 }, () => {
  it('when the clock reaches what is due', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const due = lab.clock.now() + 60_000
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1, { due })
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    expect(receiver.received).toEqual([])
    await lab.clock.advanceTo(due)
    await eventually(() => receiver.ids().includes(id))
  })

  it('when the database answers again', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    let refusals = 2
    const storage: Storage = {
      ...lab.storage,
      claimDeliveries: (options) =>
        refusals-- > 0
          ? Promise.reject(new StorageUnavailable('away'))
          : lab.storage.claimDeliveries(options),
    }
    lab.engine({ storage }).start()
    await eventually(() => receiver.ids().includes(id))
    expect(refusals).toBeLessThan(0)
  })

  it('when the lease of a node is over that died with its claims', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const receiver = await lab.receiver()
    const [claimed = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: real + 15_000, lease_token: 'of the dead' })
        .execute(),
    )
    let looks = 0
    const db = new Proxy(lab.storage.db, {
      get(target, name) {
        if (name === 'selectFrom') looks += 1
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    lab.engine({ storage: { ...lab.storage, db } }).start()
    // It has looked once, and has seen what it may not have.
    await eventually(() => looks > 0)
    real += 15_001
    await eventually(() => receiver.ids().includes(claimed))
    expect(receiver.ids()).toEqual([claimed])
  })
})

describe('an engine that is stopped while it claims', () => {
  it('gives back what it has claimed too late', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const { promise: claimed, resolve: tellClaimed } = Promise.withResolvers<void>()
    const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>()
    let first = true
    const storage: Storage = {
      ...lab.storage,
      async claimDeliveries(options) {
        const result = await lab.storage.claimDeliveries(options)
        if (first) {
          first = false
          tellClaimed()
          await goOn
        }
        return result
      },
    }
    const engine = lab.engine({ storage })
    engine.start()
    await claimed
    expect(await lab.delivery(id)).toMatchObject({ lease_token: expect.any(String) })
    const stopped = engine.stop()
    letGoOn()
    await stopped
    expect(await lab.delivery(id)).toMatchObject({ status: 'pending', lease_token: null, lease_until: null })
    expect(receiver.received).toEqual([])
  })
})

describe('an endpoint that is switched on again', () => {
  it('is told to every node, also to those that sleep', async () => {
    await using lab = await openLab()
    const endpoint = await lab.endpoint('https://receiver.example/', { is_active: 0 })
    let heard = 0
    lab.storage.listen('deliveries', () => void heard++)
    const { storage, runtime } = lab
    const secrets = { seal: (plain: string) => plain, open: (sealed: string) => sealed }
    const context = { storage, runtime, secrets, targets: 'local' } as const
    const change = (is_active: boolean) =>
      storage.write((tx) => updateEndpoint(context, tx, lab.propertyId, endpoint, { is_active }))
    await change(true)
    await eventually(() => heard === 1)
    await change(true)
    await change(false)
    await change(true)
    await eventually(() => heard === 2)
    expect(heard).toBe(2)
  })
})
