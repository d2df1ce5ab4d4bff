import { safe } from './escape.ts'
import { htmlStyle } from './html-style.ts'
import { followersOf, type Outcome, outcomes, type Report, type ReportRow } from './report.ts'

const words: Record<Outcome, string> = {
  broken: 'broken',
  differs: 'differ',
  held: 'held',
  skipped: 'skipped',
}

/** Not by colour alone. */
const signs: Record<Outcome, string> = { broken: '✕', differs: '≠', held: '✓', skipped: '–' }

/** The report as one page that loads nothing and runs nothing. */
export function htmlOf(report: Report): string {
  const findings = report.rows.filter(({ evidence }) => evidence)
  const sections = [
    { title: 'Specification', rows: report.rows.filter(({ row }) => !row.startsWith('D')) },
    { title: 'Decisions', rows: report.rows.filter(({ row }) => row.startsWith('D')) },
  ].filter(({ rows }) => rows.length > 0)
  const left =
    report.left.length > 0
      ? `<p class="left"><b>Left behind:</b> ${safe(report.left.join(', '))}. Remove them by hand.</p>`
      : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safe(titleOf(report))}</title>
<style>${htmlStyle}</style></head>
<body><main>
${head(report)}
${left}
${findings.length > 0 ? `<section><h2>Findings</h2>\n${findings.map((row) => finding(report, row)).join('\n')}\n</section>` : ''}
<section class="rows">${filter(report)}
${sections.map(({ title, rows }) => `<h2>${title}</h2>\n${table(rows)}`).join('\n')}
</section>
</main></body></html>
`
}

const titleOf = ({ url, summary }: Report): string =>
  `${summary.broken > 0 ? `${summary.broken} broken` : 'Nothing broken'}: contract of ${url}`

function head(report: Report): string {
  const { summary, rows, requests, duration_ms, started_at, destructive, admin, inbox } = report
  const parts = outcomes.filter((outcome) => summary[outcome] > 0)
  const bar = parts
    .map((outcome) => `<i class="${outcome}" style="flex-grow:${summary[outcome]}"></i>`)
    .join('')
  const counts = outcomes
    .map((outcome) => `<li class="${outcome}"><b>${summary[outcome]}</b> ${words[outcome]}</li>`)
    .join('')
  const verdict =
    summary.broken > 0
      ? `<strong class="broken">${signs.broken} Breaks the specification</strong>`
      : `<strong class="held">${signs.held} Keeps the specification${summary.differs > 0 ? ', and decides otherwise where it is silent' : ''}</strong>`
  const how = [
    destructive ? 'reading and writing' : 'reading alone',
    inbox ? 'deliveries received' : 'no deliveries',
    ...(admin ? ['as the admin of a sandbox'] : []),
  ]
  return `<header><p class="kit">svc-conformance</p>
<h1>${safe(report.url)}</h1>
<p class="verdict">${verdict}</p>
<div class="bar" role="img" aria-label="${rows.length} rows">${bar}</div>
<ul class="counts">${counts}</ul>
<p class="facts"><time datetime="${safe(started_at)}">${safe(started_at.slice(0, 16).replace('T', ' '))} UTC</time> · ${requests} requests in ${lasting(duration_ms)} · ${how.join(', ')}</p></header>`
}

/** How long it took, for people. */
function lasting(ms: number): string {
  const seconds = ms / 1_000
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
}

function finding(report: Report, row: ReportRow): string {
  const { outcome, evidence = [], shown = [] } = row
  const [message = ''] = evidence
  const [first = '', ...others] = shown.map(
    ({ curl, answer }) =>
      `<figure><figcaption>Request</figcaption><pre>${safe(curl)}</pre><figcaption>Answer</figcaption><pre>${safe(answer)}</pre></figure>`,
  )
  const more =
    others.length > 0 &&
    `<details class="more"><summary>${others.length} more like it</summary>${others.join('')}</details>`
  const follow = followersOf(report, row)
  const list = follow.map((each) => `<li><code>${safe(each.row)}</code> ${safe(each.title)}</li>`).join('')
  const after =
    list &&
    `<details class="after"><summary>${follow.length} more ${follow.length === 1 ? 'row follows' : 'rows follow'} from it</summary><ul>${list}</ul></details>`
  return `<article class="${outcome}" id="${safe(row.id)}"><details open><summary><span class="tag">${signs[outcome]} ${outcome}</span> <code>${safe(row.row)}</code> <b>${safe(row.title)}</b></summary>
<p class="message">${safe(message)}</p>${first}${more || ''}${after}</details></article>`
}

/** Which outcomes the tables show: boxes that CSS reads. */
function filter({ summary }: Report): string {
  const boxes = outcomes
    .filter((outcome) => summary[outcome] > 0)
    .map(
      (outcome) =>
        `<label class="${outcome}"><input type="checkbox" name="${outcome}" checked> ${words[outcome]}</label>`,
    )
  return `<fieldset><legend>Rows</legend>${boxes.join('')}</fieldset>`
}

function table(rows: readonly ReportRow[]): string {
  const place = (row: string) => Number.parseFloat(row.replace('D', ''))
  const lines = rows
    .toSorted((a, b) => place(a.row) - place(b.row))
    .map(({ id, row, title, outcome, answer, reason, evidence, follows }) => {
      const said = safe(answer ?? reason ?? '')
      const about = evidence
        ? `<a href="#${safe(id)}">${said || 'see above'}</a>`
        : follows
          ? `<a href="#${safe(follows)}">${said}</a>`
          : said
      return `<tr class="${outcome}"><td><code>${safe(row)}</code></td><td>${safe(title)}</td><td class="${outcome}">${outcome}</td><td>${about}</td></tr>`
    })
  return `<table><thead><tr><th>row</th><th>what</th><th>found</th><th>answer</th></tr></thead>
<tbody>${lines.join('\n')}</tbody></table>`
}
