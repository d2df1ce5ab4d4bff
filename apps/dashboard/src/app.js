import { useEffect } from 'preact/hooks'
import { Loading } from './components/empty.js'
import { Problem } from './components/problem.js'
import { Shell } from './components/shell.js'
import { html } from './lib/html.js'
import { chosenProperty, readProperties } from './lib/property.js'
import { route } from './lib/route.js'
import { session } from './lib/session.js'
import { useLoad } from './lib/use-load.js'
import { ApiKeys } from './pages/api-keys.js'
import { Bookings } from './pages/bookings.js'
import { Clock } from './pages/clock.js'
import { Deliveries } from './pages/deliveries.js'
import { Endpoints } from './pages/endpoints.js'
import { Events } from './pages/events.js'
import { Faults } from './pages/faults.js'
import { Home } from './pages/home.js'
import { Lost } from './pages/lost.js'
import { Origins } from './pages/origins.js'
import { Payments } from './pages/payments.js'
import { Properties } from './pages/properties.js'
import { Requests } from './pages/requests.js'
import { SignIn } from './pages/sign-in.js'

/** Every page gets the id of the chosen property and, where the address names one thing, the thing's id. */
/** @typedef {{ pid: string, id: string, query: URLSearchParams }} PageProps */

/** @type {Record<string, [title: string, page: (props: PageProps) => unknown]>} */
const pages = {
  home: ['Home', Home],
  requests: ['Requests', Requests],
  deliveries: ['Deliveries', Deliveries],
  endpoints: ['Endpoints', Endpoints],
  bookings: ['Bookings', Bookings],
  payments: ['Payments', Payments],
  events: ['Send event', Events],
  clock: ['Clock', Clock],
  faults: ['Faults', Faults],
  'api-keys': ['API Keys', ApiKeys],
  origins: ['Allowed origins', Origins],
  properties: ['Properties', Properties],
}

export function App() {
  const { token } = session.use()
  return token === null ? html`<${SignIn} />` : html`<${SignedIn} key=${token} />`
}

function SignedIn() {
  const { page, id, query } = route.use()
  const pid = chosenProperty.use()
  const { error, loading, reload } = useLoad(readProperties, [])
  const [title, Page] = (Object.hasOwn(pages, page) ? pages[page] : undefined) ?? ['Not found', Lost]
  useEffect(() => {
    document.title = `${title} · Sandbox`
  }, [title])
  const content = error
    ? html`<${Problem} error=${error} onRetry=${reload} />`
    : loading
      ? html`<${Loading} />`
      : // A page of another property starts afresh: nothing of the one before may stay on it.
        html`<${Page} key=${`${page} ${pid}`} pid=${pid} id=${id} query=${query} />`
  return html`<${Shell}>${content}<//>`
}
