import type { Job, Judged } from './worker/plan.ts'

/** How much longer the tests of a mutant may take when they did not come to an end the first time. */
const patience = 2

export interface Judgement {
  /** Those of the jobs that have no final finding, the patient ones last. */
  left(jobs: readonly Job[]): Job[]
  /** Whether a mutant was tried, and has to be tried again. */
  doubts(mutant: number): boolean
  hear(one: Judged): void
}

/**
 * Which findings are final. A mutant that left its tests unsure is tried a second time, and so is one that ran into a
 * limit: alone, after all others, with limits of twice the length. A machine that is busy for a while makes a test late,
 * but hardly twice.
 *
 * @param settle Hears one finding of each mutant.
 */
export function openJudgement(settle: (one: Judged) => void): Judgement {
  const settled = new Set<number>()
  const doubtful = new Map<number, Judged['verdict']>()
  return {
    left(jobs) {
      const open = jobs.filter(({ mutant }) => !settled.has(mutant))
      const late = ({ mutant }: Job) => doubtful.get(mutant) === 'timeout'
      const patient = open.filter(late).map((job) => ({ ...job, patience }))
      return [...open.filter((job) => !late(job)), ...patient]
    },
    doubts: (mutant) => doubtful.has(mutant) && !settled.has(mutant),
    hear(one) {
      const doubt = one.verdict === 'unsure' || one.verdict === 'timeout'
      if (doubt && !doubtful.has(one.mutant)) {
        doubtful.set(one.mutant, one.verdict)
        return
      }
      settled.add(one.mutant)
      settle(one)
    },
  }
}
