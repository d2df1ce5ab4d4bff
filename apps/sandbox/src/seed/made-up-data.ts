import type { EventType, Guest } from '@svc/models'
import { makeEvent, makeGuest } from '@svc/testing'

/** Made up data of an event; the same seed gives the same. */
export function madeUpData(type: EventType, seed: string): Record<string, unknown> {
  return { ...makeEvent(type, {}, { seed }).data }
}

/** A made up guest without an id; the same seed gives the same. */
export function madeUpGuest(seed: string): Omit<Guest, 'id'> {
  const { id: _, ...guest } = makeGuest({}, { seed })
  return guest
}
