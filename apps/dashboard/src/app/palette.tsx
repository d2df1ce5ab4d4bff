import { Dialog } from '@base-ui/react/dialog'
import type { Hit } from '@svc/control'
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useDeferredValue, useEffect, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { type PlaceName, useGo, usePlace } from '../lib/place.ts'
import { useControl } from '../lib/use-control.ts'
import { navGroups } from './nav.tsx'
import { Problem, reasonOf } from '../ui/problem.tsx'
import { useSay } from '../ui/toasts.tsx'
import { useCommands } from './commands.ts'

/** Where each kind of hit has its page. */
const placeOf: Record<Hit['kind'], PlaceName> = {
  booking: 'bookings',
  guest: 'bookings',
  payment: 'payments',
  event: 'events',
  delivery: 'deliveries',
  endpoint: 'endpoints',
  api_key: 'api-keys',
  request: 'requests',
  idempotency_key: 'keys',
}

const valueOf = ({ kind, id }: Hit) => `${kind} ${id}`

/** Search and commands: any id or name leads to its page. */
export function Palette({ onClose }: { onClose: () => void }) {
  const go = useGo()
  const { pid } = usePlace()
  const control = useControl()
  const commands = useCommands()
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const say = useSay()
  const {
    data: hits = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ['search', pid, wanted],
    queryFn: () => control.search(wanted),
    enabled: wanted.length >= 2,
  })
  // What the server finds comes after the pages that match: the first of it is what Enter opens.
  const [chosen, setChosen] = useState('')
  const first = hits[0] && valueOf(hits[0])
  useEffect(() => {
    if (first !== undefined) setChosen(first)
  }, [first, wanted])
  const run = (act: () => unknown) => () => {
    onClose()
    // The palette is gone when it fails: the news are what is left to say so.
    void (async () => act())().catch((failure: unknown) => say(reasonOf(failure).join(' ')))
  }
  const show = ({ kind, id }: Hit) =>
    kind === 'guest' ? go('bookings', '', { guest_id: id }) : go(placeOf[kind], kind === 'api_key' ? '' : id)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={s.palette.label}>
          <Command label={s.palette.label} loop value={chosen} onValueChange={setChosen}>
            <Command.Input
              autoFocus
              value={text}
              onValueChange={setText}
              placeholder={s.palette.placeholder}
              aria-label={s.palette.label}
            />
            <Command.List aria-label={s.palette.results}>
              {hits.length > 0 && (
                <Command.Group heading={s.palette.found}>
                  {hits.map((hit) => (
                    <Command.Item
                      key={`${hit.kind} ${hit.id}`}
                      value={valueOf(hit)}
                      // The server has found it: the list is not to filter it away.
                      keywords={[text]}
                      onSelect={run(() => show(hit))}
                    >
                      <span className="badge plain">{s.palette.kinds[hit.kind]}</span>
                      <bdi className="hit-title">{hit.title}</bdi>
                      <bdi className="muted">{hit.detail}</bdi>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={s.palette.pages}>
                {navGroups()
                  .flatMap(({ items }) => items)
                  .map(({ place, name, icon: Icon, key }) => (
                    <Command.Item key={place} value={name} onSelect={run(() => go(place))}>
                      <Icon size={15} aria-hidden />
                      {name}
                      <kbd aria-hidden="true">g {key}</kbd>
                    </Command.Item>
                  ))}
              </Command.Group>
              <Command.Group heading={s.palette.actions}>
                {commands.map(({ name, key = name, icon: Icon, act }) => (
                  <Command.Item key={key} value={`${name} ${key}`} onSelect={run(act)}>
                    <Icon size={15} aria-hidden />
                    <bdi>{name}</bdi>
                  </Command.Item>
                ))}
              </Command.Group>
            </Command.List>
            {/* Beside the list: what is no option does not belong into a list of options. */}
            {!isFetching && !error && <Command.Empty>{s.palette.empty}</Command.Empty>}
            <Problem error={error} />
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
