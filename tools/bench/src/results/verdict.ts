import type { RowResult, Subject, Target } from './row.ts'
import { median } from './statistics.ts'

/** What a row says about one of our subjects. */
export interface Verdict {
  subject: Subject
  /** The median of the subject. */
  figure: number
  /** To the bare limit of the same run; undefined where there is none. */
  ratio: number | undefined
  /** Undefined where nothing is to be reached. */
  met: boolean | undefined
}

/** The median of the first subject of a kind that was measured. */
export function medianOf(row: RowResult, kind: Subject['kind']): number | undefined {
  const found = row.subjects.find((subject) => subject.kind === kind && subject.samples.length > 0)
  return found && median(found.samples)
}

/** A subject's median as a part of the bare limit's; of a limit of nothing or less there is none. */
export function ratioOf(row: RowResult, subject: Subject, to: 'bare' | 'hand' = 'bare'): number | undefined {
  const limit = medianOf(row, to)
  if (limit === undefined || limit <= 0 || subject.samples.length === 0) return undefined
  return median(subject.samples) / limit
}

/** Judges each of our subjects that the target holds for. */
export function verdicts(row: RowResult): Verdict[] {
  return row.subjects
    .filter(({ kind, judged, samples }) => kind === 'ours' && judged !== false && samples.length > 0)
    .map((subject) => {
      const { target } = row
      const figure = median(subject.samples)
      return {
        subject,
        figure,
        ratio: ratioOf(row, subject),
        met: target && isMet(row, subject, figure, target),
      }
    })
}

function isMet(row: RowResult, subject: Subject, figure: number, target: Target): boolean | undefined {
  const value = target.of === 'figure' ? figure : ratioOf(row, subject, target.of)
  if (value === undefined) return undefined
  return row.better === 'more' ? value >= target.value : value <= target.value
}
