import * as z from 'zod/mini'
import { listBookingsQuerySchema } from './booking-query.ts'
import { bookingPageSchema, bookingSchema } from './booking.ts'
import { deliveryListSchema } from './delivery.ts'
import { lazily } from './lazily.ts'
import { createPaymentSchema, listPaymentsQuerySchema, updatePaymentSchema } from './payment-requests.ts'
import { paymentListSchema, paymentSchema } from './payment.ts'
import type { ErrorCode } from './vocabulary.ts'
import { createWebhookEndpointSchema, updateWebhookEndpointSchema } from './webhook-requests.ts'
import { createdWebhookEndpointSchema, webhookEndpointListSchema, webhookEndpointSchema } from './webhook.ts'

/** The prefix of all client API paths (spec 4, D1). */
export const apiPrefix = '/api/v1/client'

/** Where webhook paths are answered too, because spec 4.7 can be read so (D1). */
export const webhookAliasPrefix = '/client'

/** One operation of the API: everything that the server, the client and the OpenAPI document know about it. */
export interface Operation {
  /** HTTP method. `POST` and `PATCH` need an `Idempotency-Key`. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path below {@link apiPrefix}; parameters in braces are UUIDs. */
  readonly path: string
  /** Group in documents: the resource. */
  readonly tag: 'bookings' | 'payments' | 'webhooks'
  /** One line for documents. */
  readonly summary: string
  /** Section of the specification. */
  readonly section: string
  /** Schema of the query string; without one, no parameter is allowed. */
  readonly query?: z.ZodMiniType
  /** Schema of the JSON body; without one, there is none. */
  readonly body?: z.ZodMiniType
  /** Status of success. */
  readonly status: 200 | 201 | 204
  /** Schema of the answer; without one, it has no body. */
  readonly answer?: z.ZodMiniType
  /** Error codes of its own, beside those that every operation can answer with. */
  readonly errors: readonly ErrorCode[]
}

/** Schema of the query string of an operation without one: a misspelt parameter is refused there too. */
export const noParametersSchema = /* @__PURE__ */ lazily(() => z.strictObject({}))

/** Every operation of the client API (spec 4). Routes, client methods and the OpenAPI document come from here. */
export const operations = {
  listBookings: {
    method: 'GET',
    path: '/bookings',
    tag: 'bookings',
    summary: 'List bookings',
    section: '4.1',
    query: listBookingsQuerySchema,
    status: 200,
    answer: bookingPageSchema,
    errors: ['validation_error'],
  },
  getBooking: {
    method: 'GET',
    path: '/bookings/{bookingId}',
    tag: 'bookings',
    summary: 'Get a booking',
    section: '4.2',
    status: 200,
    answer: bookingSchema,
    errors: ['not_found'],
  },
  listPayments: {
    method: 'GET',
    path: '/payments',
    tag: 'payments',
    summary: 'List payments',
    section: '4.3',
    query: listPaymentsQuerySchema,
    status: 200,
    answer: paymentListSchema,
    errors: ['validation_error'],
  },
  createPayment: {
    method: 'POST',
    path: '/payments',
    tag: 'payments',
    summary: 'Record a payment',
    section: '4.4',
    body: createPaymentSchema,
    status: 201,
    answer: paymentSchema,
    errors: ['validation_error'],
  },
  updatePayment: {
    method: 'PATCH',
    path: '/payments/{paymentId}',
    tag: 'payments',
    summary: 'Update a payment',
    section: '4.5',
    body: updatePaymentSchema,
    status: 200,
    answer: paymentSchema,
    errors: ['validation_error', 'not_found'],
  },
  deletePayment: {
    method: 'DELETE',
    path: '/payments/{paymentId}',
    tag: 'payments',
    summary: 'Delete a payment (it is kept for audit)',
    section: '4.6',
    status: 204,
    errors: ['not_found'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    tag: 'webhooks',
    summary: 'List webhook endpoints',
    section: '4.7',
    status: 200,
    answer: webhookEndpointListSchema,
    errors: [],
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    tag: 'webhooks',
    summary: 'Create a webhook endpoint',
    section: '4.7',
    body: createWebhookEndpointSchema,
    status: 201,
    answer: createdWebhookEndpointSchema,
    errors: ['validation_error'],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/webhooks/{endpointId}',
    tag: 'webhooks',
    summary: 'Update a webhook endpoint',
    section: '4.7',
    body: updateWebhookEndpointSchema,
    status: 200,
    answer: webhookEndpointSchema,
    errors: ['validation_error', 'not_found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{endpointId}',
    tag: 'webhooks',
    summary: 'Delete a webhook endpoint and its deliveries',
    section: '4.7',
    status: 204,
    errors: ['not_found'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhooks/{endpointId}/deliveries',
    tag: 'webhooks',
    summary: 'List the last 50 deliveries of an endpoint',
    section: '4.7',
    status: 200,
    answer: deliveryListSchema,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Operation>

/** The name of an operation: `createPayment`. */
export type OperationId = keyof typeof operations

/** Whether an operation must carry an `Idempotency-Key`: every POST and PATCH does. */
export function needsIdempotencyKey(operation: Pick<Operation, 'method'>): boolean {
  return operation.method === 'POST' || operation.method === 'PATCH'
}
