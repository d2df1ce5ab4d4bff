import { afterEach, expect, it, vi } from 'vitest'
import { advanceClock } from './advance.ts'
import { openLab } from '../../test/kit/delivery-lab.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('steps from due time to due time, in order, retries on the way included', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver(({ id }, response) =>
    response.writeHead(id === failing ? 500 : 200).end(),
  )
  const endpoint = await lab.endpoint(receiver.url)
  const start = lab.clock.now()
  const [late = ''] = await lab.deliveries(endpoint, 1, { due: start + 90_000 })
  const [soon = ''] = await lab.deliveries(endpoint, 1, { due: start + 30_000 })
  const [failing = ''] = await lab.deliveries(endpoint, 1)
  const engine = lab.engine()
  engine.start()
  expect(await advanceClock({ ...lab, engine, seconds: 360 })).toBe(5)
  expect(receiver.received.map(({ id, at }) => [id, (at - start) / 1_000])).toEqual([
    [failing, 0],
    [soon, 30],
    [failing, 60],
    [late, 90],
    [failing, 360],
  ])
  expect(lab.clock.now()).toBe(start + 360_000)
})

it('fractions of a second count', async () => {
  await using lab = await openLab()
  const start = lab.clock.now()
  const engine = lab.engine()
  engine.start()
  await advanceClock({ ...lab, engine, seconds: 0.25 })
  await advanceClock({ ...lab, engine, seconds: 1.0004 })
  expect(lab.clock.now() - start).toBe(1_250)
})

it('beyond the year 9999 it goes no step of the way', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver()
  const start = lab.clock.now()
  await lab.deliveries(await lab.endpoint(receiver.url), 1, { due: start + 30_000 })
  const engine = lab.engine()
  engine.start()
  const tooFar = (Date.UTC(10_000, 0) - start) / 1_000
  await expect(advanceClock({ ...lab, engine, seconds: tooFar })).rejects.toThrow('year 9999')
  expect(lab.clock.now()).toBe(start)
  expect(receiver.received).toEqual([])
})

it('0 seconds settle what is due now', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver()
  await lab.deliveries(await lab.endpoint(receiver.url), 3)
  const engine = lab.engine()
  engine.start()
  expect(await advanceClock({ ...lab, engine, seconds: 0 })).toBe(0 + receiver.received.length)
  expect(receiver.received).toHaveLength(3)
})

it('two advances at once run one after the other', async () => {
  await using lab = await openLab()
  const start = lab.clock.now()
  const engine = lab.engine()
  engine.start()
  const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
  await lab.deliveries(await lab.endpoint(receiver.url), 1)
  const counts = await Promise.all([
    advanceClock({ ...lab, engine, seconds: 60 }),
    advanceClock({ ...lab, engine, seconds: 300 }),
  ])
  expect(counts).toEqual([2, 1])
  expect(lab.clock.now()).toBe(start + 360_000)
})

it('on a running clock it jumps ahead', async () => {
  await using lab = await openLab({ mode: 'real' })
  const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
  await lab.deliveries(await lab.endpoint(receiver.url), 1)
  const engine = lab.engine()
  engine.start()
  const before = lab.clock.offsetMs()
  expect(await advanceClock({ ...lab, engine, seconds: 3 * 3600 })).toBe(5)
  expect(lab.clock.offsetMs() - before).toBeGreaterThan(3 * 3600_000 - 20_000)
})

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d seconds are refused', async (seconds) => {
  await using lab = await openLab()
  const engine = lab.engine()
  await expect(advanceClock({ ...lab, engine, seconds })).rejects.toBeInstanceOf(RangeError)
})

it('works with the fake timers of a test', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver((_, response) => response.writeHead(500).end())
  await lab.deliveries(await lab.endpoint(receiver.url), 1)
  const engine = lab.engine()
  vi.useFakeTimers()
  engine.start()
  expect(await advanceClock({ ...lab, engine, seconds: 3 * 3600 })).toBe(5)
  vi.useRealTimers()
})

it('an advance that fails does not stop the next one', async () => {
  await using lab = await openLab()
  const start = lab.clock.now()
  const engine = lab.engine()
  engine.start()
  let fail = true
  const settled = async () => {
    if (fail) throw new Error('the database is away')
    await engine.settled()
  }
  const first = advanceClock({ ...lab, engine: { settled }, seconds: 60 })
  const second = advanceClock({ ...lab, engine: { settled }, seconds: 60 })
  await expect(first).rejects.toThrow('the database is away')
  fail = false
  await second
  expect(lab.clock.now()).toBe(start + 60_000)
})

it('takes over first what another node has made of the clock', async () => {
  await using lab = await openLab()
  const engine = lab.engine()
  const order: string[] = []
  const clock = {
    now: () => lab.clock.now(),
    advanceTo: (ms: number) => lab.clock.advanceTo(ms),
    reload: async () => void order.push('reload'),
  }
  const settled = async () => void order.push('settled')
  await advanceClock({ clock, storage: lab.storage, engine: { settled }, seconds: 1 })
  expect(order[0]).toBe('reload')
  expect(engine.inFlight()).toBe(0)
})

it('what falls due at the very end is made before it resolves', async () => {
  await using lab = await openLab()
  const receiver = await lab.receiver()
  const endpoint = await lab.endpoint(receiver.url)
  const engine = lab.engine()
  engine.start()
  const start = lab.clock.now()
  // Committed while the clock takes its last step, as on a running clock or by another node.
  const clock = {
    now: () => lab.clock.now(),
    reload: () => lab.clock.reload(),
    async advanceTo(ms: number) {
      await lab.clock.advanceTo(ms)
      await lab.deliveries(endpoint, 1, { due: ms })
    },
  }
  expect(await advanceClock({ clock, storage: lab.storage, engine, seconds: 60 })).toBe(1)
  expect(receiver.received.map(({ at }) => at - start)).toEqual([60_000])
})

/** A clock that another node advances by so much after this one has looked, and that refuses to be advanced by this one. */
function movedMeanwhile(
  clock: Awaited<ReturnType<typeof openLab>>['clock'],
  aheadMs: number,
  refusal: Error,
) {
  let ahead = 0
  return {
    now: () => clock.now() + ahead,
    reload: () => clock.reload(),
    advanceTo() {
      ahead = aheadMs
      return Promise.reject(refusal)
    },
  }
}

it.each([
  ['passed a time by itself goes on from there', 5_000, 0],
  ['does not get to a time says so', 0, 'backwards'],
])('a clock that %s', async (_what, aheadMs, refusal) => {
  await using lab = await openLab()
  const start = lab.clock.now()
  const engine = lab.engine()
  engine.start()
  const clock = movedMeanwhile(lab.clock, aheadMs, new RangeError('backwards'))
  const told = await advanceClock({ ...lab, engine, clock, seconds: 1 }).catch(
    (error: Error) => error.message,
  )
  expect(told).toBe(refusal)
  expect(lab.clock.now()).toBe(start)
})

it('a clock that fails for another reason fails the advance, wherever it stands', async () => {
  await using lab = await openLab()
  const engine = lab.engine()
  engine.start()
  const clock = movedMeanwhile(lab.clock, 5_000, new Error('away'))
  await expect(advanceClock({ ...lab, engine, clock, seconds: 1 })).rejects.toThrow('away')
})
