import {
  type Payment,
  type PaymentMethod,
  type PaymentType,
  amountInput,
  createPaymentSchema,
  paymentMethods,
  paymentSchema,
  paymentTypes,
  timestamp,
  updatePaymentSchema,
  uuid,
  lazily,
} from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'
import { pageOf, pageQuery, sortBy } from './page.ts'

/** Query of `GET …/payments`. */
export const paymentQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    bid: z.optional(uuid()).check(z.describe('Only those linked to this booking.')),
    since: z.optional(timestamp()).check(z.describe('Only those recorded at or after this time.')),
    before: z.optional(timestamp()).check(z.describe('Only those recorded before this time.')),
    paymentMethod: z.optional(z.enum(paymentMethods)).check(z.describe('Only those paid this way.')),
    type: z.optional(z.enum(paymentTypes)).check(z.describe('Only income, or only what was paid out.')),
    amount: z
      .optional(amountInput())
      .check(z.describe('Only those of exactly this amount: `120.5` finds `120.5000`.')),
    status: z
      .optional(z.enum(['active', 'deleted'], 'must be active or deleted'))
      .check(z.describe('Only those that partners see, or only deleted ones.')),
    search: z
      .optional(text(255))
      .check(z.describe('Only those with this text in their name or description, in upper or lower case.')),
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
  /** Only those recorded at or after this time. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  since?: string | undefined
  /** Only those recorded before this time. ISO 8601 in UTC: `2026-07-16T00:00:00.000Z`. */
  before?: string | undefined
  /** Only those paid this way: `Cash`. */
  paymentMethod?: PaymentMethod | undefined
  /** Only income, or only what was paid out: `outgoing`. */
  type?: PaymentType | undefined
  /** Only those of exactly this amount: `120.5` finds `120.5000`. */
  amount?: string | undefined
  /** Only those that partners see, or only deleted ones. */
  status?: 'active' | 'deleted' | undefined
  /** Only those with this text in their name or description, in upper or lower case: `towels`. */
  search?: string | undefined
  /** A field, the smallest first, or `-` and a field, the largest first. Default: newest first. For example `-date`. */
  sort?: 'date' | '-date' | undefined
}

/** Payments of a property, deleted ones too, newest first. */
export const paymentPageSchema = /* @__PURE__ */ lazily(() =>
  z.extend(pageOf(paymentSchema), {
    looked_until: z
      .nullable(timestamp())
      .check(
        z.describe(
          'By method, type, amount, status and text the first 20,000 payments in this order are looked through: those ' +
            'beyond this time were not. Ask again with `before` (or `since`, oldest first) for them. null: all were.',
        ),
      ),
  }),
)
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
  /**
   * By method, type, amount, status and text the first 20,000 payments in this order are looked through: those beyond this
   * time were not. Ask again with `before` (or `since`, oldest first) for them. null: all were.
   */
  looked_until: string | null
}

export const paymentOperations = {
  listPayments: {
    method: 'GET',
    path: '/properties/{propertyId}/payments',
    tag: 'bookings',
    summary: 'List payments, newest first, deleted ones too',
    description:
      'Deleted ones (`status: false`) are kept for audit and shown nowhere else. Booking and time are found by an index, ' +
      'however many payments there are; the other filters look through the first 20,000 of those, and `looked_until` says ' +
      'where they stopped.',
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
