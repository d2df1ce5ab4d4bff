import { addAmounts, bookingPageSchema, validate } from '@svc/models'
import { hostel } from '@svc/testing'
import { operations } from '../operations.ts'
import type { Group } from '../report.ts'

/** Validating a page of 100 bookings, and adding amounts. */
export async function models(): Promise<Group[]> {
  const results = hostel({ seed: 1, bookings: 100 }).bookings.slice(0, 100)
  const text = JSON.stringify({ results, total_count: 100, total_pages: 1, current_page: 1 })
  return [
    await operations('a page of 100 bookings', {
      'JSON.parse': () => JSON.parse(text),
      'JSON.parse and validate': () => validate(bookingPageSchema, JSON.parse(text)),
    }),
    await operations('add two amounts', {
      'floats, wrong': () => (Number('120.1000') + Number('0.2000')).toFixed(4),
      'addAmounts, exact': () => addAmounts('120.1000', '0.2000'),
    }),
  ]
}
