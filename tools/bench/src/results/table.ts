import Table from 'cli-table3'
import { formatFigure, formatRatio } from './figure.ts'
import type { RowResult } from './row.ts'
import { summarise } from './statistics.ts'
import { targetText } from './target-text.ts'
import { ratioOf, verdicts } from './verdict.ts'

/** A row as a table for the terminal: median, range, ratio to the bare limit, and whether the target is met. */
export function terminalTable(row: RowResult): string {
  const judged = new Map(verdicts(row).map(({ subject, met }) => [subject, met]))
  const table = new Table({
    head: [row.title, row.unit, 'min – max', 'ratio', targetText(row)],
    style: { head: [], border: [] },
  })
  for (const subject of row.subjects) {
    const { name, samples, skipped } = subject
    if (samples.length === 0) {
      table.push([name, { colSpan: 4, content: `skipped: ${skipped ?? 'not measured'}` }])
      continue
    }
    const { median, min, max } = summarise(samples)
    const range = samples.length > 1 ? `${formatFigure(min)} – ${formatFigure(max)}` : ''
    const met = judged.get(subject)
    const verdict = met === undefined ? '' : met ? 'met' : 'missed'
    table.push([name, formatFigure(median), range, formatRatio(ratioOf(row, subject)), verdict])
  }
  return row.note === undefined ? table.toString() : `${table.toString()}\n  ${row.note}`
}
