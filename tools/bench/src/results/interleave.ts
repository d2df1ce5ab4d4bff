import type { Subject } from './row.ts'

/** A contender to measure. */
export interface Contender extends Omit<Subject, 'samples' | 'skipped'> {
  /** One figure. */
  measure: () => Promise<number> | number
}

/**
 * Measures all contenders in turn, round after round: what else the machine does hits all of them alike. Each round
 * begins with another one, so that none is always first after a pause. The first rounds are for warming up and not kept.
 *
 * A public peer that fails is skipped, with the reason; a failure of anything else ends the run.
 *
 * @param options.rounds that are kept, at least 1
 * @param options.warmUp rounds before them that are not kept @default 1
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds, warmUp = 1 }: { rounds: number; warmUp?: number | undefined },
): Promise<Subject[]> {
  const subjects = contenders.map(({ name, kind, judged }): Subject => ({ name, kind, judged, samples: [] }))
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (turn + Math.max(round, 0)) % contenders.length
      const contender = contenders[at]
      const subject = subjects[at]
      if (!contender || !subject || subject.skipped !== undefined) continue
      try {
        const figure = await contender.measure()
        if (round >= 0) subject.samples.push(figure)
      } catch (error) {
        if (contender.kind !== 'peer') throw error
        subject.skipped = error instanceof Error ? error.message : String(error)
        subject.samples = []
      }
    }
  }
  return subjects
}
