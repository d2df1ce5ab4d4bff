import { describe, expect, it } from 'vitest'
import { openJudgement } from '../src/judgement.ts'
import type { Judged } from '../src/worker/plan.ts'

const jobs = [1, 2, 3].map((mutant) => ({ mutant, runs: [] }))
const judged = (mutant: number, verdict: Judged['verdict']): Judged => ({ kind: 'judged', mutant, verdict })

function open() {
  const settled: Judged[] = []
  return { settled, ...openJudgement((one) => void settled.push(one)) }
}

describe('which findings are final', () => {
  it('what was caught or survived is not tried again', () => {
    const { settled, left, hear } = open()
    hear(judged(1, 'caught'))
    hear(judged(2, 'survived'))
    expect(settled.map(({ mutant }) => mutant)).toEqual([1, 2])
    expect(left(jobs)).toEqual([{ mutant: 3, runs: [] }])
  })

  it('what ran into its limit is tried again, last and with more time, and the second finding counts', () => {
    const { settled, left, hear } = open()
    hear(judged(1, 'timeout'))
    expect(settled).toEqual([])
    expect(left(jobs)).toEqual([jobs[1], jobs[2], { mutant: 1, runs: [], patience: 2 }])
    hear(judged(1, 'survived'))
    expect(settled).toEqual([judged(1, 'survived')])
    expect(left(jobs)).toEqual(jobs.slice(1))
  })

  it('what is late both times is a timeout', () => {
    const { settled, hear } = open()
    hear(judged(1, 'timeout'))
    hear(judged(1, 'timeout'))
    expect(settled).toEqual([judged(1, 'timeout')])
  })

  it('what leaves its tests unsure is tried again in its place, once', () => {
    const { settled, left, hear } = open()
    hear(judged(2, 'unsure'))
    expect(left(jobs)).toEqual(jobs)
    hear(judged(2, 'unsure'))
    expect(settled).toEqual([judged(2, 'unsure')])
  })
})
