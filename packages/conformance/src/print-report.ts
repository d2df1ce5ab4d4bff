import Table from 'cli-table3'
import colors from 'picocolors'
import { followersOf, type Outcome, type Report, type ReportRow } from './report.ts'

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

const indented = (text: string, by: string): string => text.replaceAll(/^(?=.)/gm, by)

/** So many of what follows from a finding are named there; the table names all. */
const mostFollowers = 8

/** The report for people: what is wrong, then a table of everything. */
export function printReport(report: Report, options: PrintOptions = {}): string {
  const { width = 100 } = options
  const { green, red, yellow, dim } = colors.createColors(options.colors ?? false)
  const paint: Record<Outcome, (text: string) => string> = {
    broken: red,
    differs: yellow,
    held: green,
    skipped: dim,
  }
  const title = Math.max(30, Math.min(64, width - 50))
  const table = new Table({
    head: ['row', 'what', 'found', 'answer'],
    colWidths: [7, title, 9, Math.max(24, width - title - 21)],
    wordWrap: true,
    style: { head: [], border: [] },
  })
  for (const row of report.rows) {
    table.push([row.row, row.title, paint[row.outcome](row.outcome), row.answer ?? row.reason ?? ''])
  }

  /** One cause: what is wrong, how to see it, and what follows from it. */
  function finding(row: ReportRow): string {
    const { outcome, evidence = [], shown = [] } = row
    const followers = followersOf(report, row)
    return [
      paint[outcome](`${outcome}: ${row.row} ${row.title} [${row.id}]`),
      ...evidence.map((line) => `  ${line}`),
      ...shown
        .slice(0, 1)
        .flatMap(({ curl, answer }) => ['', indented(curl, '    '), '', indented(answer, '    ')]),
      ...followers.slice(0, mostFollowers).map((each) => dim(`  └ ${each.row} ${each.title}`)),
      ...(followers.length > mostFollowers ? [dim(`  └ and ${followers.length - mostFollowers} more`)] : []),
      '',
    ].join('\n')
  }

  const { held, broken, differs, skipped } = report.summary
  return [
    ...report.rows.filter(({ evidence }) => evidence).map(finding),
    table.toString(),
    '',
    ...(report.left.length > 0 ? [red(`left behind: ${report.left.join(', ')}`)] : []),
    `${report.url}: ${paint.held(`${held} held`)}, ${paint.broken(`${broken} broken`)}, ` +
      `${paint.differs(`${differs} differ`)}, ${paint.skipped(`${skipped} skipped`)} ` +
      `(${report.requests} requests, ${(report.duration_ms / 1000).toFixed(1)} s)`,
  ].join('\n')
}
