import { expect, expectTypeOf, it } from 'vitest'
import type { Booking, BookingPage } from './booking.ts'
import type { Delivery } from './delivery.ts'
import * as example from './openapi/examples.ts'
import { type OperationId, operations } from './operations.ts'
import type { ListBookingsQuery } from './booking-query.ts'
import type { CreatePayment, ListPaymentsQuery, UpdatePayment } from './payment-requests.ts'
import { type Payment, paymentSchema } from './payment.ts'
import { validate } from './validate.ts'
import type { CreateWebhookEndpoint } from './webhook-requests.ts'
import type { CreatedWebhookEndpoint, WebhookEndpoint } from './webhook.ts'

// `npm run typecheck` checks the types; the run-time halves check the values.

it('a misspelt field of an answer is an error, although unknown fields pass at run time', () => {
  const payment: Payment = example.balance
  // @ts-expect-error -- amount
  expect(payment.amout).toBeUndefined()
  expectTypeOf<keyof Payment>().toEqualTypeOf<
    'id' | 'bid' | 'gid' | 'amount' | 'paymentMethod' | 'type' | 'description' | 'name' | 'date' | 'status'
  >()
  expectTypeOf<BookingPage['results'][number]['guest']['email']>().toEqualTypeOf<string>()
  expectTypeOf<Booking['stay_dates'][number]['amount']>().toEqualTypeOf<number>()
})

it('money of a payment is never a number', () => {
  expectTypeOf<Payment['amount']>().toEqualTypeOf<string>()
  // @ts-expect-error -- a decimal string
  const create: CreatePayment = { ...example.createMinimal, amount: 4.5 }
  expect(typeof create.amount).toBe('number')
})

it('open sets take unknown values, closed ones do not', () => {
  expectTypeOf<'Crypto'>().toExtend<Payment['paymentMethod']>()
  expectTypeOf<'paused'>().toExtend<Delivery['status']>()
  expectTypeOf<5>().not.toExtend<Payment['paymentMethod']>()
  expectTypeOf<'Crypto'>().not.toExtend<CreatePayment['paymentMethod']>()
  expectTypeOf<'room.cleaned'>().not.toExtend<CreateWebhookEndpoint['events'][number]>()
  expectTypeOf(example.createBalance).toExtend<CreatePayment>()
})

it('what has no value yet is null, not undefined', () => {
  expectTypeOf<Payment['bid']>().toEqualTypeOf<string | null>()
  expectTypeOf<Delivery['response_status']>().toEqualTypeOf<number | null>()
  expectTypeOf<{ bid: null }>().toExtend<UpdatePayment>()
})

it('what a request leaves out may be given as undefined, also under exactOptionalPropertyTypes', () => {
  expectTypeOf<{ page: undefined; status: string | undefined }>().toExtend<ListBookingsQuery>()
  expectTypeOf<{ bid: undefined }>().toExtend<ListPaymentsQuery>()
  expectTypeOf<{ bid: undefined; amount: undefined }>().toExtend<UpdatePayment>()
})

it('the secret is in the answer to a creation alone', () => {
  expectTypeOf<CreatedWebhookEndpoint>().toHaveProperty('secret')
  expectTypeOf<WebhookEndpoint>().not.toHaveProperty('secret')
  expectTypeOf<CreatedWebhookEndpoint>().not.toHaveProperty('updated_at')
})

it('validate gives the type of its schema', () => {
  const result = validate(paymentSchema, example.balance)
  if (!result.ok) throw new Error('refused')
  expectTypeOf(result.value.status).toEqualTypeOf<boolean>()
  expect(result.value.status).toBe(true)
})

it('the operation table keeps its literals', () => {
  expectTypeOf(operations.createPayment.method).toEqualTypeOf<'POST'>()
  expectTypeOf<'listBookings'>().toExtend<OperationId>()
  expect(operations.createPayment.status).toBe(201)
})
