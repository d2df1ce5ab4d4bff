/** Where the address names no property, the first one is shown: `/dashboard/go/deliveries?status=dead`. */
export const withoutProperty = '/dashboard/go'

/** Addresses of before (`/dashboard#/deliveries/<id>`) lead to the same place. */
export function followOldAddress(): void {
  if (!location.hash.startsWith('#/')) return
  const place = location.hash.slice(1).replace(/^\/home\b/, '/')
  history.replaceState(null, '', `${withoutProperty}${place}`)
}
