import { expect, it } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = [
  { path: '/b', ms: 10 },
  { path: '/a', ms: 9 },
  { path: '/c', ms: 100 },
]
const paths = (sort: string) => sortRows(rows, sort).map(({ path }) => path)

it('sorts by a field, numbers as numbers, either way', () => {
  expect(paths('path')).toEqual(['/a', '/b', '/c'])
  expect(paths('-path')).toEqual(['/c', '/b', '/a'])
  expect(paths('ms')).toEqual(['/a', '/b', '/c'])
  expect(paths('-ms')).toEqual(['/c', '/b', '/a'])
})

it('leaves them as they come without one', () => {
  expect(sortRows(rows, '')).toBe(rows)
})
