import { useEffect } from 'react'
import { usePlace } from './place.ts'
import { prefs } from './prefs.ts'
import { useProperties } from './properties.ts'
import { createStore } from './store.ts'

/** IANA name of the time zone in which times are shown. */
export const zone = createStore('UTC')

/** Keeps {@link zone} at the choice of the viewer, or at that of the property that is shown. */
export function useChosenZone(): void {
  const { pid } = usePlace()
  const { zone: chosen } = prefs.use()
  const { data: all = [] } = useProperties()
  const own = all.find(({ id }) => id === pid)?.time_zone ?? 'UTC'
  useEffect(() => zone.set(chosen === 'property' ? own : chosen), [chosen, own])
}
