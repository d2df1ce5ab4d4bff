import Table from 'cli-table3'
import { compareRuns } from '../results/compare.ts'
import { formatFigure, formatRatio } from '../results/figure.ts'
import type { RunResult } from '../results/row.ts'

/** What has changed between two runs, as a table with a summary. */
export function comparison(before: RunResult, after: RunResult): { text: string; worse: number } {
  const changes = compareRuns(before, after)
  const table = new Table({
    head: ['row', '', `of`, before.commit, after.commit, 'factor', ''],
    style: { head: [], border: [] },
  })
  for (const { title, subject, measure, before: was, after: is, factor, verdict } of changes) {
    const show = measure === 'ratio' ? formatRatio : formatFigure
    table.push([title, subject, measure, show(was), show(is), formatRatio(factor), verdict])
  }
  const worse = changes.filter(({ verdict }) => verdict === 'worse').length
  const better = changes.filter(({ verdict }) => verdict === 'better').length
  const same = changes.length - worse - better
  const summary = `${worse} worse, ${better} better, ${same} the same within a tenth or the spread of the samples.`
  return { text: `${table.toString()}\n${summary}`, worse }
}
