import { describe, expect, it } from 'vitest'
import { median, quantile, summarise } from './statistics.ts'

describe('median', () => {
  it('is the middle one, whatever the order', () => expect(median([9, 1, 5])).toBe(5))
  it('is the mean of the two middle ones of an even number', () => expect(median([4, 1, 3, 2])).toBe(2.5))
  it('leaves the samples as they are', () => {
    const samples = [3, 1, 2]
    median(samples)
    expect(samples).toEqual([3, 1, 2])
  })
  it('is not a number of none', () => expect(median([])).toBeNaN())
})

describe('quantile', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => index)
  it('counts from the smallest', () => expect(quantile(hundred, 0.99)).toBe(99))
  it('goes between two samples in proportion', () => expect(quantile([0, 10], 0.25)).toBe(2.5))
  it('is the largest at 1', () => expect(quantile([1, 7, 3], 1)).toBe(7))
})

describe('summarise', () => {
  it('computes median, range and spread', () => {
    expect(summarise([90, 100, 120])).toEqual({ median: 100, min: 90, max: 120, spread: 0.15 })
  })
  it('has no spread of one sample', () => expect(summarise([5]).spread).toBe(0))
  it('has no spread around nothing', () => expect(summarise([0, 0]).spread).toBe(0))
})
