import { createStore } from './store.js'

/** For this tab and until it is closed: never in localStorage, where it would outlive the work. */
const storageKey = 'svc-sandbox-admin-token'

/** @typedef {{ token: string | null, notice: string }} Session */

/** @type {Session} */
const atStart = { token: sessionStorage.getItem(storageKey), notice: '' }

/** Who is signed in, and what the sign-in form should say. */
export const session = createStore(atStart)

/** @param {string} token */
export function signIn(token) {
  sessionStorage.setItem(storageKey, token)
  session.set({ token, notice: '' })
}

/** @param {string} [notice] why, for the form that appears */
export function signOut(notice = '') {
  sessionStorage.removeItem(storageKey)
  session.set({ token: null, notice })
}

/**
 * Takes the token from an address such as `/dashboard#token=…`, and it out of the address bar and the history at once:
 * from there it could be read over a shoulder or end in a bookmark.
 */
export function takeTokenFromAddress() {
  const found = /^#token=([^&]+)/.exec(location.hash)
  if (!found?.[1]) return
  history.replaceState(null, '', location.pathname + location.search)
  try {
    signIn(decodeURIComponent(found[1]))
  } catch {
    signOut('The token in the address is not readable: copy it again as a whole.')
  }
}
