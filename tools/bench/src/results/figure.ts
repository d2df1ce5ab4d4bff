/** A figure for people: three significant digits, thousands separated. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value === 0) return '0'
  if (Math.abs(value) < 100) return String(Number(value.toPrecision(3)))
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.abs(value))) - 2)
  return (Math.round(value / step) * step).toLocaleString('en')
}

/** A ratio: two decimals, one above ten. */
export function formatRatio(ratio: number | undefined): string {
  if (ratio === undefined) return ''
  return ratio.toFixed(ratio >= 10 ? 1 : 2)
}
