import { describe, expect, it } from 'vitest'
import { sizesTable } from '../src/sizes-table.ts'

const budgets = [
  { name: 'verify', unit: 'bytes', ceiling: 2_500 },
  { name: 'import of a', unit: 'modules', ceiling: 6 },
]

describe('sizesTable', () => {
  it('shows before, after and the change of each', () => {
    const { text, tooMuch } = sizesTable(
      budgets,
      { verify: 2_400, 'import of a': 4 },
      { verify: 2_484, 'import of a': 4 },
    )
    expect(text.split('\n')).toEqual([
      '|                       | before | after | change | at most |',
      '|-----------------------|-------:|------:|-------:|--------:|',
      '| verify (bytes)        |  2,400 | 2,484 |    +84 |   2,500 |',
      '| import of a (modules) |      4 |     4 |        |       6 |',
    ])
    expect(tooMuch).toEqual([])
  })

  it('takes what was not measured before', () => {
    expect(sizesTable(budgets, {}, { verify: 1, 'import of a': 1 }).text).toContain('|      - |     1 |')
  })

  it('names what is above its ceiling, and what could not be measured', () => {
    expect(sizesTable(budgets, {}, { verify: 2_501 }).tooMuch).toEqual(['verify', 'import of a'])
    expect(sizesTable(budgets, {}, { verify: Number.NaN, 'import of a': 6 }).tooMuch).toEqual(['verify'])
  })
})
