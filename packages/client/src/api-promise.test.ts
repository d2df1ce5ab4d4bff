import { describe, expect, it } from 'vitest'
import { settle } from '../test/support/runtime.ts'
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
  it('is a promise of the data', async () => {
    const promise = eager(works())
    expect(promise).toBeInstanceOf(Promise)
    expect(await promise).toBe('data')
    expect(await Promise.all([promise, promise.then((data) => data.length)])).toEqual(['data', 4])
    expect(promise.then((data) => data)).not.toBeInstanceOf(ApiPromise)
    expect(await promise.finally(() => {})).toBe('data')
    expect(await promise.withResponse()).toEqual({ data: 'data', response })
  })

  it('fails like one', async () => {
    expect(await eager(fails()).catch((error: unknown) => (error as Error).message)).toBe('no')
    await expect(Promise.race([eager(fails()), new Promise(() => {})])).rejects.toThrow('no')
    await expect(eager(fails()).finally(() => {})).rejects.toThrow('no')
  })

  it('whoever handles the failure of withResponse has handled it', async () => {
    const unhandled: unknown[] = []
    const onUnhandled = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', onUnhandled)
    await expect(eager(fails()).withResponse()).rejects.toThrow('no')
    await settle()
    process.off('unhandledRejection', onUnhandled)
    expect(unhandled).toEqual([])
  })
})

describe('once', () => {
  it('runs once, also when the result is undefined', () => {
    let runs = 0
    const run = once(() => void runs++)
    run()
    run()
    expect(runs).toBe(1)
  })
})
