import { describe, expect, it } from 'vitest'
import { interleave } from './interleave.ts'

describe('interleave', () => {
  it('measures in turn, each round from another one, after a round that does not count', async () => {
    const order: string[] = []
    let figure = 0
    const contender = (name: string, kind: 'bare' | 'ours') => ({
      name,
      kind,
      measure: () => (order.push(name), ++figure),
    })
    const subjects = await interleave([contender('a', 'bare'), contender('b', 'ours')], { rounds: 2 })
    expect(order.join('')).toBe('ababba')
    expect(subjects.map(({ samples }) => samples)).toEqual([
      [3, 6],
      [4, 5],
    ])
  })

  it('warms up for as many rounds as it is told', async () => {
    let figure = 0
    const [subject] = await interleave([{ name: 'a', kind: 'bare', measure: () => ++figure }], {
      rounds: 2,
      warmUp: 3,
    })
    expect(subject?.samples).toEqual([4, 5])
  })

  it('skips a peer that fails, with the reason', async () => {
    let calls = 0
    const peer = {
      name: 'peer',
      kind: 'peer',
      measure: () => (calls++ === 0 ? 1 : Promise.reject(new Error('broken'))),
    } as const
    const ours = { name: 'ours', kind: 'ours', measure: () => 2 } as const
    const [skipped, kept] = await interleave([peer, ours], { rounds: 3, warmUp: 0 })
    expect(skipped).toMatchObject({ samples: [], skipped: 'broken' })
    expect(kept?.samples).toEqual([2, 2, 2])
    expect(calls).toBe(2)
  })

  it('fails with what is ours', async () => {
    const ours = { name: 'ours', kind: 'ours', measure: () => Promise.reject(new Error('broken')) } as const
    await expect(interleave([ours], { rounds: 1 })).rejects.toThrow('broken')
  })
})
