import type { RowResult, RunResult, Subject } from './row.ts'
import { summarise } from './statistics.ts'
import { ratioOf } from './verdict.ts'

/** One of our subjects in two runs. */
export interface Change {
  id: string
  title: string
  subject: string
  /** What is compared: the ratio to the bare limit where there is one, as it drifts least with the machine. */
  measure: 'ratio' | 'figure'
  before: number
  after: number
  /** `after` over `before`: 0.9 is a tenth less. */
  factor: number
  /** `same` within what the samples themselves vary by, and within a tenth. */
  verdict: 'better' | 'worse' | 'same'
}

/** Changes smaller than this mean nothing, also with steady samples. */
const minChange = 0.1

/** Compares our subjects of two runs, row by row; rows of another size, or that one run lacks, are left out. */
export function compareRuns(before: RunResult, after: RunResult): Change[] {
  return after.rows.flatMap((row) => {
    const old = before.rows.find(({ id, scale }) => id === row.id && scale === row.scale)
    if (!old) return []
    return row.subjects.flatMap((subject) => {
      const was = old.subjects.find(({ name, kind }) => kind === 'ours' && name === subject.name)
      if (!was || was.samples.length === 0 || subject.samples.length === 0) return []
      return [change(old, was, row, subject)]
    })
  })
}

function change(old: RowResult, was: Subject, row: RowResult, is: Subject): Change {
  const ratios = [ratioOf(old, was), ratioOf(row, is)] as const
  const [oldRatio, newRatio] = ratios
  const byRatio = oldRatio !== undefined && newRatio !== undefined
  const before = byRatio ? oldRatio : summarise(was.samples).median
  const after = byRatio ? newRatio : summarise(is.samples).median
  const factor = after / before
  const noise = Math.max(minChange, summarise(was.samples).spread, summarise(is.samples).spread)
  const gain = row.better === 'more' ? factor - 1 : 1 - factor
  return {
    id: row.id,
    title: row.title,
    subject: is.name,
    measure: byRatio ? 'ratio' : 'figure',
    before,
    after,
    factor,
    verdict: gain > noise ? 'better' : gain < -noise ? 'worse' : 'same',
  }
}
