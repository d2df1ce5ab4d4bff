import { formatFigure } from './figure.ts'
import type { Kind, RowResult } from './row.ts'
import { summarise } from './statistics.ts'

const colours: Record<Kind, string> = { bare: '#8b949e', hand: '#d29922', ours: '#2f81f7', peer: '#bc8cff' }
const width = 720
const nameWidth = 220
const barWidth = 380
const lineHeight = 26

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A row as bars with their range, in colours that can be read on white and on black. */
export function chart({ title, unit, subjects }: RowResult): string {
  const bars = subjects
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, kind, samples }) => ({ name, kind, ...summarise(samples) }))
  const most = Math.max(...bars.map(({ max }) => max), 0)
  const x = (value: number) => nameWidth + (most === 0 ? 0 : (Math.max(value, 0) / most) * barWidth)
  const round = (value: number) => value.toFixed(1)
  const lines = bars.flatMap(({ name, kind, median, min, max }, index) => {
    const top = 36 + index * lineHeight
    const middle = top + 9
    return [
      `<text x="${nameWidth - 8}" y="${top + 13}" text-anchor="end">${escape(name)}</text>`,
      `<rect x="${nameWidth}" y="${top}" width="${round(x(median) - nameWidth)}" height="18" rx="2" fill="${colours[kind]}"/>`,
      `<path d="M${round(x(min))} ${middle}H${round(x(max))}" stroke="#6e7681" stroke-width="2"/>`,
      `<text x="${round(x(max) + 8)}" y="${top + 13}">${formatFigure(median)}</text>`,
    ]
  })
  const height = 36 + bars.length * lineHeight + 6
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(title)}">`,
    '<style>text{font:13px system-ui,sans-serif;fill:#57606a}@media(prefers-color-scheme:dark){text{fill:#adbac7}}</style>',
    `<text x="0" y="18" font-weight="bold">${escape(title)}, ${escape(unit)}</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n')
}
