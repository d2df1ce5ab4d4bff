import { Menu } from '@base-ui/react/menu'
import { Check, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { s } from '../i18n/strings.ts'
import { useChangeSearch, usePlace } from '../lib/place.ts'
import { changePrefs, prefs } from '../lib/prefs.ts'
import { Button } from './button.tsx'
import { type Column, directionOf, nextSort, type Sorting, SortMark } from './table.tsx'

/** How a list is looked at: its order is in the address, its columns are kept in this browser. */
export interface ListView<Row> {
  /** The columns that are shown. */
  columns: readonly Column<Row>[]
  sorting: Sorting
  /** The button that changes both. */
  menu: ReactNode
}

/** @param list names the list in what is kept */
export function useListView<Row>(list: string, all: readonly Column<Row>[]): ListView<Row> {
  const { search } = usePlace()
  const change = useChangeSearch()
  const chosen = prefs.use().columns[list] ?? {}
  const isShown = ({ head, look, extra }: Column<Row>) => look === 'main' || (chosen[head] ?? !extra)
  const show = (head: string, shown: boolean) =>
    changePrefs({ columns: { ...prefs.get().columns, [list]: { ...chosen, [head]: shown } } })
  const sorting = { sort: search['sort'] ?? '', onSort: (sort: string) => void change({ sort }) }
  const sortable = all.filter(({ sort }) => sort !== undefined)
  return {
    columns: all.filter(isShown),
    sorting,
    menu: (
      <Menu.Root>
        <Menu.Trigger render={<Button icon={<SlidersHorizontal size={14} aria-hidden />} />}>
          {s.common.view}
        </Menu.Trigger>
        <Menu.Portal container={document.getElementById('main')}>
          <Menu.Positioner sideOffset={4} align="end">
            <Menu.Popup className="menu">
              {sortable.length > 0 && (
                <Menu.Group>
                  <Menu.GroupLabel className="menu-head">{s.common.sortBy}</Menu.GroupLabel>
                  {sortable.map(({ head, sort = '' }) => (
                    <Menu.Item
                      key={head}
                      closeOnClick={false}
                      onClick={() => sorting.onSort(nextSort(sort, sorting.sort))}
                    >
                      <span className="menu-mark">
                        <SortMark direction={directionOf(sort, sorting.sort)} />
                      </span>
                      {head}
                      <span className="off-screen">
                        {s.common.sorted[directionOf(sort, sorting.sort) ?? 'not']}
                      </span>
                    </Menu.Item>
                  ))}
                </Menu.Group>
              )}
              <Menu.Group>
                <Menu.GroupLabel className="menu-head">{s.common.columns}</Menu.GroupLabel>
                {all.map((column) => (
                  <Menu.CheckboxItem
                    key={column.head}
                    checked={isShown(column)}
                    disabled={column.look === 'main'}
                    onCheckedChange={(shown) => show(column.head, shown)}
                  >
                    <span className="menu-mark">
                      <Menu.CheckboxItemIndicator>
                        <Check size={12} aria-hidden />
                      </Menu.CheckboxItemIndicator>
                    </span>
                    {column.head}
                  </Menu.CheckboxItem>
                ))}
              </Menu.Group>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    ),
  }
}
