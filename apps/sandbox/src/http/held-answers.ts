import type { OperationId } from '@svc/models'
import { type NotifiedCache, createNotifiedCache } from '../service/notified-cache.ts'
import type { Storage } from '../storage/storage.ts'
import type { Answering } from './asked.ts'
import { jsonType } from './errors.ts'
import type { Guard } from './guard.ts'

/** An answer as it was sent, and what it is the answer to. */
export interface HeldAnswer {
  text: string
  operationId: OperationId
  /** The path as a template. */
  route: string | undefined
}

/** Answers as they were sent, by property and URL, for as long as nothing of them has changed. */
export type HeldAnswers = NotifiedCache<HeldAnswer>

/** Operations whose answers are made of bookings alone: of what is told when it changes. */
const ofBookings: ReadonlySet<OperationId | undefined> = new Set<OperationId>(['getBooking', 'listBookings'])

/** Whether answers of an operation can be held. */
export const canBeHeld = (id: OperationId | undefined): boolean => ofBookings.has(id)

export const heldKey = (propertyId: string, url: string): string => `${propertyId} ${url}`

/**
 * A read that is repeated while no booking changes is answered with the text that was sent before. On PostgreSQL nothing
 * is held: another node may have changed a booking, and its change shows with the next read everywhere.
 */
export function createHeldAnswers(storage: Storage): HeldAnswers {
  if (storage.kind === 'postgres') return { get: () => undefined, load: (_key, read) => read() }
  return createNotifiedCache<HeldAnswer>({
    storage,
    channel: 'bookings',
    // Characters.
    max: 16 * 1_048_576,
    weigh: ({ text }) => text.length + 512,
    // A look at what other processes have done to a file costs 5 µs.
    withinMs: 2,
  })
}

export function sendHeld(reply: Answering, { text }: HeldAnswer): void {
  void reply.type(jsonType).send(text)
}

/** Answers at once with what is held. The last of the guards: all that comes before an operation has been checked. */
export function heldAnswer(options: { answers: HeldAnswers; atOnce: () => boolean }): Guard {
  const { answers, atOnce } = options
  return function heldAnswerGuard(request, reply) {
    const { call } = request
    if (request.method !== 'GET' || !canBeHeld(call?.operationId)) return
    if (call?.propertyId === undefined || !atOnce()) return
    const held = answers.get(heldKey(call.propertyId, request.url))
    if (held) sendHeld(reply, held)
  }
}
