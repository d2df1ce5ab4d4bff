import { mock } from 'node:test'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeTimers } from './index.ts'

afterEach(() => {
  vi.useRealTimers()
  mock.timers.reset()
})

it.each([
  ['vitest', () => void vi.useFakeTimers(fakeTimers.vitest)],
  ['node:test', () => mock.timers.enable(fakeTimers.node)],
])('%s: time stands still, and setImmediate does not', async (_name, fake) => {
  const { setImmediate: immediate } = globalThis
  fake()
  expect(globalThis.setImmediate).toBe(immediate)
  const fired = vi.fn<() => void>()
  setTimeout(fired, 0)
  const before = Date.now()
  await new Promise((resolve) => void setImmediate(resolve))
  expect(fired).not.toHaveBeenCalled()
  expect(Date.now()).toBe(before)
})
