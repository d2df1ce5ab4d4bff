import { EventError } from './event-error.ts'
import { eventEnvelopeSchema, eventSchemas, type UnknownEvent, type WebhookEvent } from './event.ts'
import { validate, type Validated } from './validate.ts'
import type { EventType } from './vocabulary.ts'

/** Looks at own properties only: a delivery of type `constructor` is an unknown event, not a crash. */
function knownType(value: unknown): EventType | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
  const { type } = value
  return typeof type === 'string' && Object.hasOwn(eventSchemas, type) ? (type as EventType) : undefined
}

/**
 * Reads the parsed JSON of a delivery without throwing. An event of a known type must have the `data` of that
 * type. An event of a type that this version does not know passes with its `data` unchanged, so a new event of the
 * service breaks no receiver. `isKnownEvent` tells the two apart.
 *
 * Verify the signature over the raw bytes first: this checks the form, not the origin.
 *
 * @param value the delivery's body after `JSON.parse`
 */
export function safeParseEvent(value: unknown): Validated<WebhookEvent | UnknownEvent> {
  if (typeof value === 'string' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
    const message =
      'must be the parsed body, not text or bytes: verify the signature over them, then JSON.parse them'
    return { ok: false, details: [{ path: '', message }] }
  }
  // `parseEvent(request.json())` compiles, as it takes what nobody knows yet.
  if (Object.prototype.toString.call(value) === '[object Promise]') {
    const message = 'must be the parsed body, not a promise of it: an await is missing'
    return { ok: false, details: [{ path: '', message }] }
  }
  const type = knownType(value)
  return type === undefined
    ? (validate(eventEnvelopeSchema, value) as Validated<UnknownEvent>)
    : validate(eventSchemas[type], value)
}

/**
 * {@link safeParseEvent} with exceptions. `event.type` narrows `event.data`:
 *
 * @example
 * const event = parseEvent(JSON.parse(rawBody))
 * if (event.type === 'payment.created') console.log(event.data.amount) // "120.5000"
 *
 * @throws EventError with `details` when the value is no event, or not one of its type
 */
export function parseEvent(value: unknown): WebhookEvent | UnknownEvent {
  const parsed = safeParseEvent(value)
  if (!parsed.ok) throw new EventError(parsed.details)
  return parsed.value
}
