import type { ReactNode } from 'react'

/** A column of a table. On a phone a row becomes a card, and the head of the column the label in it. */
export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** `end`: numbers and buttons, at the right. `wide`: takes the room that is left, and is cut where it ends. */
  look?: 'end' | 'wide' | 'main' | undefined
}

export function Table<Row>({
  rows,
  columns,
  rowKey,
  label,
  chosen,
}: {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  label: string
  chosen?: ((row: Row) => boolean) | undefined
}) {
  return (
    <div className="table">
      <table aria-label={label}>
        <Heads columns={columns} />
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

/** The row of heads. */
export function Heads<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ head, look }) => (
          <th key={head} scope="col" className={look}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The cells of one row. */
export function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ head, cell, look }) => (
    <td key={head} className={look} data-label={head}>
      {cell(row)}
    </td>
  ))
}
