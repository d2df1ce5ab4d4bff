import type { OperationId, operations } from '@svc/models'
import type * as z from 'zod/mini'
import { getBooking, listBookings } from '../service/bookings.ts'
import type { ServiceContext } from '../service/context.ts'
import {
  createPayment,
  createPaymentAtOnce,
  deletePayment,
  listPaymentPages,
  updatePayment,
} from '../service/payments.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpointDeliveries,
  listEndpoints,
  updateEndpoint,
} from '../service/webhook-endpoints.ts'
import type { IdempotencyRow } from '../storage/queries/idempotency.ts'
import type { WireJson } from '../service/wire-json.ts'
import type { Db } from '../storage/storage.ts'

type Part<Id extends OperationId, Name extends 'query' | 'body'> =
  (typeof operations)[Id] extends Record<Name, infer Schema extends z.ZodMiniType>
    ? z.output<Schema>
    : undefined

/** The names in braces of a path. */
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

type Answer<Id extends OperationId> = (typeof operations)[Id] extends {
  answer: infer Schema extends z.ZodMiniType
}
  ? z.input<Schema>
  : void

/** A call of an operation: its property, context and arguments. `db` is the transaction in operations that write. */
export interface Invocation<Id extends OperationId> {
  context: ServiceContext
  db: Db
  propertyId: string
  params: Record<ParamNames<(typeof operations)[Id]['path']>, string>
  query: Part<Id, 'query'>
  body: Part<Id, 'body'>
}

/** Answers with its value, as JSON where that is stored, or with a long list page by page. */
export type Handler<Id extends OperationId> = (
  invocation: Invocation<Id>,
) => Promise<Answer<Id> | WireJson<Answer<Id>>> | AsyncGenerator<WireJson<unknown[]>, void>

/** What each operation of the table does: one line each, because the rest is in the service. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
  listBookings: ({ db, propertyId, query }) => listBookings(db, propertyId, query),
  getBooking: ({ db, propertyId, params }) => getBooking(db, propertyId, params.bookingId),

  listPayments: ({ db, propertyId, query }) => listPaymentPages(db, propertyId, query),
  createPayment: ({ context, db, propertyId, body }) => createPayment(context, db, propertyId, body),
  updatePayment: ({ context, db, propertyId, params, body }) =>
    updatePayment(context, db, propertyId, params.paymentId, body),
  deletePayment: ({ db, propertyId, params }) => deletePayment(db, propertyId, params.paymentId),

  listWebhooks: ({ db, propertyId }) => listEndpoints(db, propertyId),
  createWebhook: ({ context, db, propertyId, body }) => createEndpoint(context, db, propertyId, body),
  updateWebhook: ({ context, db, propertyId, params, body }) =>
    updateEndpoint(context, db, propertyId, params.endpointId, body),
  deleteWebhook: ({ db, propertyId, params }) => deleteEndpoint(db, propertyId, params.endpointId),
  listDeliveries: ({ db, propertyId, params }) => listEndpointDeliveries(db, propertyId, params.endpointId),
}

/** An operation together with the record of its answer, in one; undefined: it has to be executed the long way. */
export type HandlerAtOnce<Id extends OperationId> = (
  invocation: Invocation<Id>,
  record: Omit<IdempotencyRow, 'body'>,
) => Promise<WireJson<Answer<Id>> | undefined>

/** The operations that some databases can execute in one statement. */
export const handlersAtOnce: { readonly [Id in OperationId]?: HandlerAtOnce<Id> } = {
  createPayment: ({ context, propertyId, body }, record) =>
    createPaymentAtOnce(context, propertyId, body, record),
}
