/** Rows in the order of a field of theirs (`-ms`: the largest first); without one, as they come. */
export function sortRows<Row extends object>(rows: readonly Row[], sort: string): readonly Row[] {
  if (sort === '') return rows
  const down = sort.startsWith('-')
  const field = sort.replace(/^-/, '')
  const value = (row: Row): unknown => Reflect.get(row, field)
  const ordered = rows.toSorted((one, other) => compare(value(one), value(other)))
  return down ? ordered.toReversed() : ordered
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [String(one), String(other)]
  return left < right ? -1 : left > right ? 1 : 0
}
