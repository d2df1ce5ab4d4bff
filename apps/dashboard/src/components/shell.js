import { useEffect, useRef } from 'preact/hooks'
import { clock, readClock, useVirtualNow } from '../lib/clock.js'
import { utc } from '../lib/format.js'
import { html } from '../lib/html.js'
import { chooseProperty, chosenProperty, properties } from '../lib/property.js'
import { followAddress, linkTo, route } from '../lib/route.js'
import { signOut } from '../lib/session.js'
import { useLoad } from '../lib/use-load.js'

/** @type {[group: string, places: [page: string, name: string][]][]} */
const groups = [
  ['', [['home', 'Home']]],
  [
    'Traffic',
    [
      ['requests', 'Requests'],
      ['deliveries', 'Deliveries'],
      ['endpoints', 'Endpoints'],
    ],
  ],
  [
    'Data',
    [
      ['bookings', 'Bookings'],
      ['payments', 'Payments'],
    ],
  ],
  [
    'Tools',
    [
      ['events', 'Send event'],
      ['clock', 'Clock'],
      ['faults', 'Faults'],
    ],
  ],
  [
    'Settings',
    [
      ['api-keys', 'API Keys'],
      ['origins', 'Allowed origins'],
      ['properties', 'Properties'],
    ],
  ],
]

/** What stays around every page: where one can go, which property it is, and the time there. @param {{ children: unknown }} props */
export function Shell({ children }) {
  const { page } = route.use()
  const main = useRef(/** @type {HTMLElement | null} */ (null))
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // A change of page is announced by moving to its title, as a load of a page would be.
    main.current?.querySelector('h1')?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [page])
  return html`
    <a
      class="skip"
      href="#main"
      onClick=${(/** @type {Event} */ event) =>
        (event.preventDefault(), main.current?.focus())}
      >Skip to content</a
    >
    <div class="shell">
      <aside class="side">
        <a class="brand" href=${linkTo('home')}
          ><img src="/dashboard/icon.svg" alt="" width="28" height="28" />Sandbox</a
        >
        <${PropertySwitcher} />
        <nav aria-label="Pages">
          ${groups.map(
            ([name, places]) => html`
              <div class="group">
                ${name && html`<span class="group-name">${name}</span>`}
                ${places.map(([place, label]) => html`<a key=${place} href=${linkTo(place)} aria-current=${place === page ? 'page' : null}>${label}</a>`)}
              </div>
            `,
          )}
        </nav>
        <div class="side-end">
          <${SmallClock} />
          <button type="button" class="small outline secondary" onClick=${() => signOut()}>Sign out</button>
        </div>
      </aside>
      <main id="main" ref=${main} tabindex="-1">${children}</main>
    </div>
  `
}

function PropertySwitcher() {
  const all = properties.use() ?? []
  const chosen = chosenProperty.use()
  const change = (/** @type {Event} */ event) => {
    // What the address names beyond the page belongs to the property that is left.
    location.hash = linkTo(route.get().page)
    followAddress()
    chooseProperty(/** @type {HTMLSelectElement} */ (event.currentTarget).value)
  }
  return html`
    <label class="switcher">
      <span class="group-name">Property</span>
      <select value=${chosen} onChange=${change}>
        ${all.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === chosen}>${name}</option>`)}
      </select>
    </label>
  `
}

function SmallClock() {
  const now = useVirtualNow()
  const reading = clock.use()
  useLoad((signal) => readClock(signal), [], { every: 5_000 })
  if (reading === null) return null
  const manual = reading.state.mode === 'manual'
  return html`
    <a class="small-clock" href=${linkTo('clock')}>
      <span class="group-name">${manual ? 'Clock, frozen' : 'Clock'}</span>
      <time>${utc(new Date(now).toISOString())} UTC</time>
    </a>
  `
}
