import { expect, it } from 'vitest'
import { kinds } from '../../../sandbox/test/kit/index.ts'
import { simulateMonth } from '../../../sandbox/test/kit/month/simulate-month.ts'
import { forProofHours, proofHours, proofTimeout } from '../kit/proof-hours.ts'
import { seeded } from '../kit/random.ts'

it.each(proofHours > 0 ? kinds : (['memory'] as const))(
  'a month of fifty properties on %s: all are told of everything, at its second, and of nothing else',
  { timeout: proofTimeout(300_000) },
  async (kind) => {
    await forProofHours(async (round) => {
      const random = seeded(20_261_121 + round)
      const month = await simulateMonth({ kind, properties: 50, days: 30, random })
      expect(month.complaints).toEqual([])
      expect(month.waiting).toEqual({})
      // Everything that may happen has happened.
      expect(month.events).toBeGreaterThan(4_000)
      expect(month.attempts).toBeGreaterThan(month.events)
      expect(month.dead).toBeGreaterThan(50)
      expect(month.removedByAge).toBeGreaterThan(500)
      expect(month.endpointsDeleted).toBeGreaterThan(5)
    })
  },
)
