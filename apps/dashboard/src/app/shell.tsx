import { Dialog } from '@base-ui/react/dialog'
import { Outlet, useRouter } from '@tanstack/react-router'
import { LogOut, Menu, Search } from 'lucide-react'
import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { s } from '../i18n/strings.ts'
import { liveState } from '../lib/live.ts'
import { pathOf, usePlace } from '../lib/place.ts'
import { rememberProperty, useProperties } from '../lib/properties.ts'
import { signOut } from '../lib/session.ts'
import { tabTitle } from '../lib/tab-title.ts'
import { unstored } from '../lib/unstored.ts'
import { useChosenZone } from '../lib/zone.ts'
import { NoProperty } from '../pages/lost.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Loading } from '../ui/layout.tsx'
import { Problem } from '../ui/problem.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Nav, navGroups } from './nav.tsx'
import { usePlaceName } from './place-name.ts'
import { SmallClock } from './small-clock.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { paletteKeys, useShortcuts } from './use-shortcuts.ts'

/** What is loaded when it is first asked for. */
const parts = {
  palette: () => import('./palette.tsx').then(({ Palette }) => Palette),
  shortcuts: () => import('./shortcuts.tsx').then(({ Shortcuts }) => Shortcuts),
}
type Part = ComponentType<{ onClose: () => void }>

/** What stays around every page: where one can go, which property it is, search, and the time there. */
export function Shell() {
  const { pid } = usePlace()
  const [menu, setMenu] = useState(false)
  const [part, setPart] = useState<{ Part: Part }>()
  const open = useCallback((name: keyof typeof parts) => {
    // With the sandbox away it cannot be loaded: what is open stays, and the page says what is wrong.
    void parts[name]().then(
      (Part) => setPart({ Part }),
      () => undefined,
    )
  }, [])
  useShortcuts(open)
  useKeptFocus()
  useChosenZone()
  useEffect(() => rememberProperty(pid), [pid])
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
          <SearchButton onOpen={() => open('palette')} />
          <Nav />
          <SideEnd />
        </aside>
        <header className="bar">
          <button
            type="button"
            className="icon-button"
            aria-label={s.shell.menu}
            onClick={() => setMenu(true)}
          >
            <Menu size={20} aria-hidden />
          </button>
          <Brand />
          <button
            type="button"
            className="icon-button"
            aria-label={s.shell.search}
            onClick={() => open('palette')}
          >
            <Search size={20} aria-hidden />
          </button>
        </header>
        <Main />
      </div>
      <Dialog.Root open={menu} onOpenChange={setMenu}>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="drawer" aria-label={s.shell.menu}>
            <PropertySwitcher />
            <Nav onGo={() => setMenu(false)} />
            <SideEnd />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
      {part && <part.Part onClose={() => setPart(undefined)} />}
    </Toasts>
  )
}

/** Characters of a head that a tab can show. */
const mostOfTitle = 80

/** Calls the browser's tab by what is shown in it: several tabs, and the entries of the history, are told apart. */
function useDocumentTitle(): void {
  const { pid } = usePlace()
  const here = usePlaceName()
  const head = tabTitle.use().slice(0, mostOfTitle)
  const { data: all = [] } = useProperties()
  const property = all.find(({ id }) => id === pid)?.name
  const page = navGroups()
    .flatMap(({ items }) => items)
    .find(({ place }) => place === here)?.name
  const names = [head, page, property, s.shell.product].filter(Boolean)
  const title = [...new Set(names)].join(' · ')
  useEffect(() => void (document.title = title), [title])
}

function Main() {
  const { pid, id } = usePlace()
  const here = usePlaceName()
  const { data: all, error, isPending, refetch } = useProperties()
  const main = useRef<HTMLElement>(null)
  useDocumentTitle()
  const shown = useRef(`${here} ${id}`)
  useEffect(() => {
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
        <NoProperty all={all} />
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
      <kbd aria-hidden="true">{paletteKeys.join(' ')}</kbd>
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
        {/* Of an address that leads nowhere: otherwise the first one would seem to be shown, and could not be chosen. */}
        {!all.some(({ id }) => id === pid) && <option value={pid}>–</option>}
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
      <SignOut />
    </div>
  )
}

/** Signing out leaves the page too: of secrets that are not stored it asks first. */
function SignOut() {
  const left = unstored.use()
  const icon = <LogOut size={14} aria-hidden />
  if (left === 0)
    return (
      <Button look="quiet" icon={icon} onClick={signOut}>
        {s.shell.signOut}
      </Button>
    )
  return (
    <ConfirmButton
      look="quiet"
      icon={icon}
      label={s.shell.signOut}
      title={s.secrets.leaveTitle}
      question={s.secrets.leave(left)}
      keep={s.secrets.stay}
      action={s.secrets.leaveAnyway}
      onConfirm={signOut}
    />
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
