import { call } from './api.js'
import { createStore } from './store.js'

/** @typedef {import('@svc/control').ClockState} ClockState */
/** @typedef {{ state: ClockState, readAt: number }} Reading */

/** The sandbox's virtual clock as last read: what is due or past is so by this clock, not by the browser's. */
export const clock = createStore(/** @type {Reading | null} */ (null))

/** Counts seconds, so that hints such as "in 3 min" stay true. */
export const tick = createStore(0)
setInterval(() => {
  if (!document.hidden) tick.set(tick.get() + 1)
}, 1_000)

/** @param {ClockState} state */
export function tellClock(state) {
  clock.set({ state, readAt: performance.now() })
}

/** @param {AbortSignal} [signal] */
export async function readClock(signal) {
  /** @type {ClockState} */
  const state = await call('/clock', signal ? { signal } : {})
  tellClock(state)
  return state
}

/** The virtual now in milliseconds. */
export function virtualNow() {
  const reading = clock.get()
  if (reading === null) return Date.now()
  const since = reading.state.mode === 'manual' ? 0 : performance.now() - reading.readAt
  return Date.parse(reading.state.now) + since
}

/** The virtual now, for what is drawn: it comes again every second and at every change of the clock. */
export function useVirtualNow() {
  tick.use()
  clock.use()
  return virtualNow()
}
