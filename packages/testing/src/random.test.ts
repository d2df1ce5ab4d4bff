import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from './random.ts'

const take = (seed: number | string): number[] => {
  const random = seededRandom(seed)
  return Array.from({ length: 5 }, () => random.next())
}

describe('seededRandom', () => {
  it('repeats itself for a seed, and differs for another', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.string()), (seed) => {
        expect(take(seed)).toEqual(take(seed))
      }),
    )
    expect(take(1)).not.toEqual(take(2))
  })

  it('spreads close seeds apart', () => {
    const firsts = Array.from({ length: 2_000 }, (_, seed) => seededRandom(seed).int(0, 9))
    const counts = Array.from({ length: 10 }, (_, digit) => firsts.filter((first) => first === digit).length)
    for (const count of counts) expect(count).toBeGreaterThan(140)
  })

  it('makes UUIDs of version 4 that do not repeat', () => {
    const random = seededRandom('ids')
    const ids = Array.from({ length: 20_000 }, () => random.uuid())
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('keeps whole numbers within their bounds and weights in their proportion', () => {
    const random = seededRandom(3)
    fc.assert(
      fc.property(fc.integer({ min: -50, max: 50 }), fc.nat(100), (min, width) => {
        const value = random.int(min, min + width)
        expect(value >= min && value <= min + width && Number.isInteger(value)).toBe(true)
      }),
    )
    const picks = Array.from({ length: 4_000 }, () =>
      random.weighted([
        ['often', 3],
        ['seldom', 1],
        ['never', 0],
      ]),
    )
    expect(picks.filter((pick) => pick === 'often').length).toBeGreaterThan(2_700)
    expect(picks).not.toContain('never')
  })

  it('shuffles a copy', () => {
    const list = [1, 2, 3, 4, 5, 6, 7, 8]
    const shuffled = seededRandom(1).shuffled(list)
    expect(shuffled).not.toEqual(list)
    expect(shuffled.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})
