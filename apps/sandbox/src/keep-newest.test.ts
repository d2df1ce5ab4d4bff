import { expect, it } from 'vitest'
import { keepNewest } from './keep-newest.ts'

it('lets go of the oldest, and of nothing while there is room', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
  ])
  keepNewest(map, 2)
  expect([...map.keys()]).toEqual(['a', 'b'])
  map.set('c', 3)
  keepNewest(map, 2)
  expect([...map.keys()]).toEqual(['b', 'c'])
})
