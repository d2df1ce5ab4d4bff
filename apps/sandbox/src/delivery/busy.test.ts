import { performance } from 'node:perf_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { createBusy } from './busy.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A process whose event loop was busy for this part of each time that is asked for. */
function process(part: number) {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const nothing = { idle: 0, active: 0, utilization: 0 }
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ ...nothing, utilization: part })
  return { at: (ms: number) => void now.mockReturnValue(ms) }
}

it('has time to spare until something else is measured', () => {
  const { at } = process(0.9)
  const busy = createBusy()
  expect(busy()).toBe(false)
  at(49)
  expect(busy()).toBe(false)
  at(50)
  expect(busy()).toBe(true)
})

it('is busy from more than seven tenths on', () => {
  const { at } = process(0.7)
  const busy = createBusy()
  at(50)
  expect(busy()).toBe(false)
})
