import type { Job, Surveyed, TestRun } from './worker/plan.ts'

/**
 * A change that nothing notices for this long counts as unnoticed, though there may be more tests that come by. Whole
 * files are run as well only if that is done sooner.
 */
const mostMs = { some: 60_000, whole: 15_000 }

/**
 * What is run for each mutant: first the tests that come by it, those beside the file and the quick ones before others,
 * then the whole of their files, since what is remembered between tests shows in later ones only. Mutants that no test
 * comes by have no job.
 */
export function jobsOf(
  mutants: readonly number[],
  surveyed: readonly Surveyed[],
  isBeside: (mutant: number, file: string) => boolean,
): Job[] {
  const known = surveyed.map(({ file, tests, always }) => ({
    file,
    tests: tests.map((test) => ({ ...test, mutants: new Set(test.mutants) })),
    always: new Set(always),
    ms: tests.reduce((sum, { ms }) => sum + ms, 0),
  }))
  return mutants.flatMap((mutant) => {
    const some: TestRun[] = []
    const whole: TestRun[] = []
    for (const { file, tests, always, ms } of known) {
      const near = tests.filter((test) => test.mutants.has(mutant))
      if (near.length === 0 && !always.has(mutant)) continue
      const mine = near.length === 0 ? tests : near
      if (mine.length === 0) continue
      if (mine.length < tests.length) whole.push({ file, usualMs: ms })
      some.push({
        file,
        testIds: mine.map(({ id }) => id),
        usualMs: mine.reduce((sum, one) => sum + one.ms, 0),
      })
    }
    const rank = (run: TestRun) => run.usualMs + (isBeside(mutant, run.file) ? 0 : mostMs.some)
    const byRank = (runs: TestRun[]) => runs.toSorted((a, b) => rank(a) - rank(b))
    let ms = 0
    const runs = [...byRank(some), ...byRank(whole)].filter((run, index) => {
      ms += run.usualMs
      return index === 0 || ms <= (index < some.length ? mostMs.some : mostMs.whole)
    })
    return runs.length > 0 ? [{ mutant, runs }] : []
  })
}
