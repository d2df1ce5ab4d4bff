/** Numbers by the names of what they measure. */
export type Measured = Record<string, number>

const written = (value: number | undefined): string => value?.toLocaleString('en') ?? '-'

/**
 * What was measured before and after, with the ceilings: as a table that is read in a terminal and in the summary of a
 * pull request.
 */
export function sizesTable(
  budgets: readonly { name: string; unit: string; ceiling: number }[],
  before: Measured,
  after: Measured,
): { text: string; tooMuch: string[] } {
  const tooMuch = budgets.filter(({ name, ceiling }) => !((after[name] ?? Infinity) <= ceiling))
  const rows = budgets.map(({ name, unit, ceiling }) => {
    const [was, is] = [before[name], after[name]]
    const change = was === undefined || is === undefined || was === is ? '' : signed(is - was)
    return [`${name} (${unit})`, written(was), written(is), change, written(ceiling)]
  })
  const table = [['', 'before', 'after', 'change', 'at most'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [head = [], ...body] = table
  return { text: [line(head), rule, ...body.map(line)].join('\n'), tooMuch: tooMuch.map(({ name }) => name) }
}

const signed = (difference: number): string => (difference > 0 ? '+' : '') + written(difference)
