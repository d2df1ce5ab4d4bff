import { describe, expect, it } from 'vitest'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'
import { VirtualTime } from '../../test/kit/virtual-time.ts'

describe('several engines on one database', () => {
  it('send everything once', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const ids: string[] = []
    for (let endpoint = 0; endpoint < 5; endpoint += 1) {
      ids.push(...(await lab.deliveries(await lab.endpoint(receiver.url), 80)))
    }
    const engines = [lab.engine(), lab.engine({ concurrency: 7, perEndpoint: 2 })]
    for (const engine of engines) engine.start()
    await Promise.all(engines.map((engine) => engine.settled()))
    expect(receiver.ids().toSorted()).toEqual(ids.toSorted())
    const rows = await lab.storage.db.selectFrom('deliveries').select(['status', 'attempts']).execute()
    expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
      new Set(['delivered 1']),
    )
  })

  it('take over what another one had claimed, when its lease is over and not before', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const [claimed = '', free = ''] = await lab.deliveries(endpoint, 2)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: real + 15_000, lease_token: 'of a node that died' })
        .where('id', '=', claimed)
        .execute(),
    )
    const engine = lab.engine()
    engine.start()
    await eventually(async () => (await lab.delivery(free))?.status === 'delivered')
    const settled = engine.settled()
    real += 14_999
    // What comes now is claimed by a look that finds the other lease unbroken.
    const [later = ''] = await lab.deliveries(endpoint, 1)
    await eventually(() => receiver.received.length === 2)
    expect(receiver.ids()).toEqual([free, later])
    real += 1
    await settled
    expect(receiver.ids()).toEqual([free, later, claimed])
  })

  it('notice a lease that ran out without a notification', async () => {
    const time = new VirtualTime()
    await using lab = await openLab({ real: () => 1_000_000 + Math.floor(time.now) })
    const receiver = await lab.receiver()
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_until: lab.clock.real() + 9_000, lease_token: 'of a node that died' })
        .where('id', '=', id)
        .execute(),
    )
    const engine = lab.engine({ time })
    engine.start()
    await time.goTo(8_999)
    expect([engine.inFlight(), receiver.received]).toEqual([0, []])
    await time.goTo(60_000)
    await eventually(() => receiver.received.length === 1)
    expect(receiver.ids()).toEqual([id])
  })

  it('drop a result whose claim was lost meanwhile', async () => {
    let real = 1_000_000
    await using lab = await openLab({ real: () => real })
    const answers: ((status: number) => void)[] = []
    const receiver = await lab.receiver((_, response) =>
      answers.push((status) => response.writeHead(status).end()),
    )
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const slow = lab.engine()
    slow.start()
    await eventually(() => answers.length === 1)
    real += 20_000
    const quick = lab.engine()
    quick.start()
    await eventually(() => answers.length === 2)
    answers[1]?.(200)
    await eventually(async () => (await lab.delivery(id))?.status === 'delivered')
    answers[0]?.(500)
    await eventually(() => slow.inFlight() === 0)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1, response_status: 200 })
    expect(await lab.attempts(id)).toHaveLength(1)
  })

  it('a node that delivers nothing waits for the node that delivers', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    await lab.deliveries(await lab.endpoint(receiver.url), 5)
    const settled = lab.engine().settled()
    lab.engine().start()
    await settled
    expect(receiver.received).toHaveLength(5)
  })
})
