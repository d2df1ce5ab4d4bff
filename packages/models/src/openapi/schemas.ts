import * as z from 'zod/mini'
import { bookingPageSchema, bookingSchema, guestSchema, stayDateSchema } from '../booking.ts'
import { deliveryListSchema, deliverySchema } from '../delivery.ts'
import { errorBodySchema, errorDetailSchema } from '../error-body.ts'
import { bookingDataSchema, bookingStatusDataSchema, eventSchemas } from '../event.ts'
import { createPaymentSchema, updatePaymentSchema } from '../payment-requests.ts'
import { paymentListSchema, paymentSchema } from '../payment.ts'
import { createWebhookEndpointSchema, updateWebhookEndpointSchema } from '../webhook-requests.ts'
import { createdWebhookEndpointSchema, webhookEndpointListSchema, webhookEndpointSchema } from '../webhook.ts'
import type { JsonObject, Reference } from './types.ts'

/** Every schema of the document by its component name; what holds another one refers to it. */
const named = {
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

const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]))

const uri = (name: string) => `#/components/schemas/${name}`

/** Refers to the component of a schema. Throws for one without a component, so that none is written twice. */
export function schemaReference(schema: z.ZodMiniType): Reference {
  const name = names.get(schema)
  if (!name) throw new Error('This schema has no component: add it to `named` in openapi/schemas.ts')
  return { $ref: uri(name) }
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Takes out what zod writes for machines and a reader of the document trips over. */
const tidy: Override = ({ jsonSchema: json }) => {
  // The format says it; the pattern of a timestamp alone has 300 characters.
  if (['uuid', 'date', 'date-time'].includes(json.format ?? '')) delete json.pattern
  // The bounds of a JavaScript number.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  // An open enum (`openEnum`) says its type in each branch.
  if (json.anyOf && json.type === 'string') delete json.type
  // `{}`: anything may come besides, which is the default.
  if (json.type === 'object' && json.additionalProperties !== false) delete json.additionalProperties
}

const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

/** The component schemas: requests closed, answers and events open (DESIGN 4). */
export function componentSchemas(): Record<string, JsonObject> {
  const registry = z.registry<{ id?: string }>()
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    uri,
    // Requests neither transform nor fill in, so what comes out has the form of what goes in; and of an answer, what
    // the service promises to send is what the client ends up with.
    io: 'output',
    metadata: z.globalRegistry,
    override: (context) => {
      tidy(context)
      // A client fills a missing field with null (`nullable`), which is no promise that the service leaves it out.
      delete context.jsonSchema.default
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const component = plain(schema)
      // Of a document of its own; here the place in `components` says it.
      delete component.$schema
      delete component.$id
      return [name, component]
    }),
  )
}

/** The parameters of a query schema: name and JSON Schema, with defaults and ranges. */
export function querySchemas(query: z.ZodMiniType): [name: string, schema: JsonObject][] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', override: tidy })
  return Object.entries(properties).map(([name, schema]) => [name, plain(schema)])
}
