import { getEventListeners } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { fakeRuntime, settle } from '../../../test/support/runtime.ts'
import { abortable } from '../wire/abortable.ts'
import { startDeadline, type Stopped } from './deadline.ts'
import { delay } from './delay.ts'

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

describe('startDeadline', () => {
  it('says whose time ran out', async () => {
    const runtime = fakeRuntime()
    const total = startDeadline({ ms: 100, by: 'total', runtime })
    const attempt = startDeadline({ ms: 50, by: 'attempt', parent: total.signal, runtime })
    await runtime.advance(50)
    expect((attempt.signal.reason as Stopped).by).toBe('attempt')
    expect(total.signal.aborted).toBe(false)
    const second = startDeadline({ ms: 80, by: 'attempt', parent: total.signal, runtime })
    await runtime.advance(50)
    expect((second.signal.reason as Stopped).by).toBe('total')
  })

  it.each([new Error('why'), 'why', undefined, null, 0])("hands on the caller's reason %j", (reason) => {
    const runtime = fakeRuntime()
    const caller = new AbortController()
    const total = startDeadline({ ms: 100, by: 'total', parent: caller.signal, runtime })
    caller.abort(reason)
    expect(total.signal.reason).toMatchObject({ by: 'caller', reason: caller.signal.reason })
    expect(startDeadline({ ms: 1, by: 'total', parent: caller.signal, runtime }).signal.aborted).toBe(true)
  })

  it('is stopped once, by what comes first, and tells its listener once', async () => {
    const runtime = fakeRuntime()
    const caller = new AbortController()
    const total = startDeadline({ ms: 100, by: 'total', parent: caller.signal, runtime })
    const told = vi.fn<() => void>()
    total.onStop(told)
    expect([total.reason, total.byTimeLimit]).toEqual([undefined, false])
    await runtime.advance(100)
    caller.abort()
    expect(total.reason?.by).toBe('total')
    expect(total.byTimeLimit).toBe(true)
    expect(told).toHaveBeenCalledTimes(1)

    const stopped = startDeadline({ ms: 100, by: 'total', parent: caller.signal, runtime })
    stopped.onStop(told)
    expect(told).toHaveBeenCalledTimes(2)
    expect([stopped.reason?.by, stopped.byTimeLimit]).toEqual(['caller', false])
  })

  it('stop leaves no timer and no listener', () => {
    const runtime = fakeRuntime()
    const caller = new AbortController()
    const total = startDeadline({ ms: 100, by: 'total', parent: caller.signal, runtime })
    expect(listeners(caller.signal)).toBe(1)
    total.stop()
    expect(listeners(caller.signal)).toBe(0)
    expect(runtime.pending()).toEqual([])
  })
})

describe('delay', () => {
  it('ends in time, or at once with the reason, and cleans up either way', async () => {
    const runtime = fakeRuntime()
    const controller = new AbortController()
    const first = delay(100, controller.signal, runtime)
    await runtime.advance(100)
    await first
    expect(listeners(controller.signal)).toBe(0)
    const second = delay(100, controller.signal, runtime)
    controller.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    expect(runtime.pending()).toEqual([])
    await expect(delay(100, controller.signal, runtime)).rejects.toThrow('enough')
  })
})

describe('abortable', () => {
  it('does not wait for a promise that never settles', async () => {
    const controller = new AbortController()
    const stuck = abortable(new Promise(() => {}), controller.signal)
    controller.abort(new Error('enough'))
    await expect(stuck).rejects.toThrow('enough')
  })

  it('does not wait either when the signal has aborted before', async () => {
    await expect(abortable(new Promise(() => {}), AbortSignal.abort(new Error('before')))).rejects.toThrow(
      'before',
    )
  })

  it('settles like the promise and removes its listener', async () => {
    const { signal } = new AbortController()
    expect(await abortable(Promise.resolve(1), signal)).toBe(1)
    await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    expect(listeners(signal)).toBe(0)
  })

  it('a failure that comes after the abort bothers nobody', async () => {
    const controller = new AbortController()
    const late = Promise.withResolvers<never>()
    const result = abortable(late.promise, controller.signal)
    controller.abort(new Error('enough'))
    await expect(result).rejects.toThrow('enough')
    late.reject(new Error('late'))
    await settle()
  })
})
