import { afterAll, describe, expect, it } from 'vitest'
import { generalFaults } from './mutants/general.ts'
import { mutants } from './mutants/index.ts'
import { expectEvidence } from './support/expect-evidence.ts'
import { scoreOf } from './support/score.ts'
import { runExample } from './support/example.ts'

/** With `MUTANTS=whole` each mutant meets every check, and the score is printed as the README has it. */
const whole = process.env['MUTANTS'] === 'whole'

/** Checks that judge the answers of a whole run get some answers to judge. */
const company = [
  'bookings-list',
  'booking-detail',
  'endpoints-list',
  'no-key',
  'unknown-parameters',
  'not-found',
  'payments-list',
  'create-answer',
  'rate-limit',
]

/** What touches every answer shows in the whole of a run: general.test.ts has it, and asks more of it. */
const general = new Set(generalFaults.map(({ name }) => name))
const here = whole ? mutants : mutants.filter(({ name }) => !general.has(name))

describe('a server with a fault', () => {
  const score = scoreOf(mutants.length)
  afterAll(() => {
    if (whole) process.stdout.write(`${score.told()}\n`)
  })

  it('is one of a few hundred', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    // As the README says.
    expect(mutants.length).toBe(700)
  })

  it.each(here)('$name', async ({ name, bend, found }) => {
    const only = whole ? undefined : [...found, ...company]
    const { rows } = await runExample(bend, { only })
    const findings = rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')
    const named = findings.filter(({ id }) => found.includes(id))
    score.add({ name, findings: findings.map(({ id }) => id), named: named.length > 0 })
    expect(named.length, `found: ${findings.map(({ id }) => id).join() || 'nothing'}`).toBeGreaterThan(0)
    expectEvidence(findings)
  })
})
