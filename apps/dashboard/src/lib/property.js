import { call } from './api.js'
import { createStore } from './store.js'

/** @typedef {import('@svc/control').Property} Property */

const storageKey = 'svc-sandbox-property'

/** All properties, null until they are known. */
export const properties = createStore(/** @type {Property[] | null} */ (null))

/** Id of the property that the page shows. */
export const chosenProperty = createStore(sessionStorage.getItem(storageKey) ?? '')

/** @param {string} id */
export function chooseProperty(id) {
  sessionStorage.setItem(storageKey, id)
  chosenProperty.set(id)
}

/** Reads the properties; the first one is chosen when the chosen one is not (or no longer) there. @param {AbortSignal} [signal] */
export async function readProperties(signal) {
  /** @type {Property[]} */
  const found = await call('/properties', signal ? { signal } : {})
  if (!found.some(({ id }) => id === chosenProperty.get())) chooseProperty(found[0]?.id ?? '')
  properties.set(found)
  return found
}
