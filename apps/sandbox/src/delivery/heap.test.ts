import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { Heap } from './heap.ts'

it('gives the least first, whatever order they came in', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (numbers) => {
      const heap = new Heap<number>((a, b) => a - b)
      for (const number of numbers) heap.push(number)
      const given = Array.from({ length: numbers.length }, () => heap.pop())
      expect(given).toEqual(numbers.toSorted((a, b) => a - b))
      expect(heap.size).toBe(0)
      expect(heap.pop()).toBeUndefined()
    }),
  )
})
