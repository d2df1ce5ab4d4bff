import { describe, expect, it } from 'vitest'
import { mutants } from './mutants/index.ts'
import { runExample } from './support/example.ts'

/** With `MUTANTS=whole` each mutant meets every check, and how much else is accused is printed: four minutes. */
const whole = process.env['MUTANTS'] === 'whole'

/** Checks that judge the answers of a whole run get some answers to judge. */
const company = ['no-key', 'unknown-parameters', 'not-found', 'payments-list', 'create-answer', 'rate-limit']

describe('a server with a fault', () => {
  it('is one of a few hundred', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    // As the README says.
    expect(mutants.length).toBe(652)
  })

  it.each(mutants)('$name', async ({ bend, found }) => {
    const only = whole ? undefined : [...found, ...company]
    const { rows } = await runExample(bend, { only })
    const findings = rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')
    const named = findings.filter(({ id }) => found.includes(id))
    expect(named.length, `found: ${findings.map(({ id }) => id).join() || 'nothing'}`).toBeGreaterThan(0)
    for (const { outcome, row, evidence } of findings) {
      expect(outcome).toBe(row.startsWith('D') ? 'differs' : 'broken')
      expect(evidence?.[0]).toMatch(/\S/)
    }
  })
})
