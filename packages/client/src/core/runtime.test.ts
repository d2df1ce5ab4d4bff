import { afterEach, expect, it, vi } from 'vitest'
import { systemRuntime } from './runtime.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('a wait that is longer than Node can count is the longest that it can', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const fired = vi.fn<() => void>()
  const cancel = systemRuntime.timer(2 ** 40, fired)
  const soon = Promise.withResolvers<void>()
  systemRuntime.timer(-5, soon.resolve)
  await soon.promise
  cancel()
  expect(fired).not.toHaveBeenCalled()
  expect(warned).not.toHaveBeenCalled()
})
