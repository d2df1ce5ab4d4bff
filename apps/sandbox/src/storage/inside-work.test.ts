import { describe, expect, it } from 'vitest'
import { createInsideWork } from './inside-work.ts'

describe('what a work leaves behind', () => {
  it('is inside while the work runs, and not afterwards', async () => {
    const inside = createInsideWork()
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    let left: Promise<void> | undefined
    await inside.run(async () => {
      expect(() => inside.refuse('read()')).toThrow('read() inside storage.write()')
      left = over.then(() => inside.refuse('read()'))
    })
    end()
    await expect(left).resolves.toBeUndefined()
  })

  it('is not inside either when the work failed', async () => {
    const inside = createInsideWork()
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    let left: Promise<void> | undefined
    const failing = inside.run(() => {
      left = over.then(() => inside.refuse('read()'))
      return Promise.reject(new Error('no'))
    })
    await expect(failing).rejects.toThrow('no')
    end()
    await expect(left).resolves.toBeUndefined()
  })
})
