import { describe, expect, it } from 'vitest'
import { eventually, openLab } from '../../test/kit/delivery-lab.ts'

describe('stop', () => {
  it('claims nothing more and lets attempts in progress end', async () => {
    await using lab = await openLab()
    const answers: (() => void)[] = []
    const receiver = await lab.receiver((_, response) => answers.push(() => response.end()))
    const ids = await lab.deliveries(await lab.endpoint(receiver.url), 10)
    const engine = lab.engine({ perEndpoint: 2 })
    engine.start()
    await eventually(() => answers.length === 2)
    const stopped = engine.stop()
    for (const answer of answers) answer()
    await stopped
    const states = await Promise.all(ids.map((id) => lab.delivery(id)))
    expect(states.map((row) => row?.status)).toEqual([
      'delivered',
      'delivered',
      ...Array.from({ length: 8 }, () => 'pending'),
    ])
    expect(states.every((row) => row?.lease_until === null)).toBe(true)
  })

  it('releases what does not end in time: another engine has it at once', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver((_, response) => {
      if (receiver.received.length > 1) response.end()
    })
    const [id = ''] = await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine({ timeoutMs: 60_000 })
    engine.start()
    await eventually(() => receiver.received.length === 1)
    await engine.stop({ graceMs: 10 })
    expect(await lab.delivery(id)).toMatchObject({
      status: 'pending',
      attempts: 0,
      lease_until: null,
      lease_token: null,
    })
    const next = lab.engine()
    next.start()
    await next.settled()
    expect(await lab.delivery(id)).toMatchObject({ status: 'delivered', attempts: 1 })
  })

  it('rejects calls that wait, and can be undone', async () => {
    await using lab = await openLab()
    const receiver = await lab.receiver(() => undefined)
    await lab.deliveries(await lab.endpoint(receiver.url), 1)
    const engine = lab.engine()
    engine.start()
    const waiting = engine.settled().catch((error: unknown) => error)
    await eventually(() => receiver.received.length === 1)
    await engine.stop({ graceMs: 0 })
    expect(await waiting).toMatchObject({ name: 'EngineStopped', code: 'engine_stopped' })
    engine.start()
    await eventually(() => receiver.received.length === 2)
    expect(engine.inFlight()).toBe(1)
  })
})
