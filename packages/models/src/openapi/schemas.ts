import type * as z from 'zod/mini'
import { bookingPageSchema, bookingSchema, guestSchema, stayDateSchema } from '../booking.ts'
import { deliveryListSchema, deliverySchema } from '../delivery.ts'
import { errorBodySchema, errorDetailSchema } from '../error-body.ts'
import { bookingDataSchema, bookingStatusDataSchema, eventSchemas } from '../event.ts'
import { createPaymentSchema, updatePaymentSchema } from '../payment-requests.ts'
import { paymentListSchema, paymentSchema } from '../payment.ts'
import { createWebhookEndpointSchema, updateWebhookEndpointSchema } from '../webhook-requests.ts'
import { createdWebhookEndpointSchema, webhookEndpointListSchema, webhookEndpointSchema } from '../webhook.ts'
import { schemaUri } from './json-schema.ts'
import type { Reference } from './types.ts'

/** Every schema of the document by its component name. A schema that contains another one refers to it. */
export const namedSchemas = {
  Booking: bookingSchema,
  BookingPage: bookingPageSchema,
  Guest: guestSchema,
  StayDate: stayDateSchema,
  Payment: paymentSchema,
  PaymentList: paymentListSchema,
  CreatePayment: createPaymentSchema,
  UpdatePayment: updatePaymentSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookEndpointList: webhookEndpointListSchema,
  CreatedWebhookEndpoint: createdWebhookEndpointSchema,
  CreateWebhookEndpoint: createWebhookEndpointSchema,
  UpdateWebhookEndpoint: updateWebhookEndpointSchema,
  Delivery: deliverySchema,
  DeliveryList: deliveryListSchema,
  Error: errorBodySchema,
  ErrorDetail: errorDetailSchema,
  BookingCreatedEvent: eventSchemas['booking.created'],
  BookingUpdatedEvent: eventSchemas['booking.updated'],
  BookingCancelledEvent: eventSchemas['booking.cancelled'],
  PaymentCreatedEvent: eventSchemas['payment.created'],
  PaymentUpdatedEvent: eventSchemas['payment.updated'],
  MessageReceivedEvent: eventSchemas['message.received'],
  BookingData: bookingDataSchema,
  BookingStatusData: bookingStatusDataSchema,
}

const names = new Map<unknown, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))

/** Refers to the component of a schema. Throws when it has none, so no schema is written twice. */
export function schemaReference(schema: z.ZodMiniType): Reference {
  const name = names.get(schema)
  if (!name) throw new Error('This schema has no component: add it to `namedSchemas` in openapi/schemas.ts')
  return { $ref: schemaUri(name) }
}
