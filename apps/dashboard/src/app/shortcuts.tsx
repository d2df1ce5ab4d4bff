import { s } from '../i18n/strings.ts'
import { Modal } from '../ui/modal.tsx'
import { navGroups } from './nav.tsx'
import { paletteKeys } from './use-shortcuts.ts'

/** The sheet of keyboard shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const pages = navGroups().flatMap(({ items }) => items)
  const rows: [keys: string[], what: string][] = [
    [paletteKeys, s.shortcuts.search],
    [['/'], s.shortcuts.search],
    [['?'], s.shortcuts.sheet],
    [['Esc'], s.shortcuts.close],
    ...pages.map(({ key, name }): [string[], string] => [['g', key], s.shortcuts.goTo(name)]),
  ]
  return (
    <Modal open onClose={onClose} title={s.shortcuts.title}>
      <dl className="shortcuts">
        {rows.map(([keys, what]) => (
          <div key={`${keys.join()} ${what}`}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
