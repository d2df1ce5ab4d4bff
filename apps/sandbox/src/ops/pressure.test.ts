import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { describe, expect, it, onTestFinished } from 'vitest'
import { processSenses, watchPressure } from './pressure.ts'

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

describe('what a process feels of its pressure', () => {
  it('is how late its event loop was since the last time', async () => {
    const senses = processSenses()
    // A delay is counted from one tick to the next, and each look begins anew: one that is blocked right after a look is
    // not seen, so it is blocked again and again. A busy machine makes it later still.
    const blocking = setInterval(() => block(60), 15)
    onTestFinished(() => clearInterval(blocking))
    await expect.poll(() => senses.lateMs()).toBeGreaterThan(20)
    clearInterval(blocking)
    senses.stop()
    senses.lateMs()
    await setImmediate()
    expect(senses.lateMs()).toBe(0)
  })

  it('is the part of the heap that is in use', () => {
    const senses = processSenses()
    senses.stop()
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    expect(senses.heapUsed()).toBeCloseTo(used / limit, 2)
    expect(senses.heapUsed()).toBeGreaterThan(0)
  })

  it('is asked for again and again until it is stopped, and is what limits are compared with', async () => {
    const events = new EventTarget()
    const senses = processSenses()
    const every: typeof senses.every = (ms, callback) =>
      senses.every(ms, () => {
        callback()
        events.dispatchEvent(new Event('sample'))
      })
    const limits = { maxEventLoopDelayMs: 'off', maxHeapUsed: 0.000_001, sampleMs: 5 } as const
    const pressure = watchPressure(limits, { ...senses, every })
    expect(pressure.short()).toBeUndefined()
    await once(events, 'sample')
    await once(events, 'sample')
    expect(pressure.short()).toBe('heap')
    pressure.stop()
  })
})
