import type { ClockState } from '@svc/control'
import { useQuery } from '@tanstack/react-query'
import { control, queries } from './control.ts'
import { liveState } from './live.ts'
import { createStore } from './store.ts'

interface Reading {
  state: ClockState
  readAt: number
}

/** The sandbox's virtual clock as last read: what is due or past is so by this clock, not by the browser's. */
const reading = createStore<Reading | null>(null)
const tick = createStore(0)
setInterval(() => {
  // With the server away nobody knows the time there.
  if (!document.hidden && liveState.get() !== 'away') tick.set(tick.get() + 1)
}, 1_000)

export function tellClock(state: ClockState): void {
  reading.set({ state, readAt: performance.now() })
}

export const clockQuery = {
  queryKey: ['clock'],
  async queryFn() {
    const state = await control().clock.get()
    tellClock(state)
    return state
  },
}

export const readClock = () => queries.fetchQuery({ ...clockQuery, staleTime: 0 })

let lastNow = Date.now()
/** The virtual now in milliseconds. It stands still while the server is away. */
export function virtualNow(): number {
  const known = reading.get()
  if (known === null) return Date.now()
  if (liveState.get() === 'away') return lastNow
  const since = known.state.mode === 'manual' ? 0 : performance.now() - known.readAt
  lastNow = Date.parse(known.state.now) + since
  return lastNow
}

/** The virtual now, for what is drawn: it comes again every second and at every change of the clock. */
export function useVirtualNow(): number {
  tick.use()
  reading.use()
  liveState.use()
  return virtualNow()
}

/** The clock's state, null until it is known. */
export function useClock(): ClockState | null {
  useQuery(clockQuery)
  return reading.use()?.state ?? null
}
