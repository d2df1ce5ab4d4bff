import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { Cells, Heads, Table, type TableProps } from './table.tsx'

/** Rows up to which a table is drawn whole. */
const wholeUpTo = 60
/** Height of a row in pixels: the sheet gives every row of such a table this height. */
const rowHeight = 40

/** A table of any length, of which only the rows in view are drawn. */
export function VirtualTable<Row>(props: TableProps<Row>) {
  return props.rows.length <= wholeUpTo ? <Table {...props} /> : <Windowed {...props} />
}

function Windowed<Row>({ rows, columns, rowKey, label, chosen, sorting }: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop((box.current?.getBoundingClientRect().top ?? 0) + scrollY)
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
  })
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <div className="table windowed" ref={box}>
      <table aria-label={label} aria-rowcount={rows.length + 1}>
        <Heads columns={columns} sorting={sorting} />
        <tbody>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const row = rows[index]!
            return (
              <tr
                key={rowKey(row)}
                aria-rowindex={index + 2}
                className={chosen?.(row) ? 'chosen' : undefined}
              >
                <Cells row={row} columns={columns} />
              </tr>
            )
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are not drawn. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr aria-hidden="true" className="spacer">
      <td style={{ height }} />
    </tr>
  ) : null
