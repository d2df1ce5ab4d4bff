import { formatFigure } from './figure.ts'
import type { Row } from './row.ts'

/** A target in words: `≥ 0.35 of bare`, `≤ 200 MB`; nothing where there is none. */
export function targetText({ target, better, unit }: Pick<Row, 'target' | 'better' | 'unit'>): string {
  if (!target) return ''
  const sign = better === 'more' ? '≥' : '≤'
  if (target.of === 'figure') return `${sign} ${formatFigure(target.value)} ${unit}`
  // At most two decimals: a ninth more is 1.11.
  return `${sign} ${Math.round(target.value * 100) / 100} of ${target.of}`
}
