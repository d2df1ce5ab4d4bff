import type { EventType } from '@svc/models'
import { makeEvent } from '@svc/testing'

/** Made up data of an event; the same seed gives the same. */
export function madeUpData(type: EventType, seed: string): Record<string, unknown> {
  return { ...makeEvent(type, {}, { seed }).data }
}
