/** What a run of the kit said about one mutant. */
interface Judged {
  name: string
  /** Names of the checks that are findings of their own, in the order of the report. */
  findings: readonly string[]
  /** Whether one of them is a check that should say so. */
  named: boolean
}

/** Counts what the kit finds of the mutants, and how much it says about each. */
export function scoreOf(all: number) {
  const judged: Judged[] = []
  const started = performance.now()
  return {
    add: (one: Judged) => void judged.push(one),
    /** The score as text, with the mutants that were not found by their row, and those that many rows accuse. */
    told(): string {
      const seconds = (performance.now() - started) / 1_000
      const counts = judged.map(({ findings }) => findings.length).toSorted((a, b) => a - b)
      const single = counts.filter((count) => count === 1).length
      const most = judged.toSorted((a, b) => b.findings.length - a.findings.length)
      return [
        `${judged.filter(({ named }) => named).length} of ${all} mutants found by a row that names them.`,
        `Findings a mutant: ${single} have one, half at most ${counts[counts.length >> 1]}, nine of ten at most ${counts[Math.floor(counts.length * 0.9)]}, the most ${counts.at(-1)}.`,
        `${seconds.toFixed(0)} s, ${((judged.length / seconds) * 60).toFixed(0)} mutants a minute.`,
        ...judged
          .filter(({ named }) => !named)
          .map(({ name, findings }) => `not found: ${name} (${findings.join() || 'nothing'})`),
        ...most
          .slice(0, Number(process.env['MUTANTS_SHOW'] ?? 20))
          .filter(({ findings }) => findings.length > 1)
          .map(({ name, findings }) => `${findings.length} findings: ${name}: ${findings.join()}`),
      ].join('\n')
    },
  }
}
