import { describe, expect, it } from 'vitest'
import { generalFaults } from './mutants/general.ts'
import { runExample } from './support/example.ts'

/** Of these one half breaks the specification, and the other a decision. */
const twofold = ['every error is a text', 'every code is in capitals', 'no delivery has headers']

describe('a fault that touches every answer is one finding, which stands first', () => {
  it.each(generalFaults)('$name', async ({ name, bend, found }) => {
    const { rows } = await runExample(bend)
    const findings = rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')
    expect(found).toContain(findings[0]?.id)
    expect(rows[0]).toBe(findings[0])
    expect(findings.map(({ id }) => id).length).toBe(twofold.includes(name) ? 2 : 1)
    // With a request that shows it, unless it is about what a receiver got.
    const isDelivery = findings[0]?.row === '6'
    if (!isDelivery) expect(findings[0]?.shown?.[0]).toMatchObject({ curl: expect.stringMatching(/^curl /) })
  })
})
