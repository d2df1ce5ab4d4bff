import { safe } from './escape.ts'
import { isHeld, type Outcome, type Report, type ReportRow } from './report.ts'

/** Everything that shows a finding, as text. */
const proofOf = ({ evidence = [], shown = [] }: ReportRow): string =>
  [...evidence, ...shown.flatMap(({ curl, answer }) => ['', curl, '', answer])].join('\n')

/** The report in the form that CI systems read (JUnit): a row that differs fails only with `strict`. */
export function junitOf(report: Report, { strict = false }: { strict?: boolean } = {}): string {
  const { broken, differs, skipped } = report.summary
  const cases = report.rows.map((row) => {
    const { outcome, reason = '', evidence = [] } = row
    const failed = outcome === 'broken' || (strict && outcome === 'differs')
    const inside = failed
      ? `<failure message="${safe(evidence[0] ?? '')}">${safe(proofOf(row))}</failure>`
      : outcome === 'skipped'
        ? `<skipped message="${safe(reason)}"/>`
        : outcome === 'differs'
          ? `<system-out>${safe(`differs: ${proofOf(row)}`)}</system-out>`
          : ''
    return `    <testcase classname="${safe(row.row)}" name="${safe(row.title)}" time="0">${inside}</testcase>`
  })
  const failures = broken + (strict ? differs : 0)
  const counts = `tests="${report.rows.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  const time = (report.duration_ms / 1_000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts} time="${time}">`,
    `  <testsuite name="svc-conformance ${safe(report.url)}" ${counts} timestamp="${report.started_at}" time="${time}">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

/** Dark enough for white text. */
const colours: Record<Outcome, string> = {
  broken: '#c5221f',
  differs: '#a86500',
  held: '#137333',
  skipped: '#6b6b6b',
}

/** The report as a badge: a small SVG. */
export function badgeOf(report: Report): string {
  const { broken, differs, held } = report.summary
  const right = isHeld(report)
    ? `${held} held${differs > 0 ? `, ${differs} differ` : ''}`
    : `${broken} broken`
  const colour = colours[broken > 0 ? 'broken' : differs > 0 ? 'differs' : 'held']
  const width = (text: string) => 12 + text.length * 7
  const [left, all] = [width('contract'), width('contract') + width(right)]
  const text = (x: number, value: string) =>
    `<text x="${x}" y="14" fill="#fff" font-family="Verdana,sans-serif" font-size="11" text-anchor="middle">${safe(value)}</text>`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${all}" height="20" role="img" aria-label="contract: ${safe(right)}">` +
    `<rect width="${left}" height="20" fill="#444"/><rect x="${left}" width="${all - left}" height="20" fill="${colour}"/>` +
    `${text(left / 2, 'contract')}${text(left + (all - left) / 2, right)}</svg>\n`
  )
}
