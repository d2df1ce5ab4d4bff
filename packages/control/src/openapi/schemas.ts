import {
  bookingPageSchema,
  bookingSchema,
  componentSchemas,
  createdWebhookEndpointSchema,
  createPaymentSchema,
  createWebhookEndpointSchema,
  errorBodySchema,
  errorDetailSchema,
  guestSchema,
  type JsonObject,
  paymentSchema,
  type Reference,
  stayDateSchema,
  updatePaymentSchema,
  updateWebhookEndpointSchema,
  webhookEndpointListSchema,
  webhookEndpointSchema,
} from '@svc/models'
import type * as z from 'zod/mini'
import { bookingChangesSchema, bookingInputSchema } from '../bookings.ts'
import { changeSchema } from '../changes.ts'
import {
  advanceInputSchema,
  clockAdvancedSchema,
  clockInputSchema,
  clockStateSchema,
  dueListSchema,
} from '../clock.ts'
import {
  attemptSchema,
  attemptWireSchema,
  controlDeliverySchema,
  deliveryPageSchema,
  resendInputSchema,
  resendResultSchema,
} from '../deliveries.ts'
import {
  eventInputSchema,
  eventPageSchema,
  firedEventSchema,
  messageInputSchema,
  messageSchema,
} from '../events.ts'
import { faultInputSchema, faultListSchema, faultSchema } from '../faults.ts'
import { firstStepsSchema } from '../first-steps.ts'
import { endpointHealthSchema, insightsSchema, spanSchema } from '../insights.ts'
import { paymentPageSchema } from '../payments.ts'
import {
  allowedOriginsInputSchema,
  allowedOriginsSchema,
  apiKeyInputSchema,
  apiKeyListSchema,
  apiKeySchema,
  createdApiKeySchema,
  propertyChangesSchema,
  propertyInputSchema,
  propertyListSchema,
  propertySchema,
} from '../properties.ts'
import { loggedRequestListSchema, loggedRequestSchema, requestRateLimitSchema } from '../requests.ts'
import { hitListSchema, hitSchema } from '../search.ts'
import { seedInputSchema, seedLineSchema, seedResultSchema } from '../seed.ts'
import {
  importLineSchema,
  resetResultSchema,
  sandboxExportSchema,
  snapshotInputSchema,
  snapshotListSchema,
  snapshotSchema,
} from '../state.ts'
import { rotatedSecretSchema, rotateInputSchema } from '../webhooks.ts'

/** Every schema of the document by its component name; what holds another one refers to it. */
const named = {
  Property: propertySchema,
  PropertyChanges: propertyChangesSchema,
  PropertyList: propertyListSchema,
  PropertyInput: propertyInputSchema,
  ApiKey: apiKeySchema,
  ApiKeyList: apiKeyListSchema,
  ApiKeyInput: apiKeyInputSchema,
  CreatedApiKey: createdApiKeySchema,
  AllowedOrigins: allowedOriginsSchema,
  AllowedOriginsInput: allowedOriginsInputSchema,
  Booking: bookingSchema,
  BookingPage: bookingPageSchema,
  BookingInput: bookingInputSchema,
  BookingChanges: bookingChangesSchema,
  Guest: guestSchema,
  StayDate: stayDateSchema,
  Payment: paymentSchema,
  PaymentPage: paymentPageSchema,
  CreatePayment: createPaymentSchema,
  UpdatePayment: updatePaymentSchema,
  Message: messageSchema,
  MessageInput: messageInputSchema,
  EventInput: eventInputSchema,
  FiredEvent: firedEventSchema,
  EventPage: eventPageSchema,
  SeedInput: seedInputSchema,
  SeedLine: seedLineSchema,
  SeedResult: seedResultSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookEndpointList: webhookEndpointListSchema,
  CreateWebhookEndpoint: createWebhookEndpointSchema,
  CreatedWebhookEndpoint: createdWebhookEndpointSchema,
  UpdateWebhookEndpoint: updateWebhookEndpointSchema,
  RotateInput: rotateInputSchema,
  RotatedSecret: rotatedSecretSchema,
  ControlDelivery: controlDeliverySchema,
  DeliveryPage: deliveryPageSchema,
  Attempt: attemptSchema,
  AttemptWire: attemptWireSchema,
  ResendInput: resendInputSchema,
  ResendResult: resendResultSchema,
  ClockState: clockStateSchema,
  ClockAdvanced: clockAdvancedSchema,
  ClockInput: clockInputSchema,
  AdvanceInput: advanceInputSchema,
  DueList: dueListSchema,
  Fault: faultSchema,
  FaultList: faultListSchema,
  FaultInput: faultInputSchema,
  LoggedRequest: loggedRequestSchema,
  LoggedRequestList: loggedRequestListSchema,
  RequestRateLimit: requestRateLimitSchema,
  Snapshot: snapshotSchema,
  SnapshotList: snapshotListSchema,
  SnapshotInput: snapshotInputSchema,
  ResetResult: resetResultSchema,
  ImportLine: importLineSchema,
  SandboxExport: sandboxExportSchema,
  Hit: hitSchema,
  HitList: hitListSchema,
  Insights: insightsSchema,
  FirstSteps: firstStepsSchema,
  Span: spanSchema,
  EndpointHealth: endpointHealthSchema,
  Change: changeSchema,
  Error: errorBodySchema,
  ErrorDetail: errorDetailSchema,
}

const names = new Map<unknown, string>(Object.entries(named).map(([name, schema]) => [schema, name]))

/** Refers to the component of a schema. Throws for one without a component, so that none is written twice. */
export function schemaReference(schema: z.ZodMiniType): Reference {
  const name = names.get(schema)
  if (!name) throw new Error('This schema has no component: add it to `named` in openapi/schemas.ts')
  return { $ref: `#/components/schemas/${name}` }
}

/** The component schemas of the document. */
export const controlSchemas = (): Record<string, JsonObject> => componentSchemas(named)
