import * as z from 'zod/mini'
import { documented } from './documented.ts'
import { amountOutput } from './amount-schema.ts'
import { type Named, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { paymentMethods, paymentTypes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** A payment, read from a response (spec 2.4): unknown fields, methods and types pass through. */
export const paymentSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    /** Payment identifier (UUID). */
    id: uuid().check(documented('Payment identifier.')),
    /** The booking it belongs to (UUID), or null. */
    bid: nullable(uuid()).check(documented('Linked booking, or null.')),
    /** The guest it belongs to (UUID), or null. */
    gid: nullable(uuid()).check(documented('Linked guest, or null.')),
    /** Decimal string with four decimals: `"120.5000"`. Never a number. */
    amount: amountOutput().check(
      documented('Decimal string with up to 15 digits and four decimal places, never a number.'),
    ),
    /** `Cash`, `Bank Transfer`, `Credit Card`, `POS`, `OTA`, or a later one. */
    paymentMethod: openEnum(paymentMethods),
    /** `income` or `outgoing`; a refund is an `outgoing` payment. */
    type: openEnum(paymentTypes),
    /** Internal notes, or null. */
    description: nullable(z.string()).check(documented('Internal notes, or null.')),
    /** Display name: `Client API Payment` unless one was given. */
    name: z.string().check(documented('Display name.')),
    /** When it was recorded, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
    date: timestamp().check(documented('When the payment was recorded; set by the service.')),
    /** `true`: active. `false`: deleted, kept for audit and hidden from lists. */
    status: z
      .boolean()
      .check(documented('true: active. false: deleted, kept for audit and hidden from lists.')),
  }),
)
/** A payment; `amount` is a decimal string. */
export type Payment = Named<z.infer<typeof paymentSchema>>

/** The body of `GET /payments`: every active payment, newest first. */
export const paymentListSchema = /* @__PURE__ */ lazily(() => z.array(paymentSchema))
