import { describe, expect, it } from 'vitest'
import { chart } from './chart.ts'
import { row, subject } from './test-rows.ts'

describe('chart', () => {
  it('draws each median in proportion to the largest sample, and its range', () => {
    const svg = chart(row({ subjects: [subject('bare', [500, 1000, 750]), subject('ours', [250])] }))
    expect([...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))).toEqual([
      285, 95,
    ])
    expect(svg).toContain('d="M410.0 45H600.0"')
  })

  it('leaves out what was skipped', () => {
    const svg = chart(row({ subjects: [subject('ours', [5]), subject('peer', [], { skipped: 'no' })] }))
    expect(svg.match(/<rect/g)).toHaveLength(1)
  })

  it('escapes names', () => {
    const svg = chart(row({ title: 'a < b', subjects: [subject('ours', [1], { name: '<b>&"' })] }))
    expect(svg).toContain('&lt;b&gt;&amp;&quot;')
    expect(svg).toContain('a &lt; b')
  })

  it('draws nothing of nothing', () => {
    expect(chart(row({ subjects: [] }))).not.toContain('NaN')
    expect(chart(row({ subjects: [subject('ours', [0])] }))).not.toContain('NaN')
  })
})
