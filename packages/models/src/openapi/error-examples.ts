import type { ErrorDetail } from '../error-body.ts'
import { limits } from '../limits.ts'
import type { OperationId } from '../operations.ts'
import type { ErrorCode } from '../vocabulary.ts'
import type { JsonObject } from './types.ts'

interface ErrorExample {
  summary: string
  message: string
  details?: ErrorDetail[]
}

const invalid = (summary: string, path: string, message: string): ErrorExample => ({
  summary,
  message: `The request is not valid: ${path} ${message}`,
  details: [{ path, message }],
})

/** What each code means (D4). */
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
    { summary: 'The body is not JSON', message: 'The body is not valid JSON' },
  ],
  validation_error: [invalid('Unknown query parameter', 'verbose', 'is not a known field here')],
  unauthorized: [
    { summary: 'No key, or a wrong one', message: 'X-API-Key is missing or not a key of this service' },
  ],
  origin_not_allowed: [
    { summary: 'Not listed', message: 'https://shop.example is not an allowed origin of this property' },
  ],
  not_found: [{ summary: 'No such id', message: 'There is nothing with this id' }],
  idempotency_key_in_use: [
    { summary: 'Still at work', message: 'A request with this Idempotency-Key is still being processed' },
  ],
  payload_too_large: [{ summary: 'Too large', message: `The body has more than ${limits.bodyBytes} bytes` }],
  unsupported_media_type: [
    { summary: 'Not declared as JSON', message: 'Content-Type must be application/json' },
  ],
  idempotency_key_reused: [
    { summary: 'Another payload', message: 'This Idempotency-Key was used with a different payload' },
  ],
  rate_limited: [
    {
      summary: 'Over the quota',
      message: `More than ${limits.requestsPerMinute} requests in a minute: try again in 42 seconds`,
    },
  ],
  internal_error: [{ summary: 'A fault of ours', message: 'Something went wrong on our side' }],
  unavailable: [{ summary: 'Not ready', message: 'The service is starting or stopping' }],
}

/** Faults that are typical of one operation. */
export const ownErrorExamples: Partial<
  Record<OperationId, Partial<Record<ErrorCode, readonly ErrorExample[]>>>
> = {
  listBookings: {
    validation_error: [
      invalid('Page too large', 'limit', `must be at most ${limits.maxPageSize}`),
      invalid('Dates the wrong way round', 'start_date', 'must not be after end_date'),
    ],
  },
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
  updatePayment: { validation_error: [invalid('Set by the service', 'status', 'is not a known field here')] },
  createWebhook: {
    validation_error: [invalid('Not a URL', 'url', 'must be an absolute https:// URL')],
  },
  updateWebhook: { validation_error: [invalid('No event', 'events', 'must name at least one event')] },
}

/** The body of an error answer. */
export function errorBody(code: ErrorCode, { message, details }: ErrorExample): JsonObject {
  return { code, message, ...(details && { details }), request_id: 'req_01JD5Q2V9W3T' }
}
