import { describe, expect, it } from 'vitest'
import { atLeast, whatIsWorse } from '../src/fair.ts'

describe('what a sample says', () => {
  it('says less of all the fewer were tried', () => {
    expect(atLeast({ caught: 12, tried: 12 })).toBeCloseTo(0.816, 3)
    expect(atLeast({ caught: 106, tried: 108 })).toBeCloseTo(0.946, 3)
    expect(atLeast({ caught: 278, tried: 278 })).toBeCloseTo(0.99, 3)
    expect(atLeast({ caught: 0, tried: 0 })).toBe(0)
  })

  it('less than nine in ten is worse, whatever was recorded', () => {
    expect(whatIsWorse({ caught: 89, tried: 100 }, undefined)).toMatch('90 %')
    expect(whatIsWorse({ caught: 89, tried: 100 }, { caught: 80, tried: 100 })).toMatch('90 %')
    expect(whatIsWorse({ caught: 90, tried: 100 }, undefined)).toBeUndefined()
  })

  it('a larger sample may find what a smaller one did not, within what chance explains', () => {
    expect(whatIsWorse({ caught: 265, tried: 280 }, { caught: 24, tried: 24 })).toBeUndefined()
    expect(whatIsWorse({ caught: 265, tried: 280 }, { caught: 280, tried: 280 })).toMatch('recorded')
    expect(whatIsWorse({ caught: 277, tried: 278 }, { caught: 278, tried: 278 })).toBeUndefined()
  })

  it('nothing tried is nothing worse', () => {
    expect(whatIsWorse({ caught: 0, tried: 0 }, { caught: 24, tried: 24 })).toBeUndefined()
  })
})
