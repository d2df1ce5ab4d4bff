import { Menu } from '@base-ui/react/menu'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { s } from '../i18n/strings.ts'
import { download, toCsv } from '../lib/download.ts'
import type { ManyRows } from '../lib/every-page.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from './button.tsx'
import { reasonOf } from './problem.tsx'
import { useSay } from './toasts.tsx'

/** What is listed, as a file. */
export function ExportMenu({
  name,
  rows,
  icon,
}: {
  /** Of the file, without its ending. */
  name: string
  rows: () => Promise<ManyRows<object>>
  icon?: ReactNode
}) {
  const say = useSay()
  const { run, busy } = useAction(async (form: 'csv' | 'json') => {
    let read: ManyRows<object>
    try {
      read = await rows()
    } catch (error) {
      say(reasonOf(error).join(' '))
      throw error
    }
    const found = read.rows as Record<string, unknown>[]
    if (read.of > found.length) say(s.common.exportedFirst(found.length, read.of))
    if (form === 'json') return download(`${name}.json`, [JSON.stringify(found, null, 2)], 'application/json')
    const columns = [...new Set(found.flatMap((row) => Object.keys(row)))]
    const cells = found.map((row) => columns.map((column) => flat(row[column])))
    return download(`${name}.csv`, [toCsv([columns, ...cells])], 'text/csv')
  })
  return (
    <Menu.Root>
      <Menu.Trigger render={<Button busy={busy} icon={icon ?? <Download size={14} aria-hidden />} />}>
        {s.common.export}
      </Menu.Trigger>
      <Menu.Portal container={document.getElementById('main')}>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.Item onClick={() => run('csv')}>CSV</Menu.Item>
            <Menu.Item onClick={() => run('json')}>JSON</Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const flat = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value
