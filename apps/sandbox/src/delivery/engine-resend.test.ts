import { describe, expect, it } from 'vitest'
import { advanceClock } from './advance.ts'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'

const minute = 60_000

describe('a resend', () => {
  const answering =
    (status: () => number) => (_: unknown, response: { writeHead(s: number): { end(): void } }) =>
      response.writeHead(status()).end()

  it('of a dead delivery: success makes it delivered, with the same id and bytes', async () => {
    await using lab = await openLab()
    let status = 500
    const receiver = await lab.receiver(answering(() => status))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await advanceClock({ ...lab, engine, seconds: 24 * 3600 })
    expect(await engine.resend(lab.propertyId, id)).toMatchObject({
      number: 6,
      kind: 'manual',
      outcome: 'failed',
      error: 'status',
    })
    expect(await lab.delivery(id)).toMatchObject({ status: 'dead', attempts: 6, ladder_attempts: 5 })
    status = 200
    expect(await engine.resend(lab.propertyId, id)).toEqual({
      number: 7,
      kind: 'manual',
      outcome: 'delivered',
      started_at: new Date(lab.clock.now()).toISOString(),
      duration_ms: expect.any(Number),
      response_status: 200,
      response_body: '',
      error: null,
      wire: expect.objectContaining({ url: receiver.url }) as object,
    })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 7,
      delivered_at: lab.clock.now(),
      next_attempt_at: null,
    })
    expect(new Set(receiver.received.map(({ id: sent, body }) => `${sent} ${body}`)).size).toBe(1)
    expect((await lab.attempts(id)).map(({ number, kind }) => `${number} ${kind}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `${number} scheduled`),
      '6 manual',
      '7 manual',
    ])
  })

  it('between attempts: failure leaves status and schedule, success ends the ladder', async () => {
    await using lab = await openLab()
    let status = 500
    const receiver = await lab.receiver(answering(() => status))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    const due = lab.clock.now() + minute
    await engine.resend(lab.propertyId, id)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'failed',
      attempts: 2,
      ladder_attempts: 1,
      next_attempt_at: due,
    })
    status = 204
    await engine.resend(lab.propertyId, id)
    expect(await advanceClock({ ...lab, engine, seconds: 24 * 3600 })).toBe(0)
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 3, ladder_attempts: 1 })
  })

  it('before the first attempt and with the endpoint off: a failure leaves it pending', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver(answering(() => 500))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url, { is_active: 0 }), 1)
    await lab.engine().resend(lab.propertyId, id)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'pending',
      attempts: 1,
      ladder_attempts: 0,
      next_attempt_at: lab.clock.now(),
    })
  })

  it('that succeeds while a scheduled attempt is failing wins', async () => {
    await using lab = await openLab()
    let fail: (() => void) | undefined
    const receiver = await lab.receiver((_, response) => {
      if (fail) response.end()
      else fail = () => response.writeHead(500).end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await eventually(() => fail !== undefined)
    expect(await engine.resend(lab.propertyId, id)).toMatchObject({ number: 1, outcome: 'delivered' })
    fail?.()
    await eventually(() => engine.inFlight() === 0)
    expect(await lab.delivery(id)).toMatchObject({
      status: 'delivered',
      attempts: 2,
      ladder_attempts: 1,
      next_attempt_at: null,
      delivered_at: lab.clock.now(),
      lease_until: null,
    })
    expect((await lab.attempts(id)).map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      'manual delivered',
      'scheduled failed',
    ])
  })

  it('of an unknown delivery is not found', async () => {
    await using lab = await openLab()
    await expect(
      lab.engine().resend(lab.propertyId, 'b5ff3cd7-0d1c-4d49-a3b6-0f4ba1f12a30'),
    ).rejects.toMatchObject({
      name: 'ServiceError',
      code: 'not_found',
    })
  })

  it('of one that is deleted under way is not found', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => {
      void lab.storage.write((tx) => tx.deleteFrom('webhook_endpoints').execute()).then(() => response.end())
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    await expect(lab.engine().resend(lab.propertyId, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of a delivered one keeps the time at which it was delivered', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver(answering(() => 200))
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    await engine.settled()
    const delivered_at = lab.clock.now()
    await lab.clock.advanceTo(delivered_at + minute)
    expect(await engine.resend(lab.propertyId, id)).toMatchObject({ number: 2, outcome: 'delivered' })
    expect(await lab.delivery(id)).toMatchObject({
      delivered_at,
      last_attempted_at: delivered_at + minute,
      attempts: 2,
    })
  })
})
