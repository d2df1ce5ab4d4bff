/**
 * Money as people type it, as the API wants it: `1 234,50`, `1.234,50` and `1,234.50` are `1234.50`. With both signs the last
 * one is that of the decimals; one that stands twice groups thousands. One sign alone is that of the decimals.
 */
export function typedMoney(typed: string): string {
  const text = typed.replaceAll(/\s/g, '')
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (dots > 0 && commas > 0)
    return text.lastIndexOf('.') > text.lastIndexOf(',')
      ? text.replaceAll(',', '')
      : text.replaceAll('.', '').replace(',', '.')
  if (commas > 1) return text.replaceAll(',', '')
  if (dots > 1) return text.replaceAll('.', '')
  return text.replace(',', '.')
}
