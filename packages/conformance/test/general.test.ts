import { describe, expect, it } from 'vitest'
import { generalFaults } from './mutants/general.ts'
import { mutants } from './mutants/index.ts'
import { expectEvidence } from './support/expect-evidence.ts'
import { type Bend, runExample } from './support/example.ts'

/** Of these one half breaks the specification, and the other a decision. */
const twofold = ['every error is a text', 'every code is in capitals', 'no delivery has headers']

describe('a fault that touches every answer is one finding, which stands first', () => {
  it.each(generalFaults)('$name', async ({ name, bend, found }) => {
    const { rows } = await runExample(bend)
    const findings = rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')
    expect(found).toContain(findings[0]?.id)
    expectEvidence(findings)
    expect(rows[0]).toBe(findings[0])
    expect(findings.slice(twofold.includes(name) ? 2 : 1).map(({ id }) => id)).toEqual([])
    // With a request that shows it, unless it is about what a receiver got.
    const isDelivery = findings[0]?.row === '6'
    if (!isDelivery) expect(findings[0]?.shown?.[0]).toMatchObject({ curl: expect.stringMatching(/^curl /) })
  })
})

describe('faults that have nothing to do with each other', () => {
  it('are findings each, however much follows from one of them', async () => {
    const names = [
      'listPayments fails',
      'private in place of no-store',
      'dead is failed',
      'Retry-After of an hour',
      'total_count is that of the page',
    ]
    const bends = names.map((name) => mutants.find((mutant) => mutant.name === name)?.bend)
    const all: Bend = {
      answer: (answer, request, inside) =>
        bends.reduce((bent, bend) => bend?.answer?.(bent, request, inside) ?? bent, answer),
    }
    const { rows } = await runExample(all)
    const findings = rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')
    expect(findings.map(({ id }) => id)).toEqual([
      'server-errors',
      'bookings-list',
      'ladder',
      'no-store',
      'rate-limited-answer',
    ])
    expect(rows.filter(({ follows }) => follows === 'server-errors').length).toBeGreaterThan(20)
  })
})
