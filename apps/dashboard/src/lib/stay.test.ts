import { expect, it } from 'vitest'
import { moveStay, stayOf } from './stay.ts'

const night = (date: string, amount: number, bed = 'a') => ({ date, amount, room: 'r', bed })
const stay = [
  night('2026-12-31', 2_500),
  night('2026-12-31', 2_600, 'b'),
  night('2027-01-01', 3_000),
  night('2027-01-01', 3_100, 'b'),
]

it('says when a stay begins and how long it is', () => {
  expect(stayOf(stay)).toEqual({ arrival: '2026-12-31', count: 2 })
  expect(stayOf([])).toEqual({ arrival: '', count: 0 })
})

it('moves all beds with their prices, over the end of a month', () => {
  expect(moveStay(stay, '2027-02-28', 2)).toEqual([
    night('2027-02-28', 2_500),
    night('2027-02-28', 2_600, 'b'),
    night('2027-03-01', 3_000),
    night('2027-03-01', 3_100, 'b'),
  ])
})

it('makes it longer by nights like the last one, and shorter', () => {
  expect(moveStay(stay, '2026-12-31', 3).slice(4)).toEqual([
    night('2027-01-02', 3_000),
    night('2027-01-02', 3_100, 'b'),
  ])
  expect(moveStay(stay, '2026-12-31', 1)).toEqual(stay.slice(0, 2))
})
