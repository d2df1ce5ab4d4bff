import { formatFigure } from './figure.ts'
import type { Row } from './row.ts'

/** A target in words: `≥ 0.35 of bare`, `≤ 200 MB`; nothing where there is none. */
export function targetText({ target, better, unit }: Pick<Row, 'target' | 'better' | 'unit'>): string {
  if (!target) return ''
  const sign = better === 'more' ? '≥' : '≤'
  if (target.of === 'figure') return `${sign} ${formatFigure(target.value)} ${unit}`
  return `${sign} ${target.value} of ${target.of}`
}
