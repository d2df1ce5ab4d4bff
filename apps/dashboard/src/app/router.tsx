import { createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router'
import { ErrorPage } from '../pages/error-page.tsx'
import { Lost } from '../pages/lost.tsx'
import { FirstProperty } from './first-property.tsx'
import { Gate } from './gate.tsx'
import { lazyPage } from './lazy-page.tsx'
import { Shell } from './shell.tsx'

const rootRoute = createRootRoute({ component: Gate })
const first = createRoute({ getParentRoute: () => rootRoute, path: '/', component: FirstProperty })
const elsewhere = createRoute({ getParentRoute: () => rootRoute, path: '/go/$', component: FirstProperty })
const property = createRoute({ getParentRoute: () => rootRoute, path: '/p/$pid', component: Shell })

const page = (path: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => property, path, component })

const requests = page(
  '/requests',
  lazyPage(() => import('../pages/requests/requests.tsx'), 'Requests'),
)
/** A request is shown beside the list, which stays as it is. */
const chosenRequest = createRoute({ getParentRoute: () => requests, path: '/$id', component: () => null })

/** Each page is a file of its own, loaded when it is first shown. */
const pages = [
  page(
    '/',
    lazyPage(() => import('../pages/home/home.tsx'), 'Home'),
  ),
  requests.addChildren([chosenRequest]),
  page(
    '/deliveries',
    lazyPage(() => import('../pages/deliveries/deliveries.tsx'), 'Deliveries'),
  ),
  page(
    '/deliveries/$id',
    lazyPage(() => import('../pages/deliveries/delivery.tsx'), 'DeliveryPage'),
  ),
  page(
    '/endpoints',
    lazyPage(() => import('../pages/endpoints/endpoints.tsx'), 'Endpoints'),
  ),
  page(
    '/endpoints/$id',
    lazyPage(() => import('../pages/endpoints/endpoint.tsx'), 'EndpointPage'),
  ),
  page(
    '/events',
    lazyPage(() => import('../pages/events/events.tsx'), 'Events'),
  ),
  page(
    '/events/$id',
    lazyPage(() => import('../pages/events/event.tsx'), 'EventPage'),
  ),
  page(
    '/bookings',
    lazyPage(() => import('../pages/bookings/bookings.tsx'), 'Bookings'),
  ),
  page(
    '/bookings/$id',
    lazyPage(() => import('../pages/bookings/booking.tsx'), 'BookingPage'),
  ),
  page(
    '/payments',
    lazyPage(() => import('../pages/payments/payments.tsx'), 'Payments'),
  ),
  page(
    '/payments/$id',
    lazyPage(() => import('../pages/payments/payment.tsx'), 'PaymentPage'),
  ),
  page(
    '/keys/$id',
    lazyPage(() => import('../pages/keys/idempotency-key.tsx'), 'IdempotencyKey'),
  ),
  page(
    '/clock',
    lazyPage(() => import('../pages/clock/clock.tsx'), 'Clock'),
  ),
  page(
    '/faults',
    lazyPage(() => import('../pages/faults/faults.tsx'), 'Faults'),
  ),
  page(
    '/api-keys',
    lazyPage(() => import('../pages/settings/api-keys.tsx'), 'ApiKeys'),
  ),
  page(
    '/origins',
    lazyPage(() => import('../pages/settings/origins.tsx'), 'Origins'),
  ),
  page(
    '/properties',
    lazyPage(() => import('../pages/settings/properties.tsx'), 'Properties'),
  ),
  page(
    '/data',
    lazyPage(() => import('../pages/settings/data.tsx'), 'Data'),
  ),
  page(
    '/preferences',
    lazyPage(() => import('../pages/settings/preferences.tsx'), 'Preferences'),
  ),
]

export const router = createRouter({
  routeTree: rootRoute.addChildren([first, elsewhere, property.addChildren(pages)]),
  basepath: '/dashboard',
  defaultNotFoundComponent: Lost,
  defaultErrorComponent: ErrorPage,
  defaultPreloadDelay: 30,
  scrollRestoration: true,
  // The list of requests stays where it is while one after the other is looked at.
  getScrollRestorationKey: ({ pathname, state }) =>
    /\/requests(?:\/|$)/.test(pathname) ? 'requests' : (state.key ?? pathname),
  // Filters are flat texts: an address that a person can read and type.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch(search) {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text === '' ? '' : `?${text}`
  },
})
