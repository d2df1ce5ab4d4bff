import type { Booking } from '@svc/models'
import { describe, expect, it } from 'vitest'
import { toBookingRow } from './booking-row.ts'

function rowOf(...days: number[]) {
  const night = (day: number) => `2027-05-${String(day).padStart(2, '0')}`
  const { row, gaps } = toBookingRow('p', {
    id: 'b',
    status: 'new',
    created: '2027-01-01T00:00:00.007Z',
    guest: { id: 'g' },
    stay_dates: days.map((day) => ({ date: night(day) })),
  } as Booking)
  const day = (date: string | null) => date && Number(date.slice(-2))
  return {
    row,
    nights: [day(row.first_night), day(row.last_night)],
    gaps: gaps.map(({ after_night, before_night }) => [day(after_night), day(before_night)]),
  }
}

describe('a booking as it is stored', () => {
  it.each([
    ['one night', [3], [3, 3], []],
    ['nights in a row', [3, 4, 5], [3, 5], []],
    ['a day elsewhere', [3, 5], [3, 5], [[3, 5]]],
    [
      'only what is between, not what is in a row',
      [1, 2, 5, 6, 9],
      [1, 9],
      [
        [2, 5],
        [6, 9],
      ],
    ],
    ['nights in any order, and twice', [9, 2, 2, 1, 9], [1, 9], [[2, 9]]],
    ['the same night twice', [3, 3], [3, 3], []],
    ['no night', [], [null, null], []],
  ])('%s', (_name, days, nights, gaps) => {
    expect(rowOf(...days)).toMatchObject({ nights, gaps })
  })

  it('has what queries filter by', () => {
    const { row } = rowOf(1)
    expect(row).toMatchObject({ property_id: 'p', id: 'b', guest_id: 'g', status: 'new' })
    expect(row.created).toBe(Date.parse('2027-01-01T00:00:00.007Z'))
    expect(JSON.parse(row.json)).toMatchObject({ id: 'b' })
  })
})
