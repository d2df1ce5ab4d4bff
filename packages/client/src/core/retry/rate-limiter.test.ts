import { getEventListeners } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeRuntime, settle } from '../../../test/support/runtime.ts'
import { createRateLimiter } from './rate-limiter.ts'

const never = new AbortController().signal

describe('createRateLimiter', () => {
  it('lets the first through at once and the others as the window moves on, in order', async () => {
    const runtime = fakeRuntime()
    const limiter = createRateLimiter({ requests: 2, perMs: 1_000, runtime })
    const order: string[] = []
    for (const name of 'abcde') {
      void limiter.acquire(never).then(() => order.push(`${name}@${runtime.now()}`))
    }
    await settle()
    expect(order).toEqual(['a@0', 'b@0'])
    await runtime.advance(999)
    expect(order).toHaveLength(2)
    await runtime.advance(1_001)
    expect(order).toEqual(['a@0', 'b@0', 'c@1000', 'd@1000', 'e@2000'])
    expect(runtime.pending()).toEqual([])
  })

  it('a newcomer does not overtake those who wait', async () => {
    const runtime = fakeRuntime()
    const limiter = createRateLimiter({ requests: 1, perMs: 100, runtime })
    const order: number[] = []
    await limiter.acquire(never)
    void limiter.acquire(never).then(() => order.push(1))
    await runtime.advance(50)
    void limiter.acquire(never).then(() => order.push(2))
    await runtime.advance(50)
    void limiter.acquire(never).then(() => order.push(3))
    await runtime.advance(200)
    expect(order).toEqual([1, 2, 3])
  })

  it('an abort leaves the queue at once, costs nothing and leaves nothing behind', async () => {
    const runtime = fakeRuntime()
    const limiter = createRateLimiter({ requests: 1, perMs: 100, runtime })
    const controller = new AbortController()
    await limiter.acquire(never)
    const aborted = limiter.acquire(controller.signal)
    const next = limiter.acquire(never)
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    await runtime.advance(100)
    await next
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    await expect(limiter.acquire(controller.signal)).rejects.toThrow('enough')
  })

  it('whoever was let through is no longer listened to', async () => {
    const runtime = fakeRuntime()
    const limiter = createRateLimiter({ requests: 1, perMs: 100, runtime })
    const controller = new AbortController()
    await limiter.acquire(never)
    const waited = limiter.acquire(controller.signal)
    await runtime.advance(100)
    await waited
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('the last one to leave takes the timer along', async () => {
    const runtime = fakeRuntime()
    const limiter = createRateLimiter({ requests: 1, perMs: 100, runtime })
    const controller = new AbortController()
    await limiter.acquire(never)
    const aborted = limiter.acquire(controller.signal)
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect(runtime.pending()).toEqual([])
    // Whoever comes after is served all the same.
    const next = limiter.acquire(never).then(() => runtime.now())
    await runtime.advance(100)
    expect(await next).toBe(100)
  })

  it('never more than the limit in any stretch of the window, and nobody waits for ever', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), gaps, async (requests, arrivals) => {
        const runtime = fakeRuntime()
        const limiter = createRateLimiter({ requests, perMs: 500, runtime })
        const passed: number[] = []
        for (const gap of arrivals) {
          await runtime.advance(gap)
          void limiter.acquire(never).then(() => passed.push(runtime.now()))
        }
        await runtime.advance(500 * arrivals.length)
        expect(passed).toHaveLength(arrivals.length)
        for (const [index, time] of passed.entries()) {
          const inWindow = passed.slice(index).filter((other) => other < time + 500)
          expect(inWindow.length).toBeLessThanOrEqual(requests)
        }
      }),
      { numRuns: 30 },
    )
  })
})
