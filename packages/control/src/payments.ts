import {
  type Payment,
  createPaymentSchema,
  paymentSchema,
  updatePaymentSchema,
  uuid,
  lazily,
} from '@svc/models'
import * as z from 'zod/mini'
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
export type PaymentQuery = {
  /** Page number, from 1. Default 1. For example 2. */
  page?: number | undefined
  /** Entries per page, 1–100. Default 50. For example 20. */
  limit?: number | undefined
  /** Only those linked to this booking. A UUID. */
  bid?: string | undefined
  /** A field, the smallest first, or `-` and a field, the largest first. Default: newest first. For example `-date`. */
  sort?: 'date' | '-date' | undefined
}

/** Payments of a property, deleted ones too, newest first. */
export const paymentPageSchema = /* @__PURE__ */ lazily(() => pageOf(paymentSchema))
/** Payments of a property, deleted ones too, newest first. */
export type PaymentPage = {
  /** The entries of this page, newest first. */
  results: Payment[]
  /** Entries that match, over all pages. For example 120. */
  total_count: number
  /** Pages of the asked size. For example 3. */
  total_pages: number
  /** The page asked for; beyond the last one `results` is empty. For example 1. */
  current_page: number
}

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
