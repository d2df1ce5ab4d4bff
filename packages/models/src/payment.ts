import * as z from 'zod/mini'
import { amountOutput } from './amount-schema.ts'
import { documented } from './documented.ts'
import { lazily } from './lazily.ts'
import { type Open, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { type PaymentMethod, type PaymentType, paymentMethods, paymentTypes } from './vocabulary.ts'

/** A payment, read from a response (spec 2.4): unknown fields, methods and types pass through. */
export const paymentSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(documented('Payment identifier.')),
    bid: nullable(uuid()).check(documented('Linked booking, or null.')),
    gid: nullable(uuid()).check(documented('Linked guest, or null.')),
    amount: amountOutput().check(
      documented('Decimal string with up to 15 digits and four decimal places, never a number.'),
    ),
    paymentMethod: openEnum(paymentMethods),
    type: openEnum(paymentTypes),
    description: nullable(z.string()).check(documented('Internal notes, or null.')),
    name: z.string().check(documented('Display name.')),
    date: timestamp().check(documented('When the payment was recorded; set by the service.')),
    status: z
      .boolean()
      .check(documented('true: active. false: deleted, kept for audit and hidden from lists.')),
  }),
)
/** A payment; `amount` is a decimal string. */
export type Payment = {
  /** Payment identifier (UUID). */
  id: string
  /** The booking it belongs to (UUID), or null. */
  bid: string | null
  /** The guest it belongs to (UUID), or null. */
  gid: string | null
  /** Decimal string with four decimals: `"120.5000"`. Never a number. */
  amount: string
  /** `Cash`, `Bank Transfer`, `Credit Card`, `POS`, `OTA`, or a later one. */
  paymentMethod: Open<PaymentMethod>
  /** `income` or `outgoing`; a refund is an `outgoing` payment. */
  type: Open<PaymentType>
  /** Internal notes, or null. */
  description: string | null
  /** Display name: `Client API Payment` unless one was given. */
  name: string
  /** When it was recorded, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  date: string
  /** `true`: active. `false`: deleted, kept for audit and hidden from lists. */
  status: boolean
}

/** The body of `GET /payments`: every active payment, newest first. */
export const paymentListSchema = /* @__PURE__ */ lazily(() => z.array(paymentSchema))
