import { describe, expect, it } from 'vitest'
import { renderPage } from './page.ts'
import { row, run, subject } from './test-rows.ts'

const linesOf = (page: string, start: string) => page.split('\n').filter((line) => line.startsWith(start))

describe('renderPage', () => {
  it('puts each target in a line, with the limit, ours, the ratio and the verdict', () => {
    const { page } = renderPage(run([row({ target: { value: 0.35, of: 'bare' } })]))
    expect(linesOf(page, '| GET')).toEqual([
      '| GET one booking | 1,000 |  | 400 req/s | 0.40 | ≥ 0.35 of bare | yes |',
    ])
  })

  it('says what is missed', () => {
    const { page } = renderPage(run([row({ better: 'less', target: { value: 200, of: 'figure' } })]))
    expect(linesOf(page, '| GET')[0]).toContain('| ≤ 200 req/s | **no**: [why](#get-one-booking) |')
  })

  it('has what was written by hand about a row below it', () => {
    const { page } = renderPage(run([row({ note: 'Of the suite.' })]), new Map([['get-one', 'By hand.']]))
    expect(page.trimEnd().endsWith('Of the suite.\n\nBy hand.')).toBe(true)
  })

  it('names ours where there are several', () => {
    const subjects = [
      subject('bare', [10]),
      subject('hand', [8]),
      subject('ours', [5], { name: 'file' }),
      subject('ours', [6], { name: 'memory' }),
    ]
    const { page } = renderPage(run([row({ subjects, target: { value: 0.5, of: 'hand' } })]))
    expect(linesOf(page, '| GET')).toEqual([
      '| GET one booking: file | 10 | 8 | 5 req/s | 0.63 | ≥ 0.5 of hand | yes |',
      '| GET one booking: memory | 10 | 8 | 6 req/s | 0.75 | ≥ 0.5 of hand | yes |',
    ])
  })

  it('shows every subject with its range, and why one was skipped', () => {
    const subjects = [subject('ours', [1, 2, 3]), subject('peer', [], { skipped: 'not | there' })]
    const { page } = renderPage(run([row({ subjects, note: 'A note.' })]))
    expect(page).toContain('| ours | 2 | 1 – 3 |  |')
    expect(page).toContain('| peer | skipped: not \\| there |')
    expect(page).toContain('A note.')
  })

  it('has a chart where more than two were measured', () => {
    const three = row({
      id: 'three',
      subjects: ['bare', 'hand', 'ours'].map((kind) => subject(kind as 'bare', [1])),
    })
    const { page, charts } = renderPage(run([row(), three]))
    expect([...charts.keys()]).toEqual(['three.svg'])
    expect(page).toContain('(benchmarks/three.svg)')
  })

  it('shows the machine, its load, the commit and the form', () => {
    const { page } = renderPage(run([]))
    expect(page).toContain('Recorded 2026-11-21 at `abc1234`, full form, on 2 cores of Test CPU, 24 GB')
    expect(page).toContain('wrk 4.1.0')
  })
})
