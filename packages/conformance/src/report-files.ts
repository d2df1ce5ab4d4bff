import { followersOf, isHeld, type Outcome, type Report, type ReportRow } from './report.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For HTML and XML. What XML cannot carry at all becomes a replacement character. */
const safe = (text: string): string =>
  text
    .replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, '\uFFFD')

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

const colours: Record<Outcome, string> = {
  broken: '#c5221f',
  differs: '#a86500',
  held: '#137333',
  skipped: '#6b6b6b',
}

/** The report as one page that loads nothing. */
export function htmlOf(report: Report): string {
  const finding = (row: ReportRow) => {
    const follow = followersOf(report, row)
    const list = follow.map((each) => `<li>${safe(`${each.row} ${each.title}`)}</li>`).join('')
    return [
      `<details open><summary class="${row.outcome}">${row.outcome}: ${safe(`${row.row} ${row.title}`)}</summary>`,
      `<pre>${safe(proofOf(row))}</pre>`,
      list && `<details><summary>${follow.length} more follow from it</summary><ul>${list}</ul></details>`,
      '</details>',
    ].join('')
  }
  const rows = report.rows.map(
    ({ row, title, outcome, answer, reason }) =>
      `<tr><td>${safe(row)}</td><td>${safe(title)}</td><td class="${outcome}">${outcome}</td><td>${safe(answer ?? reason ?? '')}</td></tr>`,
  )
  const { broken, differs, held, skipped } = report.summary
  const colour = Object.entries(colours).map(([name, value]) => `.${name}{color:${value}}`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Conformance of ${safe(report.url)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color-scheme:light}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #ddd}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f5;padding:.8rem}summary{cursor:pointer}${colour.join('')}</style></head>
<body><h1>${safe(report.url)}</h1>
<p><b class="broken">${broken} broken</b>, <b class="differs">${differs} differ</b>, <b class="held">${held} held</b>, ${skipped} skipped. ${report.requests} requests, ${safe(report.started_at)}.</p>
${report.left.length > 0 ? `<p>Left behind: ${safe(report.left.join(', '))}</p>` : ''}
${report.rows
  .filter(({ evidence }) => evidence)
  .map(finding)
  .join('\n')}
<table><thead><tr><th>row</th><th>what</th><th>found</th><th>answer</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>
`
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
