import { describe, expect, it } from 'vitest'
import { compareRuns } from './compare.ts'
import type { RowResult } from './row.ts'
import { row, run, subject } from './test-rows.ts'

const compared = (before: RowResult, after: RowResult) => compareRuns(run([before]), run([after]))

describe('compareRuns', () => {
  it('compares ratios, so that a slower machine is no regression', () => {
    const slower = row({ subjects: [subject('bare', [500]), subject('ours', [200])] })
    expect(compared(row(), slower)[0]).toMatchObject({ measure: 'ratio', factor: 1, verdict: 'same' })
  })

  it('finds a regression', () => {
    const worse = row({ subjects: [subject('bare', [1000]), subject('ours', [300])] })
    expect(compared(row(), worse)[0]).toMatchObject({ before: 0.4, after: 0.3, verdict: 'worse' })
  })

  it('takes what the samples vary by for noise', () => {
    const noisy = row({ subjects: [subject('bare', [1000]), subject('ours', [200, 300, 420])] })
    expect(compared(row(), noisy)[0]?.verdict).toBe('same')
  })

  it('compares figures where there is no limit, and knows that less can be better', () => {
    const memory = (megabytes: number) =>
      row({ better: 'less', unit: 'MB', subjects: [subject('ours', [megabytes])] })
    expect(compared(memory(200), memory(100))[0]).toMatchObject({ measure: 'figure', verdict: 'better' })
    expect(compared(memory(100), memory(200))[0]?.verdict).toBe('worse')
  })

  it('leaves out rows of another size, rows and subjects that one run lacks, and peers', () => {
    expect(compared(row({ scale: '10,000' }), row({ scale: '1,000,000' }))).toEqual([])
    expect(compared(row({ id: 'other' }), row())).toEqual([])
    const skipped = row({ subjects: [subject('ours', [], { skipped: 'no' }), subject('peer', [5])] })
    expect(compared(skipped, row({ subjects: [subject('ours', [5]), subject('peer', [9])] }))).toEqual([])
  })
})
