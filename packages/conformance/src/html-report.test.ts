import { describe, expect, it } from 'vitest'
import { htmlOf } from './html-report.ts'
import type { Report, ReportRow } from './report.ts'

const row = (extra: Partial<ReportRow>): ReportRow => ({
  id: 'no-store',
  row: 'D3',
  title: 'answers may not be cached',
  outcome: 'held',
  ...extra,
})

const report = (rows: ReportRow[], extra: Partial<Report> = {}): Report => {
  const count = (outcome: ReportRow['outcome']) => rows.filter((each) => each.outcome === outcome).length
  return {
    url: 'https://api.example.com',
    destructive: true,
    admin: false,
    inbox: true,
    started_at: '2026-06-01T12:00:00.000Z',
    duration_ms: 300_000,
    requests: 900,
    rows,
    left: [],
    summary: {
      broken: count('broken'),
      differs: count('differs'),
      held: count('held'),
      skipped: count('skipped'),
    },
    ...extra,
  }
}

const finding = row({
  id: 'status-filter',
  row: '4.1',
  title: 'status finds <all>',
  outcome: 'broken',
  evidence: ['it does not', 'GET / → 200'],
  shown: [
    { curl: "curl -i '<script>alert(1)</script>'", answer: 'HTTP 200\n\n<img src=x onerror=alert(1)>' },
    { curl: 'curl second', answer: 'HTTP 200' },
  ],
})

describe('the report as a page', () => {
  it('says first whether the specification is kept', () => {
    expect(htmlOf(report([row({})]))).toContain('Keeps the specification<')
    const differing = row({ outcome: 'differs', evidence: ['private'], shown: [] })
    expect(htmlOf(report([differing]))).toContain('decides otherwise where it is silent')
    const broken = htmlOf(report([finding]))
    expect(broken).toContain('Breaks the specification')
    expect(broken).toContain('<title>1 broken: contract of https://api.example.com</title>')
    expect(broken).toMatch(/900 requests in 5 min/)
  })

  it('shows what a server answered as text, whatever it is', () => {
    const page = htmlOf(report([finding], { left: ['payment <b>'] }))
    expect(page).not.toMatch(/<script|<img|<all>|payment <b>/)
    expect(page).toContain('&lt;script&gt;')
    // It loads nothing and runs nothing.
    expect(page).not.toMatch(/<link|<\w[^>]* (src|on\w+)=|url\(|@import/)
  })

  it('folds further requests and what follows, and rows lead to their finding', () => {
    const follower = row({ outcome: 'skipped', reason: 'follows from 4.1', follows: 'status-filter' })
    const page = htmlOf(report([finding, follower]))
    expect(page).toContain('1 more like it')
    expect(page).toContain('1 more row follows from it')
    expect(page).toContain('<article class="broken" id="status-filter">')
    expect(page).toContain('<a href="#status-filter">follows from 4.1</a>')
  })

  it('is whole without findings and without rows', () => {
    expect(htmlOf(report([]))).not.toContain('Findings')
    expect(htmlOf(report([row({})]))).not.toContain('Specification</h2>')
  })
})
