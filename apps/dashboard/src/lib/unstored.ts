import { createStore } from './store.ts'

/** How many secrets on the page are not said to be stored: whatever leaves the page asks first. */
export const unstored = createStore(0)
