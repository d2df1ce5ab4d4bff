import { describe, expect, it } from 'vitest'
import { row, subject } from './test-rows.ts'
import { ratioOf, verdicts } from './verdict.ts'

describe('verdicts', () => {
  it('compares the median with a part of the bare limit', () => {
    const [verdict] = verdicts(row({ target: { value: 0.35, of: 'bare' } }))
    expect(verdict).toMatchObject({ figure: 400, ratio: 0.4, met: true })
  })

  it('says so when it is missed', () => {
    expect(verdicts(row({ target: { value: 0.5, of: 'bare' } }))[0]?.met).toBe(false)
  })

  it('compares with the hand-written limit where the target says so', () => {
    const rows = row({
      target: { value: 0.5, of: 'hand' },
      subjects: [subject('hand', [500]), subject('ours', [400])],
    })
    expect(verdicts(rows)[0]).toMatchObject({ ratio: undefined, met: true })
  })

  it('takes less for better where the row says so', () => {
    const memory = { better: 'less', target: { value: 300, of: 'figure' } } as const
    expect(verdicts(row(memory))[0]?.met).toBe(false)
    expect(verdicts(row({ ...memory, target: { value: 400, of: 'figure' } }))[0]?.met).toBe(true)
  })

  it('judges each of ours, but for those that are only to look at', () => {
    const subjects = [
      subject('bare', [1000]),
      subject('ours', [100], { name: 'a' }),
      subject('ours', [200], { name: 'b', judged: false }),
      subject('ours', [300], { name: 'c' }),
    ]
    expect(verdicts(row({ subjects })).map(({ subject: { name } }) => name)).toEqual(['a', 'c'])
  })

  it('leaves open what cannot be judged', () => {
    const subjects = [subject('bare', [], { skipped: 'not there' }), subject('ours', [100])]
    const [verdict] = verdicts(row({ subjects, target: { value: 0.5, of: 'bare' } }))
    expect(verdict).toMatchObject({ ratio: undefined, met: undefined })
  })
})

describe('ratioOf', () => {
  it.each([0, -5])('is none of a limit of %d', (limit) => {
    const subjects = [subject('bare', [limit]), subject('ours', [5])]
    expect(subjects[1] && ratioOf(row({ subjects }), subjects[1])).toBeUndefined()
  })
})
