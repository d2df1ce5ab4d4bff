import { createStore } from './store.ts'

/** What the page calls itself: the head of the page, for the browser's tab and the entries of its history. */
export const tabTitle = createStore('')
