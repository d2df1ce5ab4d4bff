import { addAmounts, bookingPageSchema, validate } from '@svc/models'
import { hostel } from '@svc/testing'
import { perSecond } from '../cost/per-second.ts'
import { interleave } from '../results/interleave.ts'
import type { RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'

/** Validating a page of 100 bookings, and adding amounts. */
export async function models(run: Run): Promise<RowResult[]> {
  run.say('validating and adding')
  const results = hostel({ seed: 1, bookings: 100 }).bookings.slice(0, 100)
  const text = JSON.stringify({ results, total_count: 100, total_pages: 1, current_page: 1 })
  const milliseconds = run.form === 'quick' ? 100 : 300
  const two = (names: [string, string], bare: () => unknown, ours: () => unknown) =>
    interleave(
      [
        { name: names[0], kind: 'bare', measure: () => perSecond(bare, milliseconds) },
        { name: names[1], kind: 'ours', measure: () => perSecond(ours, milliseconds) },
      ],
      { rounds: run.rounds },
    )
  return [
    {
      id: 'validate-page',
      title: 'Read a page of 100 bookings',
      unit: 'ops/s',
      better: 'more',
      subjects: await two(
        ['JSON.parse', 'JSON.parse and validate'],
        () => JSON.parse(text),
        () => validate(bookingPageSchema, JSON.parse(text)),
      ),
    },
    {
      id: 'add-amounts',
      title: 'Add two amounts',
      unit: 'ops/s',
      better: 'more',
      subjects: await two(
        ['floats, wrong', 'addAmounts, exact'],
        () => (Number('120.1000') + Number('0.2000')).toFixed(4),
        () => addAmounts('120.1000', '0.2000'),
      ),
    },
  ]
}
