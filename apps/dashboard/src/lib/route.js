import { createStore } from './store.js'

/**
 * A place in the page: `#/deliveries/<id>?status=dead`. In the hash, so that no path of the page reaches the server.
 *
 * @typedef {{ page: string, id: string, query: URLSearchParams }} Route
 */

/** @returns {Route} */
function readRoute() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2)
  const [page = '', id = ''] = path.split('/')
  return { page: page || 'home', id: decode(id), query: new URLSearchParams(query) }
}

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const route = createStore(readRoute())

export function followAddress() {
  route.set(readRoute())
}

/**
 * The address of a place.
 *
 * @param {string} page
 * @param {string} [id]
 * @param {Record<string, string | number | undefined>} [query]
 */
export function linkTo(page, id, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`
}

/**
 * Changes the filters in the address of this page. Each change of a filter goes back to the first page of results.
 *
 * @param {Record<string, string | number | undefined>} changes
 */
export function changeQuery(changes) {
  const { page, id, query } = route.get()
  location.hash = linkTo(page, id, { ...Object.fromEntries(query), page: undefined, ...changes })
}
