import { describe, expect, it } from 'vitest'
import { dice, madeUpNights } from './made-up-nights.ts'

const friday = Date.parse('2026-11-20T12:00:00Z')

describe('made-up nights', () => {
  it('are one to five, within the next month, for 18 to 45 a night', () => {
    const asked: [number, number][] = []
    const roll = (pick: 'min' | 'max') => ({
      between(min: number, max: number) {
        asked.push([min, max])
        return pick === 'min' ? min : max
      },
    })
    // Tomorrow is a Saturday, in thirty days it is a Sunday.
    expect(madeUpNights(roll('min'), friday)).toEqual([{ date: '2026-11-21', amount: 2400 }])
    expect(madeUpNights(roll('max'), friday)).toEqual([
      { date: '2026-12-20', amount: 4500 },
      { date: '2026-12-21', amount: 4500 },
      { date: '2026-12-22', amount: 4500 },
      { date: '2026-12-23', amount: 4500 },
      { date: '2026-12-24', amount: 4500 },
    ])
    expect(asked.slice(0, 3).toSorted((a, b) => a[1] - b[1])).toEqual([
      [1, 5],
      [1, 30],
      [18, 45],
    ])
  })

  it('cost more on Fridays and Saturdays', () => {
    const roll = { between: (min: number, max: number) => (max === 30 ? 6 : max === 45 ? min : max) }
    const nights = madeUpNights(roll, friday)
    expect(nights.map(({ date, amount }) => `${date.slice(8)}: ${amount}`)).toEqual([
      '26: 1800',
      '27: 2400',
      '28: 2400',
      '29: 1800',
      '30: 1800',
    ])
  })
})

describe('dice', () => {
  const of = (...bytes: number[]) => dice({ bytes: () => new Uint8Array(bytes) })

  it('count every byte, and both ends', () => {
    expect(of(0, 0, 0, 0).between(3, 8)).toBe(3)
    expect(of(0, 0, 0, 5).between(3, 8)).toBe(8)
    expect(of(0, 0, 0, 6).between(3, 8)).toBe(3)
    expect(of(1, 2, 3, 4).between(0, 0xff_ff_ff_ff)).toBe(0x01_02_03_04)
  })
})
