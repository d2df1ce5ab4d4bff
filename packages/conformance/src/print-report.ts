import Table from 'cli-table3'
import colors from 'picocolors'
import type { Outcome, Report, ReportRow } from './report.ts'

/** How a report is printed. */
export interface PrintOptions {
  /**
   * Columns of the terminal.
   * @default 100
   */
  width?: number | undefined
  /**
   * Outcomes in colours.
   * @default false
   */
  colors?: boolean | undefined
}

/** The report as a table for people, with the problems below it. */
export function printReport(report: Report, options: PrintOptions = {}): string {
  const { width = 100 } = options
  const { green, red, yellow, dim } = colors.createColors(options.colors ?? false)
  const paint: Record<Outcome, (text: string) => string> = {
    held: green,
    broken: red,
    differs: yellow,
    skipped: dim,
  }
  const title = Math.max(30, Math.min(64, width - 50))
  const table = new Table({
    head: ['row', 'what', 'found', 'answer'],
    colWidths: [7, title, 9, Math.max(24, width - title - 21)],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  for (const row of report.rows.toSorted(byRow)) {
    table.push([row.row, row.title, paint[row.outcome](row.outcome), row.answer ?? row.reason ?? ''])
  }
  const wrong = report.rows.filter(({ evidence }) => evidence)
  const { held, broken, differs, skipped } = report.summary
  return [
    table.toString(),
    ...wrong.map(({ row, title: what, outcome, evidence = [] }) =>
      ['', paint[outcome](`${outcome}: ${row} ${what}`), ...evidence.map((line) => `  ${line}`)].join('\n'),
    ),
    '',
    `${report.url}: ${paint.held(`${held} held`)}, ${paint.broken(`${broken} broken`)}, ` +
      `${paint.differs(`${differs} differ`)}, ${paint.skipped(`${skipped} skipped`)} ` +
      `(${report.requests} requests, ${(report.duration_ms / 1000).toFixed(1)} s)`,
  ].join('\n')
}

/** Sections first, by number; then decisions, by number. */
function byRow(a: ReportRow, b: ReportRow): number {
  const key = ({ row }: ReportRow) =>
    row.startsWith('D') ? 1_000 + Number(row.slice(1)) : Number.parseFloat(row)
  return (key(a) || 9_999) - (key(b) || 9_999)
}
