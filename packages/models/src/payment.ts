import * as z from 'zod/mini'
import { amountOutput } from './amount-schema.ts'
import { type Named, nullable, openEnum } from './open.ts'
import { timestamp, uuid } from './primitives.ts'
import { paymentMethods, paymentTypes } from './vocabulary.ts'
import { lazily } from './lazily.ts'

/** A payment, read from a response (spec 2.4): unknown fields, methods and types pass through. */
export const paymentSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('Payment identifier.')),
    bid: nullable(uuid()).check(z.describe('Linked booking, or null.')),
    gid: nullable(uuid()).check(z.describe('Linked guest, or null.')),
    amount: amountOutput().check(
      z.describe('Decimal string with up to 15 digits and four decimal places, never a number.'),
    ),
    paymentMethod: openEnum(paymentMethods),
    type: openEnum(paymentTypes),
    description: nullable(z.string()).check(z.describe('Internal notes, or null.')),
    name: z.string().check(z.describe('Display name.')),
    date: timestamp().check(z.describe('When the payment was recorded; set by the service.')),
    status: z
      .boolean()
      .check(z.describe('true: active. false: deleted, kept for audit and hidden from lists.')),
  }),
)
/** A payment; `amount` is a decimal string. */
export type Payment = Named<z.infer<typeof paymentSchema>>

/** The body of `GET /payments`: every active payment, newest first. */
export const paymentListSchema = /* @__PURE__ */ lazily(() => z.array(paymentSchema))
