import * as z from 'zod/mini'
import { amountInput } from './amount-schema.ts'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { limits } from './limits.ts'
import { uuid, withoutNul } from './primitives.ts'
import {
  type PaymentMethod,
  type PaymentType,
  defaultPaymentName,
  paymentMethods,
  paymentTypes,
} from './vocabulary.ts'

const name = () =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(limits.nameLength, `must have at most ${limits.nameLength} characters`),
      withoutNul(),
    )
const description = () =>
  z
    .string()
    .check(
      z.maxLength(limits.descriptionLength, `must have at most ${limits.descriptionLength} characters`),
      withoutNul(),
    )

/** Query of `GET /payments`. */
export const listPaymentsQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    bid: z.optional(uuid()).check(documented('Only payments linked to this booking.')),
  }),
)
/** What a caller may ask of `GET /payments`. */
export type ListPaymentsQuery = {
  /** Only payments linked to this booking (UUID). */ bid?: string | undefined
}

/** Body of `POST /payments`. Strict: unknown fields are refused. */
export const createPaymentSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    amount: amountInput().check(documented('Decimal string, up to 15 digits and 4 decimals: "120.50".')),
    paymentMethod: z.enum(paymentMethods),
    type: z.enum(paymentTypes),
    bid: z.optional(z.nullable(uuid())).check(documented('Booking to link.')),
    gid: z.optional(z.nullable(uuid())).check(documented('Guest to link, with or without a booking.')),
    name: z.optional(name()).check(documented(`Display name; "${defaultPaymentName}" when not given.`)),
    description: z.optional(z.nullable(description())).check(documented('Internal notes.')),
  }),
)
/** Body of `POST /payments`. */
export type CreatePayment = {
  /** Decimal text, up to 15 digits and 4 decimals: `"120.50"`. */
  amount: string
  /** How it is paid: `Cash`. */
  paymentMethod: PaymentMethod
  /** `income`, or `outgoing` for a refund. */
  type: PaymentType
  /** The booking that it is for. A UUID. Default: none. */
  bid?: string | null | undefined
  /** The guest that it is from, with or without a booking. A UUID. Default: none. */
  gid?: string | null | undefined
  /** Display name, such as `Deposit`. Default `Client API Payment`. */
  name?: string | undefined
  /** Internal notes, such as `paid at the desk`. Default: none. */
  description?: string | null | undefined
}

/** Body of `PATCH /payments/{paymentId}` (spec 4.5, D10): any of the fields, at least one. */
export const updatePaymentSchema = /* @__PURE__ */ lazily(() =>
  z
    .strictObject({
      amount: z.optional(amountInput()),
      paymentMethod: z.optional(z.enum(paymentMethods)),
      type: z.optional(z.enum(paymentTypes)),
      bid: z.optional(z.nullable(uuid())).check(documented('Booking to link; null unlinks.')),
      gid: z.optional(z.nullable(uuid())).check(documented('Guest to link; null unlinks.')),
      name: z.optional(name()),
      description: z
        .optional(z.nullable(description()))
        .check(documented('Internal notes; null clears them.')),
    })
    .check(
      z.refine((changes) => Object.values(changes).some((value) => value !== undefined), {
        error: 'must name at least one field to change',
      }),
      documented({ minProperties: 1 }),
    ),
)
/** Body of `PATCH /payments/{paymentId}`. */
export type UpdatePayment = {
  /** Decimal text, up to 15 digits and 4 decimals: `"120.50"`. */
  amount?: string | undefined
  /** How it is paid: `Cash`. */
  paymentMethod?: PaymentMethod | undefined
  /** `income`, or `outgoing` for a refund. */
  type?: PaymentType | undefined
  /** The booking that it is for, a UUID; null unlinks. */
  bid?: string | null | undefined
  /** The guest that it is from, a UUID; null unlinks. */
  gid?: string | null | undefined
  /** Display name, such as `Deposit`. */
  name?: string | undefined
  /** Internal notes, such as `paid at the desk`; null clears them. */
  description?: string | null | undefined
}
