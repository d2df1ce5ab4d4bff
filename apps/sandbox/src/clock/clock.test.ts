import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds, openForTest } from '../../test/kit/databases.ts'
import { openClock } from './clock.ts'

const noon = Date.parse('2026-06-01T12:00:00Z')

/** A machine's clock that the test moves. */
function machine(start = noon) {
  const clock = { ms: start, real: () => clock.ms }
  return clock
}

describe.each(kinds)('the clock of a database on %s', (kind) => {
  const openStorage = async () => openForTest(await freshDatabase(kind))

  it('starts at the machine’s time and runs with it', async () => {
    const time = machine()
    const clock = await openClock({ storage: await openStorage(), real: time.real })

    expect([clock.mode, clock.now(), clock.offsetMs()]).toEqual(['real', noon, 0])
    time.ms += 1500
    expect([clock.now(), clock.real()]).toEqual([noon + 1500, noon + 1500])
  })

  it('stands still when it is manual, until it is advanced', async () => {
    const time = machine()
    const clock = await openClock({
      storage: await openStorage(),
      mode: 'manual',
      now: 1000,
      real: time.real,
    })

    time.ms += 60_000
    expect([clock.mode, clock.now(), clock.real()]).toEqual(['manual', 1000, noon + 60_000])
    await clock.advanceTo(5000)
    expect(clock.now()).toBe(5000)
    expect(clock.offsetMs()).toBe(5000 - noon - 60_000)
  })

  it('runs on from where it was advanced to', async () => {
    const time = machine()
    const clock = await openClock({ storage: await openStorage(), real: time.real })

    await clock.advanceTo(noon + 7_200_000)
    time.ms += 1000

    expect(clock.now()).toBe(noon + 7_201_000)
    expect(clock.offsetMs()).toBe(7_200_000)
  })

  it('does not jump when its mode is switched', async () => {
    const time = machine()
    const clock = await openClock({ storage: await openStorage(), real: time.real })
    await clock.advanceTo(noon + 1000)

    await clock.set({ mode: 'manual' })
    time.ms += 5000
    expect(clock.now()).toBe(noon + 1000)
    await clock.set({ mode: 'real' })
    expect(clock.now()).toBe(noon + 1000)
    time.ms += 1
    expect(clock.now()).toBe(noon + 1001)
  })

  it('cannot go back, nor to a value that is no time', async () => {
    const clock = await openClock({ storage: await openStorage(), mode: 'manual', now: noon })

    await expect(clock.advanceTo(noon - 1)).rejects.toThrow(
      'The clock cannot go back: it is 2026-06-01T12:00:00.000Z',
    )
    await expect(clock.set({ now: Number.NaN })).rejects.toThrow(RangeError)
    await expect(clock.advanceTo(Date.UTC(10_000, 0))).rejects.toThrow('up to the year 9999')
    await expect(clock.advanceTo(noon)).resolves.toBeUndefined()
    expect(clock.now()).toBe(noon)
  })

  it('keeps its time in the database', async () => {
    const storage = await openStorage()
    const first = await openClock({ storage, mode: 'manual', now: noon })
    await first.advanceTo(noon + 5)
    first.close()

    const second = await openClock({ storage, now: 1 })
    expect([second.mode, second.now()]).toEqual(['manual', noon + 5])
    second.close()

    // A start that asks for the other mode gets it, at the same virtual time.
    const third = await openClock({ storage, mode: 'real', real: () => 77 })
    expect([third.mode, third.now()]).toEqual(['real', noon + 5])
  })

  it('reports each change once', async () => {
    const clock = await openClock({ storage: await openStorage(), mode: 'manual', now: noon })
    let heard = 0
    const stop = clock.onChange(() => void heard++)

    await clock.advanceTo(noon + 1)
    await clock.advanceTo(noon + 1)
    await clock.reload()
    stop()
    await clock.advanceTo(noon + 2)

    expect(heard).toBe(1)
  })

  it('reads its time again after the rows were replaced, or cleared', async () => {
    const storage = await openStorage()
    const clock = await openClock({ storage, mode: 'manual', now: noon })

    await storage.write((tx) =>
      tx.updateTable('meta').set({ value: '{"mode":"manual","now":5}' }).where('key', '=', 'clock').execute(),
    )
    await clock.reload()
    expect(clock.now()).toBe(5)

    await storage.write((tx) => tx.deleteFrom('meta').execute())
    await clock.reload()
    await clock.advanceTo(6)
    expect(clock.now()).toBe(6)
  })
})

describe.each(['sqlite', 'postgres'] as const)('the clock of two nodes on %s', (kind) => {
  it('is one clock', async () => {
    const database = await freshDatabase(kind)
    const [here, there] = await Promise.all([
      openForTest(database).then((storage) => openClock({ storage, mode: 'manual', now: noon })),
      openForTest(database).then((storage) => openClock({ storage, mode: 'manual', now: noon })),
    ])
    const heard = new Promise<void>((resolve) => void there.onChange(resolve))

    await here.advanceTo(noon + 60_000)
    await heard
    expect(there.now()).toBe(noon + 60_000)

    // The node that is behind cannot undo what the other has done: its call is refused when it comes second.
    const outcomes = await Promise.allSettled([here.advanceTo(noon + 90_000), there.advanceTo(noon + 80_000)])
    expect(outcomes[0].status).toBe('fulfilled')
    await expect
      .poll(() => [here.now(), there.now()], { timeout: 10_000 })
      .toEqual([noon + 90_000, noon + 90_000])
  })
})
