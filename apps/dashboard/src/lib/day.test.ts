import { expect, it } from 'vitest'
import { startOfDay } from './day.ts'

it.each([
  ['2026-11-21', 'UTC', 0, '2026-11-21T00:00:00.000Z'],
  ['2026-11-21', 'UTC', 1, '2026-11-22T00:00:00.000Z'],
  ['2026-07-15', 'Europe/Lisbon', 0, '2026-07-14T23:00:00.000Z'],
  ['2026-11-21', 'Asia/Kolkata', 0, '2026-11-20T18:30:00.000Z'],
  ['2026-11-21', 'Pacific/Kiritimati', 0, '2026-11-20T10:00:00.000Z'],
  ['2026-11-21', 'Pacific/Pago_Pago', 0, '2026-11-21T11:00:00.000Z'],
  // The night in which the clocks are changed, at one and at two: the day has 23 hours, or 25.
  ['2026-03-29', 'Europe/Lisbon', 0, '2026-03-29T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Lisbon', 1, '2026-03-29T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 0, '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 1, '2026-10-25T23:00:00.000Z'],
])('%s in %s and %i days begins at %s', (date, zone, days, moment) => {
  expect(startOfDay(date, zone, days)).toBe(moment)
})

it('what is no date, or beyond all dates, begins at no time', () => {
  expect(startOfDay('', 'UTC')).toBeUndefined()
  expect(startOfDay('yesterday', 'UTC')).toBeUndefined()
  expect(startOfDay('275760-09-14', 'UTC')).toBeUndefined()
})
