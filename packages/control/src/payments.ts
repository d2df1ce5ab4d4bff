import {
  createPaymentSchema,
  paymentSchema,
  updatePaymentSchema,
  uuid,
  type Named,
  lazily,
} from '@svc/models'
import * as z from 'zod/mini'
import type { QueryInput } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { pageOf, pageQuery, sortBy } from './page.ts'

/** Query of `GET …/payments`. */
export const paymentQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    bid: z.optional(uuid()).check(z.describe('Only those linked to this booking.')),
    sort: sortBy(['date']),
    ...pageQuery(),
  }),
)
/** Which payments. A filter that is not given matches everything. */
export type PaymentQuery = QueryInput<typeof paymentQuerySchema>

/** Payments of a property, deleted ones too, newest first. */
export const paymentPageSchema = /* @__PURE__ */ lazily(() => pageOf(paymentSchema))
/** Payments of a property, deleted ones too, newest first. */
export type PaymentPage = Named<z.infer<typeof paymentPageSchema>>

export const paymentOperations = {
  listPayments: {
    method: 'GET',
    path: '/properties/{propertyId}/payments',
    tag: 'bookings',
    summary: 'List payments, newest first, deleted ones too',
    description: 'Deleted ones (`status: false`) are kept for audit and shown nowhere else.',
    query: paymentQuerySchema,
    status: 200,
    answer: paymentPageSchema,
  },
  createPayment: {
    method: 'POST',
    path: '/properties/{propertyId}/payments',
    tag: 'bookings',
    summary: 'Record a payment, as a partner would',
    description: 'Fires `payment.created`.',
    body: createPaymentSchema,
    status: 201,
    answer: paymentSchema,
  },
  getPayment: {
    method: 'GET',
    path: '/properties/{propertyId}/payments/{paymentId}',
    tag: 'bookings',
    summary: 'Get a payment, also a deleted one',
    status: 200,
    answer: paymentSchema,
  },
  updatePayment: {
    method: 'PATCH',
    path: '/properties/{propertyId}/payments/{paymentId}',
    tag: 'bookings',
    summary: 'Change a payment',
    description: 'Fires `payment.updated` when its amount, method or description differ afterwards.',
    body: updatePaymentSchema,
    status: 200,
    answer: paymentSchema,
  },
  deletePayment: {
    method: 'DELETE',
    path: '/properties/{propertyId}/payments/{paymentId}',
    tag: 'bookings',
    summary: 'Delete a payment: it is kept for audit and hidden from partners',
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>
