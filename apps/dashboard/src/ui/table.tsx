import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A column of a table. On a phone a row becomes a card, and the head of the column the label in it. */
export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** `end`: numbers and buttons, at the right. `wide`: takes the room that is left, and is cut where it ends. */
  look?: 'end' | 'wide' | 'main' | undefined
  /** The field by which the list is sorted here. @default it cannot be */
  sort?: string | undefined
  /** Shown only when it is chosen. @default false */
  extra?: boolean | undefined
  /** Makes room for a detail beside the list. @default false */
  aside?: boolean | undefined
}

/** The order of a list, and how to change it. */
export interface Sorting {
  /** A field, or `-` and a field for the largest first; empty: as it comes. */
  sort: string
  onSort: (sort: string) => void
}

export interface TableProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  label: string
  chosen?: ((row: Row) => boolean) | undefined
  /** @default no head sorts */
  sorting?: Sorting | undefined
  /** The rows are those of before: others are on their way. @default false */
  stale?: boolean | undefined
}

export function Table<Row>({ rows, columns, rowKey, label, chosen, sorting, stale }: TableProps<Row>) {
  return (
    <div className="table" aria-busy={stale || undefined}>
      <table aria-label={label}>
        <Heads columns={columns} sorting={sorting} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={chosen?.(row) ? 'chosen' : undefined}>
              <Cells row={row} columns={columns} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classes = ({ look, aside }: { look?: string | undefined; aside?: boolean | undefined }) =>
  [look, aside && 'aside'].filter(Boolean).join(' ') || undefined

/** The row of heads. */
export function Heads<Row>({
  columns,
  sorting,
}: {
  columns: readonly Column<Row>[]
  sorting?: Sorting | undefined
}) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <Head key={column.head} column={column} sorting={sorting} />
        ))}
      </tr>
    </thead>
  )
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting | undefined }) {
  const { head, sort } = column
  if (sort === undefined || !sorting)
    return (
      <th scope="col" className={classes(column)}>
        {head}
      </th>
    )
  const direction = directionOf(sort, sorting.sort)
  return (
    <th scope="col" className={classes(column)} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => sorting.onSort(nextSort(sort, sorting.sort))}>
        {head}{' '}
        {direction ? (
          <SortMark direction={direction} />
        ) : (
          <ChevronsUpDown size={12} className="can-sort" aria-hidden />
        )}
      </button>
      {/* Where rows are cards nobody sees the heads, and the menu of the list sorts. */}
      <span className="sort-text">{head}</span>
    </th>
  )
}

/** The arrow of a sorted column. */
export function SortMark({ direction }: { direction: ReturnType<typeof directionOf> }) {
  if (direction === undefined) return null
  return direction === 'ascending' ? <ArrowUp size={12} aria-hidden /> : <ArrowDown size={12} aria-hidden />
}

/** How a list in this order is sorted by a field. */
export function directionOf(field: string, sort: string): 'ascending' | 'descending' | undefined {
  if (sort === field) return 'ascending'
  return sort === `-${field}` ? 'descending' : undefined
}

/** Smallest first, then largest first, then as it comes. */
export function nextSort(field: string, sort: string): string {
  if (sort === field) return `-${field}`
  return sort === `-${field}` ? '' : field
}

/** The cells of one row. */
export function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <td key={column.head} className={classes(column)} data-label={column.head}>
      {column.cell(row)}
    </td>
  ))
}
