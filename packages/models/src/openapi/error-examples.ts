import type { ErrorDetail } from '../error-body.ts'
import { limits } from '../limits.ts'
import type { OperationId } from '../operations.ts'
import type { ErrorCode } from '../vocabulary.ts'
import { balance, booking, endpoint } from './examples.ts'
import { exampleRequestId } from './headers.ts'
import type { JsonObject } from './types.ts'

interface ErrorExample {
  summary: string
  message: string
  details?: ErrorDetail[]
}

const gone = (what: string, id: string): ErrorExample => ({
  summary: `No such ${what}`,
  message: `No ${what} with the id "${id}" in this property.`,
})

const invalid = (summary: string, path: string, message: string): ErrorExample => ({
  summary,
  message: `${path} ${message}.`,
  details: [{ path, message }],
})

/** What each code means. */
export const errorMeanings: Record<ErrorCode, string> = {
  bad_request: '`Idempotency-Key` is missing or malformed, or the body is not JSON',
  validation_error: 'a field or query parameter is not valid; `details` name each',
  unauthorized: 'the API key is missing or wrong',
  origin_not_allowed: 'the property does not list this `Origin`',
  not_found: 'there is nothing with this id in the property',
  idempotency_key_in_use: 'a request with the same key is still at work',
  payload_too_large: `the body has more than ${limits.bodyBytes} bytes`,
  unsupported_media_type: '`Content-Type` is not `application/json`',
  idempotency_key_reused: 'the key was used with a different payload',
  rate_limited: 'too many requests',
  internal_error: 'the service failed; the same key may be used again',
  unavailable: 'the service is starting, stopping or cut off from its database',
}

/** How an answer with each code reads. */
export const errorExamples: Record<ErrorCode, readonly ErrorExample[]> = {
  bad_request: [
    { summary: 'No idempotency key', message: 'Idempotency-Key header is required' },
    { summary: 'The idempotency key is no UUID v4', message: 'Idempotency-Key must be a UUID v4' },
    { summary: 'There is no JSON', message: 'The body is empty: send a JSON object.' },
  ],
  validation_error: [invalid('Unknown query parameter', 'verbose', 'is not a known field here')],
  unauthorized: [{ summary: 'No key, or a wrong one', message: 'The X-API-Key header is required.' }],
  origin_not_allowed: [
    {
      summary: 'Not listed',
      message: 'The origin https://shop.example is not among the allowed origins of the property.',
    },
  ],
  // What is missing differs by operation: see below.
  not_found: [],
  idempotency_key_in_use: [
    {
      summary: 'Still at work',
      message: 'A request with this Idempotency-Key is still at work: try again in a second.',
    },
  ],
  payload_too_large: [
    { summary: 'Too large', message: 'The body is too large: at most 1 MiB (1,048,576 bytes) is accepted.' },
  ],
  unsupported_media_type: [
    { summary: 'Not declared as JSON', message: 'POST needs Content-Type: application/json; it is missing.' },
  ],
  idempotency_key_reused: [
    {
      summary: 'Another payload',
      message: 'This Idempotency-Key was used with a different body. Make a new key for each operation.',
    },
  ],
  rate_limited: [
    {
      summary: 'Over the quota',
      message: `More than ${limits.requestsPerMinute} requests in a minute from this address. Try again in 42 s.`,
    },
  ],
  internal_error: [
    {
      summary: 'An error of the service',
      message: 'Something went wrong on our side. Quote the request id when you report it.',
    },
  ],
  unavailable: [{ summary: 'Not ready', message: 'The server is stopping.' }],
}

/** Problems that are typical of one operation. */
export const ownErrorExamples: Partial<
  Record<OperationId, Partial<Record<ErrorCode, readonly ErrorExample[]>>>
> = {
  listBookings: {
    validation_error: [
      invalid('Page too large', 'limit', `must be at most ${limits.maxPageSize}`),
      invalid('Dates the wrong way round', 'start_date', 'must not be after end_date'),
    ],
  },
  getBooking: { not_found: [gone('booking', booking.id)] },
  listPayments: { validation_error: [invalid('Not a UUID', 'bid', 'must be a UUID')] },
  createPayment: {
    validation_error: [
      invalid(
        'The amount is a number',
        'amount',
        'must be a decimal string, not a number: send "58.65", with the quotes',
      ),
    ],
  },
  updatePayment: {
    validation_error: [invalid('Set by the service', 'status', 'is not a known field here')],
    not_found: [gone('payment', balance.id)],
  },
  deletePayment: { not_found: [gone('payment', balance.id)] },
  createWebhook: {
    validation_error: [invalid('Not a URL', 'url', 'must be an absolute https:// URL')],
  },
  updateWebhook: {
    validation_error: [invalid('No event', 'events', 'must name at least one event')],
    not_found: [gone('endpoint', endpoint.id)],
  },
  deleteWebhook: { not_found: [gone('endpoint', endpoint.id)] },
  listDeliveries: { not_found: [gone('endpoint', endpoint.id)] },
}

/** The body of an error answer. */
export function errorBody(code: ErrorCode, { message, details }: ErrorExample): JsonObject {
  return { code, message, ...(details && { details }), request_id: exampleRequestId }
}
