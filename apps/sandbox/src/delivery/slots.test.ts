import { expect, it } from 'vitest'
import { Slots } from './slots.ts'

it('an endpoint takes its share and no more, and all together no more than there are', () => {
  const slots = new Slots({ concurrency: 3, perEndpoint: 2 })
  slots.take('a')
  expect(slots.freeFor('a')).toBe(1)
  slots.take('a')
  expect(slots.freeFor('a')).toBe(0)
  expect(slots.freeFor('b')).toBe(1)
  slots.take('b')
  expect({ free: slots.free, inUse: slots.inUse, forC: slots.freeFor('c') }).toEqual({
    free: 0,
    inUse: 3,
    forC: 0,
  })
  slots.release('a')
  expect(slots.freeFor('a')).toBe(1)
  expect(slots.isBusy('a')).toBe(true)
  slots.release('a')
  expect(slots.isBusy('a')).toBe(false)
  expect(slots.freeFor('a')).toBe(2)
})
