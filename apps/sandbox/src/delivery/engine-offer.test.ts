import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import { openStorage } from '../storage/open.ts'
import type { DeliveryEngine } from './engine.ts'
import { eventually, type Lab, openLab } from '../../test/kit/delivery-lab.ts'

const databases: [string, () => Promise<Lab>][] = [
  ['memory', () => openLab()],
  ['a file', async () => openLab(await freshDatabase('sqlite'))],
  ['PostgreSQL', async () => openLab(await freshDatabase('postgres'))],
]

/** Records a payment whose event goes to every endpoint of the lab, offered to an engine. */
async function pay({ storage, clock, propertyId }: Lab, engine?: DeliveryEngine): Promise<void> {
  const now = clock.now()
  const recorded = await storage.recordPayment({
    record: {
      property_id: propertyId,
      scope: randomUUID(),
      fingerprint: '',
      status: 201,
      body: '{}',
      created_at: now,
      expires_at: now + 1_000,
    },
    payment: {
      property_id: propertyId,
      id: randomUUID(),
      bid: null,
      gid: null,
      date: now,
      status: 1,
      json: '{}',
    },
    event: {
      id: randomUUID(),
      type: 'payment.created',
      data: '{}',
      envelope: '"type":"payment.created"}',
      traceparent: null,
    },
    offer: engine?.offer(propertyId),
  })
  expect(recorded).toBe(true)
}

const rowsOf = ({ storage }: Lab) =>
  storage.db
    .selectFrom('deliveries')
    .select(['id', 'status', 'attempts', 'lease_until', 'lease_token'])
    .orderBy('seq')
    .execute()

/** A receiver that answers the first requests when it is told to, and the others at once. */
async function slowReceiver(lab: Lab) {
  const { promise: told, resolve: answer } = Promise.withResolvers<void>()
  const receiver = await lab.receiver((_, response) => void told.then(() => response.end('ok')))
  return { receiver, answer }
}

/** An engine that took over the deliveries of so many payments: the first is under way, and the others wait in memory. */
async function holding(lab: Lab, payments: number) {
  const { receiver, answer } = await slowReceiver(lab)
  await lab.endpoint(receiver.url)
  const engine = lab.engine({ perEndpoint: 1 })
  engine.start()
  await engine.settled()
  for (let paid = 0; paid < payments; paid += 1) await pay(lab, engine)
  await eventually(() => receiver.received.length === 1)
  return { engine, receiver, answer }
}

describe.each(databases)('deliveries that are offered on %s', (_, open) => {
  it('are born claimed, and sent without being looked for', async () => {
    await using lab = await open()
    const receiver = await lab.receiver()
    await lab.endpoint(receiver.url)
    await lab.endpoint(receiver.url)
    let claims = 0
    const engine = lab.engine({
      storage: {
        ...lab.storage,
        claimDeliveries: (options) => {
          claims += 1
          return lab.storage.claimDeliveries(options)
        },
      },
    })
    engine.start()
    await engine.settled()
    await pay(lab, engine)
    await engine.settled()
    const rows = await rowsOf(lab)
    expect(rows.map(({ status, attempts, lease_token }) => [status, attempts, lease_token])).toEqual([
      ['delivered', 1, null],
      ['delivered', 1, null],
    ])
    expect(receiver.ids().toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(receiver.received.map(({ body }) => body)).toEqual(
      receiver.ids().map((id) => `{"id":"${id}","type":"payment.created"}`),
    )
    const [log] = await lab.attempts(rows[0]?.id ?? '')
    expect(log).toMatchObject({ number: 1, kind: 'scheduled', outcome: 'delivered' })
    expect(claims).toBe(0)
  })

  it('wait for their endpoint to have room, in their order, and are sent once', async () => {
    await using lab = await open()
    const { engine, receiver, answer } = await holding(lab, 5)
    const rows = await rowsOf(lab)
    expect(rows.every(({ lease_token }) => lease_token !== null)).toBe(true)
    answer()
    await engine.settled()
    expect(receiver.ids().slice(0, 2)).toEqual(rows.slice(0, 2).map(({ id }) => id))
    expect(receiver.ids().toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect((await rowsOf(lab)).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
      rows.map(() => 'delivered 1'),
    )
  })

  it('are not sent when their endpoint was switched off, or they were resent, while they waited', async () => {
    await using lab = await open()
    const { engine, answer } = await holding(lab, 3)
    const quick = await lab.receiver()
    const [, resent, held] = await rowsOf(lab)
    await lab.storage.write((tx) => tx.updateTable('webhook_endpoints').set({ url: quick.url }).execute())
    await engine.resend(lab.propertyId, resent?.id ?? '')
    await lab.storage.write((tx) => tx.updateTable('webhook_endpoints').set({ is_active: 0 }).execute())
    answer()
    await eventually(async () => (await rowsOf(lab)).every(({ lease_token }) => lease_token === null))
    expect((await rowsOf(lab)).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
      'delivered 1',
      'delivered 1',
      'pending 0',
    ])
    expect(quick.ids()).toEqual([resent?.id])
    await lab.storage.write((tx) => tx.updateTable('webhook_endpoints').set({ is_active: 1 }).execute())
    await engine.settled()
    expect(quick.ids()).toEqual([resent?.id, held?.id])
  })

  it('are given back when the engine stops, and left to the queue when it does not run', async () => {
    await using lab = await open()
    const { receiver, answer } = await slowReceiver(lab)
    await lab.endpoint(receiver.url)
    const engine = lab.engine({ perEndpoint: 1 })
    expect(engine.offer(lab.propertyId)).toBeUndefined()
    engine.start()
    await engine.settled()
    await pay(lab, engine)
    await pay(lab, engine)
    await eventually(() => receiver.received.length === 1)
    const stopped = engine.stop()
    answer()
    await stopped
    await pay(lab, engine)
    expect((await rowsOf(lab)).map(({ status, lease_token }) => [status, lease_token])).toEqual([
      ['delivered', null],
      ['pending', null],
      ['pending', null],
    ])
  })

  it('are given back by who holds them alone', async () => {
    await using lab = await open()
    const { engine, answer } = await holding(lab, 3)
    const [, lost] = await rowsOf(lab)
    await lab.storage.write((tx) =>
      tx
        .updateTable('deliveries')
        .set({ lease_token: 'of another' })
        .where('id', '=', lost?.id ?? '')
        .execute(),
    )
    const stopped = engine.stop()
    answer()
    await stopped
    expect((await rowsOf(lab)).map(({ status, lease_token }) => [status, lease_token])).toEqual([
      ['delivered', null],
      ['pending', 'of another'],
      ['pending', null],
    ])
  })

  it.each(['was long in coming', 'could not be confirmed for long'])(
    'are attempted under a new claim when theirs %s',
    async (how) => {
      await using lab = await open()
      let late = 0
      const clock: Lab['clock'] = Object.create(lab.clock, {
        real: { value: () => lab.clock.real() + late },
      })
      const left: number[] = []
      // The second one waits in memory for as long as the first one is under way.
      const paid = Promise.withResolvers<void>()
      const receiver = await lab.receiver(async ({ id }, response) => {
        const row = (await rowsOf(lab)).find((one) => one.id === id)
        left.push(Number(row?.lease_until) - clock.real())
        await paid.promise
        response.end('ok')
      })
      await lab.endpoint(receiver.url)
      let away = how === 'could not be confirmed for long'
      const engine = lab.engine({
        perEndpoint: 1,
        timeoutMs: 5_000,
        runtime: { ...lab.runtime, clock },
        storage: {
          ...lab.storage,
          confirmClaims(claims) {
            if (!away) return lab.storage.confirmClaims(claims)
            away = false
            late += 9_500
            return Promise.reject(new Error('away'))
          },
        },
      })
      engine.start()
      await engine.settled()
      if (away) {
        await pay(lab, engine)
        await pay(lab, engine)
      } else {
        const offer = engine.offer(lab.propertyId)
        late += 9_500
        await pay(lab, { ...engine, offer: () => offer })
      }
      paid.resolve()
      await engine.settled()
      expect(
        (await rowsOf(lab)).every(({ status, attempts }) => `${status} ${attempts}` === 'delivered 1'),
      ).toBe(true)
      expect(new Set(receiver.ids()).size).toBe(receiver.received.length)
      // An attempt takes five seconds at most, and its commit one.
      expect(Math.min(...left)).toBeGreaterThan(5_900)
      expect(late).toBe(9_500)
    },
  )

  it('go to the queue behind what waits there', async () => {
    await using lab = await open()
    const { receiver, answer } = await slowReceiver(lab)
    const endpoint = await lab.endpoint(receiver.url)
    const engine = lab.engine({ perEndpoint: 1 })
    engine.start()
    await engine.settled()
    await lab.deliveries(endpoint, 2)
    await eventually(() => receiver.received.length === 1)
    await eventually(() => engine.offer(lab.propertyId)?.left.includes(endpoint) === true)
    await pay(lab, engine)
    const rows = await rowsOf(lab)
    expect(rows.at(-1)?.lease_token).toBeNull()
    answer()
    await engine.settled()
    expect(receiver.ids().toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })
})

it('are not sent when another process that has the file open has switched their endpoint off while they waited', async () => {
  const database = await freshDatabase('sqlite')
  await using lab = await openLab(database)
  const { answer } = await holding(lab, 3)
  const other = await openStorage(database)
  await other.write((tx) => tx.updateTable('webhook_endpoints').set({ is_active: 0 }).execute())
  await other.close()
  answer()
  await eventually(async () => (await rowsOf(lab)).every(({ lease_token }) => lease_token === null))
  expect((await rowsOf(lab)).map(({ status }) => status)).toEqual(['delivered', 'pending', 'pending'])
})
