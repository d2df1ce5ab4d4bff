import {
  type ErrorDetail,
  type EventOf,
  type EventType,
  safeParseEvent,
  type UnknownEvent,
  type WebhookEvent,
} from '@svc/models'
import { readDeliveryHeaders } from '@svc/signing'

/** The event of a delivery by its type's name; any event when this version does not know the name. */
export type EventNamed<Type extends string> = Type extends EventType
  ? EventOf<Type>
  : WebhookEvent | UnknownEvent

/**
 * What the inbox did with a delivery: the status it answered, `hang`, `stall` or `reset`; null while it has not
 * answered.
 */
export type Answered = number | 'hang' | 'stall' | 'reset' | null

/** One request that reached the inbox. */
export interface ReceivedDelivery<Event = WebhookEvent | UnknownEvent> {
  /**
   * `X-SVC-Delivery`, else `id` of the body; null when it has neither. The same over all attempts: deduplicate on it.
   */
  readonly id: string | null
  /** `type` of the body, else `X-SVC-Event`. */
  readonly type: string | null
  /** The parsed body. */
  readonly event: Event
  /** Where the event breaks the contract; empty when it does not. */
  readonly problems: readonly ErrorDetail[]
  /** 1 for the first request with this id, 2 for the next one … */
  readonly attempt: number
  /** HTTP method: `POST`. */
  readonly method: string
  /** Path as it was called: `/hook`. */
  readonly path: string
  /** Names in lower case, as Node gives them. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came. */
  readonly rawBody: Uint8Array
  /** The bytes as UTF-8 text. */
  readonly text: string
  /** Whether the signature is right; null when the inbox has no secret to check it with. */
  readonly verified: boolean | null
  /** Whether `next` has handed it out. */
  readonly handedOut: boolean
  /** What the inbox did with it: the status it answered, `hang`, `stall` or `reset`; null: nothing yet. */
  readonly answered: Answered
}

/** A delivery as the inbox keeps it. `event` is null when the body was no JSON object. */
export type RecordedDelivery = {
  -readonly [Key in keyof ReceivedDelivery]: ReceivedDelivery<WebhookEvent | UnknownEvent | null>[Key]
}

/** A request as it came. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  rawBody: Uint8Array
}

/** Reads a request without refusing anything: a test wants to see what came, also when it is wrong. */
export function readDelivery(
  request: RawRequest,
  prefix: string,
): Omit<RecordedDelivery, 'attempt' | 'verified'> {
  const text = new TextDecoder().decode(request.rawBody)
  const json = safeJson(text)
  const event = isRecord(json) ? (json as unknown as WebhookEvent | UnknownEvent) : null
  const parsed = safeParseEvent(json)
  const named = readDeliveryHeaders(request.headers, { prefix })
  return {
    ...request,
    id: named.id ?? stringOf(event?.id),
    type: stringOf(event?.type) ?? named.type,
    event,
    problems: parsed.ok ? [] : parsed.details,
    text,
    handedOut: false,
    answered: null,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const stringOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
