import Table from 'cli-table3'

/** One measured subject. The first of a group is the baseline that the others are ratios of. */
export interface Measured {
  name: string
  /** The figure, in `unit` of its group; the median of several runs. */
  value: number
}

/** Subjects measured in the same run, so that their ratios hold although absolute times drift with the machine. */
export interface Group {
  title: string
  /** Of the figures: `ops/s`, `ms`, `KB` … */
  unit: string
  rows: Measured[]
  /** The figures may be 0 or less: they have no ratio. @default false */
  absolute?: boolean
  /** What a reader should know to judge the figures. */
  note?: string
}

const figure = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)

/** Prints a group as a table: figure, and ratio to the first row. */
export function print(group: Group): void {
  const baseline = group.rows[0]?.value ?? Number.NaN
  const table = new Table({ head: [group.title, group.unit, 'ratio'], style: { head: [], border: [] } })
  for (const { name, value } of group.rows) {
    table.push([name, figure(value), group.absolute ? '' : `${(value / baseline).toFixed(2)} ×`])
  }
  console.log(table.toString())
  if (group.note) console.log(`  ${group.note}`)
  console.log()
}

/** The middle of several figures. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
