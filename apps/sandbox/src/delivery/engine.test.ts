import { verify } from '@svc/signing'
import { describe, expect, it } from 'vitest'
import { advanceClock } from './advance.ts'
import type { AttemptReport } from './engine.ts'
import { eventually, labSecret, openLab } from '../../test/kit/delivery-lab.ts'

const minute = 60_000

describe('the ladder', () => {
  it('five attempts at their exact times, then dead', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end('no'))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const start = lab.clock.now()
    expect(await advanceClock({ ...lab, engine, seconds: 24 * 3600 })).toBe(5)
    expect(receiver.received.map(({ at }) => at - start)).toEqual(
      [0, 1, 6, 36, 156].map((minutes) => minutes * minute),
    )
    expect(await lab.delivery(id)).toMatchObject({
      status: 'dead',
      attempts: 5,
      ladder_attempts: 5,
      next_attempt_at: null,
      delivered_at: null,
      last_attempted_at: start + 156 * minute,
      response_status: 500,
      response_body: 'no',
      lease_until: null,
      lease_token: null,
    })
    const log = await lab.attempts(id)
    expect(log.map(({ number, kind, outcome, error }) => ({ number, kind, outcome, error }))).toEqual(
      [1, 2, 3, 4, 5].map((number) => ({ number, kind: 'scheduled', outcome: 'failed', error: 'status' })),
    )
  })

  it('a delivery that is between attempts is failed; the first success ends it', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) =>
      response.writeHead(receiver.received.length < 3 ? 503 : 202).end(`answer ${receiver.received.length}`),
    )
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const start = lab.clock.now()
    await engine.settled()
    expect(await lab.delivery(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      next_attempt_at: start + minute,
      response_status: 503,
      response_body: 'answer 1',
    })
    await advanceClock({ ...lab, engine, seconds: 24 * 3600 })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 3,
      next_attempt_at: null,
      delivered_at: start + 6 * minute,
      last_attempted_at: start + 6 * minute,
      response_status: 202,
      response_body: 'answer 3',
    })
    expect(receiver.received).toHaveLength(3)
  })

  it('each attempt sends the same bytes, signed with the secret of the moment', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
    const endpoint = await lab.endpoint(receiver.url)
    const [id = ''] = await lab.deliveries(endpoint, 1)
    const engine = lab.engine({ userAgent: 'lab/1' })
    engine.start()
    await engine.settled()
    await lab.storage.write((tx) =>
      tx
        .updateTable('webhook_endpoints')
        .set({ secret: 'whsec_new', previous_secret: labSecret })
        .where('id', '=', endpoint)
        .execute(),
    )
    await advanceClock({ ...lab, engine, seconds: 60 })
    const [first, second] = receiver.received
    expect(first?.body).toBe(JSON.stringify({ id, type: 'payment.created' }))
    expect(second?.body).toBe(first?.body)
    expect(verify(first?.body ?? '', first?.headers['x-svc-signature'], labSecret)).toBe(true)
    expect(verify(second?.body ?? '', second?.headers['x-svc-signature'], 'whsec_new')).toBe(true)
    expect(second?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-svc-event': 'payment.created',
      'x-svc-delivery': id,
      'user-agent': 'lab/1',
    })
  })

  it('a restart continues the ladder', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const before = lab.engine()
    before.start()
    const start = lab.clock.now()
    await advanceClock({ ...lab, engine: before, seconds: 90 })
    await before.stop()
    await lab.clock.advanceTo(start + 10 * minute)
    const after = lab.engine()
    after.start()
    await after.settled()
    // The third attempt was due at minute 6, when no engine ran; the fourth counts from when it was made.
    expect(receiver.received.map(({ at }) => (at - start) / minute)).toEqual([0, 1, 10])
    expect(await lab.delivery(id)).toMatchObject({ attempts: 3, next_attempt_at: start + 40 * minute })
  })
})

describe('what is due', () => {
  it('goes out in order of due time, then of creation', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const one = await lab.endpoint(receiver.url)
    const other = await lab.endpoint(receiver.url)
    const now = lab.clock.now()
    const [third = '', fourth = ''] = await lab.deliveries(one, 2, { due: now - 1_000 })
    const [first = ''] = await lab.deliveries(other, 1, { due: now - 3_000 })
    const [second = ''] = await lab.deliveries(one, 1, { due: now - 2_000 })
    const [fifth = ''] = await lab.deliveries(other, 1, { due: now })
    const [later = ''] = await lab.deliveries(other, 1, { due: now + 1 })
    const engine = lab.engine({ concurrency: 1 })
    engine.start()
    await engine.settled()
    expect(receiver.ids()).toEqual([first, second, third, fourth, fifth])
    expect(await lab.delivery(later)).toMatchObject({ status: 'pending', attempts: 0 })
  })

  it('on a running clock is sent by itself when it is due', async () => {
    await using lab = await openLab({ mode: 'real' })
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url)
    const engine = lab.engine()
    engine.start()
    const due = lab.clock.now() + 150
    const ids = await lab.deliveries(endpoint, 1, { due })
    await eventually(() => receiver.received.length === 1)
    expect(receiver.ids()).toEqual(ids)
    expect(receiver.received[0]?.at).toBeGreaterThanOrEqual(due)
  })

  it('on a frozen clock is sent as soon as the clock reaches its time', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const engine = lab.engine()
    engine.start()
    await lab.deliveries(await lab.endpoint(receiver.url), 1, { due: lab.clock.now() + 5_000 })
    await lab.clock.advanceTo(lab.clock.now() + 5_000)
    await eventually(() => receiver.received.length === 1)
    expect(receiver.received).toHaveLength(1)
  })

  it('is held while its endpoint is off, and leaves when it is switched on', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver()
    const endpoint = await lab.endpoint(receiver.url, { is_active: 0 })
    const ids = await lab.deliveries(endpoint, 3)
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    await advanceClock({ ...lab, engine, seconds: 3_600 })
    expect(receiver.received).toHaveLength(0)
    await lab.storage.write(async (tx) => {
      await tx.updateTable('webhook_endpoints').set({ is_active: 1 }).where('id', '=', endpoint).execute()
      await lab.storage.notify(tx, 'deliveries')
    })
    await engine.settled()
    expect(receiver.ids().toSorted()).toEqual(ids.toSorted())
  })

  it('goes away with its endpoint, also under way', async () => {
    await using lab = await openLab()
    let answer: (() => void) | undefined
    const receiver = await lab.receiver((_, response) => (answer = () => response.end()))
    const endpoint = await lab.endpoint(receiver.url)
    await lab.deliveries(endpoint, 1)
    const reports: AttemptReport[] = []
    const engine = lab.engine({ onAttempt: (report) => reports.push(report) })
    engine.start()
    await eventually(() => answer !== undefined)
    await lab.storage.write((tx) => tx.deleteFrom('webhook_endpoints').where('id', '=', endpoint).execute())
    answer?.()
    await engine.settled()
    expect(engine.inFlight()).toBe(0)
    expect(reports).toEqual([])
    expect(await lab.storage.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })
})

describe('a hung receiver', () => {
  it('takes only its own slots: the others get everything meanwhile', async () => {
    await using lab = await openLab()
    const hung = await lab.receiver(() => undefined)
    const healthy = await lab.receiver()
    const hungEndpoint = await lab.endpoint(hung.url)
    const waiting = await lab.deliveries(hungEndpoint, 500, { due: lab.clock.now() - 60_000 })
    const engine = lab.engine({ concurrency: 8, perEndpoint: 3, timeoutMs: 60_000 })
    engine.start()
    const ids = [
      ...(await lab.deliveries(await lab.endpoint(healthy.url), 60)),
      ...(await lab.deliveries(await lab.endpoint(healthy.url), 60)),
    ]
    await eventually(() => healthy.received.length === 120)
    expect(healthy.ids().toSorted()).toEqual(ids.toSorted())
    expect(hung.ids().toSorted()).toEqual(waiting.slice(0, 3).toSorted())
    expect(engine.inFlight()).toBeLessThanOrEqual(8)
  })
})
