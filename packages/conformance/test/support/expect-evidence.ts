import { expect } from 'vitest'
import type { Report } from '../../src/report.ts'

/** Each finding is of the kind that its row says, and shows what was seen. */
export function expectEvidence(findings: Report['rows']): void {
  for (const { outcome, row, evidence } of findings) {
    expect(outcome).toBe(row.startsWith('D') ? 'differs' : 'broken')
    expect(evidence?.[0]).toMatch(/\S/)
  }
}
