import { eventSchemas } from '../event.ts'
import { headerNames } from '../headers.ts'
import { limits } from '../limits.ts'
import { type EventType, eventTypes } from '../vocabulary.ts'
import { events } from './examples.ts'
import { schemaReference } from './schemas.ts'
import { ladder } from './texts.ts'
import type { Examples, Json, JsonObject } from './types.ts'

const firedWhen: Record<EventType, string> = {
  'booking.created': 'A new booking is created.',
  'booking.updated':
    "A booking's dates, room, status or notes change. After a status-only change `data` has `bookingId` and `status` alone.",
  'booking.cancelled': 'A booking is deleted, which counts as a cancellation.',
  'payment.created': 'A new payment is recorded.',
  'payment.updated': "A payment's amount, method or description changes.",
  'message.received': 'An inbound message of a booking channel (OTA) arrives.',
}

const header = (name: string, description: string, schema: JsonObject, example: string): JsonObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
  example,
})

/** The headers of every delivery, for `components.parameters`. */
export const deliveryParameters: Record<string, JsonObject> = {
  [headerNames.signature]: header(
    headerNames.signature,
    'HMAC-SHA256 of the raw body bytes under the signing secret of the endpoint. Compare in constant time, before parsing.',
    { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  ),
  [headerNames.event]: header(
    headerNames.event,
    'The event, equal to `type` in the body.',
    { type: 'string' },
    'payment.created',
  ),
  [headerNames.delivery]: header(
    headerNames.delivery,
    'The delivery, equal to `id` in the body and stable across retries: deduplicate on it.',
    { type: 'string', format: 'uuid' },
    '0c7e4b92-8f15-4da3-a6d0-3e9b5c1f7284',
  ),
}

const operationId = (type: EventType): string =>
  `on${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`

function webhook(type: EventType): JsonObject {
  const byName: Record<string, Json> = events[type]
  const examples: Examples = Object.fromEntries(
    Object.entries(byName).map(([summary, value]) => [
      summary.toLowerCase().replace(/\W+/g, '_'),
      { summary, value },
    ]),
  )
  return {
    post: {
      operationId: operationId(type),
      summary: type,
      description: `${firedWhen[type]} Nothing says in which order deliveries come: one that is tried again comes after later ones.\n\nSpecification: section 6.`,
      tags: ['events'],
      // The receiver checks a signature; it knows no API key.
      security: [],
      parameters: Object.keys(deliveryParameters).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaReference(eventSchemas[type]), examples } },
      },
      responses: {
        '2XX': { description: `Taken, when it comes within ${limits.deliveryTimeoutMs / 1000} seconds.` },
        default: {
          description: `Not taken, and a redirect or no answer is not either: tried again after ${ladder}, then \`dead\` after ${limits.deliveryAttempts} attempts.`,
        },
      },
    },
  }
}

/** The events of spec section 6 as OpenAPI webhooks. */
export function webhooks(): Record<string, JsonObject> {
  return Object.fromEntries(eventTypes.map((type) => [type, webhook(type)]))
}
