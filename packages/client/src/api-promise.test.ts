import { describe, expect, test } from 'vitest'
import { ApiPromise, eager, once } from './api-promise.ts'

const response = {
  status: 201,
  headers: {},
  requestId: 'r',
  attempts: 1,
  idempotencyKey: undefined,
  replayed: false,
}
const works = () => Promise.resolve({ data: 'data', response })
const fails = () => Promise.reject(new Error('no'))

describe('ApiPromise', () => {
  test('is a promise of the data', async () => {
    const promise = eager(works())
    expect(promise).toBeInstanceOf(Promise)
    expect(await promise).toBe('data')
    expect(await Promise.all([promise, promise.then((data) => data.length)])).toEqual(['data', 4])
    expect(promise.then((data) => data)).not.toBeInstanceOf(ApiPromise)
    expect(await promise.finally(() => {})).toBe('data')
    expect(await promise.withResponse()).toEqual({ data: 'data', response })
  })

  test('fails like one', async () => {
    expect(await eager(fails()).catch((error: unknown) => (error as Error).message)).toBe('no')
    await expect(Promise.race([eager(fails()), new Promise(() => {})])).rejects.toThrow('no')
    await expect(eager(fails()).finally(() => {})).rejects.toThrow('no')
  })

  test('whoever handles the failure of withResponse has handled it', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    await expect(eager(fails()).withResponse()).rejects.toThrow('no')
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', onUnhandled)
    expect(unhandled).toEqual([])
  })
})

describe('once', () => {
  test('runs once, also when the result is undefined', () => {
    let runs = 0
    const run = once(() => void runs++)
    run()
    run()
    expect(runs).toBe(1)
  })
})
