import { describe, expect, it } from 'vitest'
import { giveMemoryBack, heapKeeper } from './give-memory-back.ts'

const mib = 1_048_576

function openHeap(size: number) {
  const heap = { size, busy: 0, collections: 0 }
  const { look } = heapKeeper({
    heapSize: () => heap.size,
    utilization: () => heap.busy,
    collect() {
      heap.collections += 1
      heap.size = 20 * mib
    },
  })
  return { heap, look }
}

describe('an idle heap', () => {
  it('is collected once after the start', () => {
    const { heap, look } = openHeap(40 * mib)
    for (let time = 1; time <= 5; time++) look()
    expect(heap.collections).toBe(1)
  })

  it('is left alone while there is work', () => {
    const { heap, look } = openHeap(40 * mib)
    heap.busy = 0.5
    look()
    expect(heap.collections).toBe(0)
  })

  const minute = 120

  it('is collected again when it has grown, after a minute without work', () => {
    const { heap, look } = openHeap(40 * mib)
    look()
    heap.size += 10 * mib
    for (let time = 0; time < minute; time++) look()
    expect(heap.collections).toBe(1)
    heap.size += 10 * mib
    look()
    expect(heap.collections).toBe(2)
  })

  it('is left as it is for load that comes back', () => {
    const { heap, look } = openHeap(40 * mib)
    look()
    heap.size += 100 * mib
    for (let burst = 0; burst < 3; burst++) {
      heap.busy = 0.5
      look()
      heap.busy = 0
      for (let time = 1; time < minute; time++) look()
    }
    expect(heap.collections).toBe(1)
    look()
    expect(heap.collections).toBe(2)
  })
})

it('looks on a timer that keeps no process alive, until it is ended', () => {
  expect(() => giveMemoryBack()()).not.toThrow()
})
