import { Dialog } from '@base-ui/react/dialog'
import { Outlet, useRouter } from '@tanstack/react-router'
import { LogOut, Menu, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { liveState } from '../lib/live.ts'
import { pathOf, usePlace } from '../lib/place.ts'
import { rememberProperty, useProperties } from '../lib/properties.ts'
import { signOut } from '../lib/session.ts'
import { useChosenZone } from '../lib/zone.ts'
import { Lost } from '../pages/lost.tsx'
import { Loading } from '../ui/layout.tsx'
import { Problem } from '../ui/problem.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Nav, navGroups } from './nav.tsx'
import { usePlaceName } from './place-name.ts'
import { SmallClock } from './small-clock.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })))
const Shortcuts = lazy(() =>
  import('./shortcuts.tsx').then(({ Shortcuts: component }) => ({ default: component })),
)

/** What stays around every page: where one can go, which property it is, search, and the time there. */
export function Shell() {
  const { pid } = usePlace()
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'menu' | null>(null)
  useShortcuts(setOpen)
  useKeptFocus()
  useChosenZone()
  useEffect(() => rememberProperty(pid), [pid])
  const close = () => setOpen(null)
  return (
    <Toasts>
      <a
        className="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}
      >
        {s.shell.skip}
      </a>
      <div className="shell">
        <aside className="side">
          <Brand />
          <PropertySwitcher />
          <SearchButton onOpen={() => setOpen('palette')} />
          <Nav />
          <SideEnd />
        </aside>
        <header className="bar">
          <button
            type="button"
            className="icon-button"
            aria-label={s.shell.menu}
            onClick={() => setOpen('menu')}
          >
            <Menu size={20} aria-hidden />
          </button>
          <Brand />
          <button
            type="button"
            className="icon-button"
            aria-label={s.shell.search}
            onClick={() => setOpen('palette')}
          >
            <Search size={20} aria-hidden />
          </button>
        </header>
        <Main />
      </div>
      <Dialog.Root open={open === 'menu'} onOpenChange={(next) => !next && close()}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer" aria-label={s.shell.menu}>
            <PropertySwitcher />
            <Nav onGo={close} />
            <SideEnd />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
    </Toasts>
  )
}

function Main() {
  const { pid, id } = usePlace()
  const here = usePlaceName()
  const { data: all, error, isPending, refetch } = useProperties()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(`${here} ${id}`)
  useEffect(() => {
    const name = navGroups()
      .flatMap(({ items }) => items)
      .find(({ place }) => place === here)?.name
    document.title = `${name ?? s.shell.product} · ${s.shell.product}`
    const now = `${here} ${id}`
    if (shown.current === now) return
    shown.current = now
    // The head of a page takes the focus when it comes. One object after another on the same page keeps its head.
    if (document.activeElement === document.body)
      main.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [here, id])
  const known = all?.some((property) => property.id === pid)
  return (
    <main id="main" ref={main} tabIndex={-1}>
      <Away />
      {error && !all ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : known ? (
        // A page of another property starts afresh: nothing of the one before may stay on it.
        <Suspense fallback={<Loading />}>
          <Outlet key={pid} />
        </Suspense>
      ) : (
        <Lost />
      )}
    </main>
  )
}

function Brand() {
  return (
    <span className="brand">
      <img src="/dashboard/icon.svg" alt="" width="24" height="24" />
      {s.shell.product}
    </span>
  )
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className="search-button" onClick={onOpen}>
      <Search size={14} aria-hidden />
      {s.shell.search}
      <kbd aria-hidden="true">⌘K</kbd>
    </button>
  )
}

function PropertySwitcher() {
  const router = useRouter()
  const { pid } = usePlace()
  const here = usePlaceName()
  const { data: all = [] } = useProperties()
  return (
    <label className="switcher">
      <span className="group-name">{s.shell.property}</span>
      <select
        value={pid}
        // What the address names beyond the page belongs to the property that is left.
        onChange={(event) =>
          router.history.push(
            `/dashboard${pathOf(event.currentTarget.value, here === 'keys' ? 'home' : here)}`,
          )
        }
      >
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function SideEnd() {
  return (
    <div className="side-end">
      <SmallClock />
      <button type="button" className="button quiet" onClick={signOut}>
        <LogOut size={14} aria-hidden />
        {s.shell.signOut}
      </button>
    </div>
  )
}

/** The server does not answer: what is shown may be old. */
function Away() {
  const state = liveState.use()
  if (state !== 'away') return null
  return (
    <div className="notice warn away" role="status">
      <p>{s.shell.away}</p>
    </div>
  )
}
