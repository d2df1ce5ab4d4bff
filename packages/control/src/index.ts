export * from './bookings.ts'
export * from './changes.ts'
export * from './clock.ts'
export { type ConnectOptions, connectSandbox } from './connect-sandbox.ts'
export * from './deliveries.ts'
export { ControlError, type ControlErrorFacts } from './errors.ts'
export * from './events.ts'
export * from './faults.ts'
export * from './first-steps.ts'
export * from './hangs-header.ts'
export * from './insights.ts'
export { controlOpenapi } from './openapi/control-openapi.ts'
export { type AnswerOf, type ControlOperation, controlPrefix, type ParamNames } from './operation.ts'
export { type ControlOperationId, controlOperations } from './operations.ts'
export * from './payments.ts'
export * from './properties.ts'
export * from './requests.ts'
export type { SandboxControl, TakenSnapshot } from './sandbox-control.ts'
export * from './search.ts'
export * from './seed.ts'
export * from './state.ts'
export * from './webhooks.ts'
// Types of other packages that the signatures of this one name, so that nobody needs a second package for a type.
export type {
  Booking,
  BookingPage,
  CreatePayment,
  CreateWebhookEndpoint,
  CreatedWebhookEndpoint,
  DeliveryStatus,
  ErrorDetail,
  EventType,
  ListBookingsQuery,
  Named,
  NullableField,
  Open,
  OpenApiDocument,
  OpenApiOptions,
  Payment,
  PaymentMethod,
  PaymentType,
  UpdatePayment,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from '@svc/models'
export type { QueryInput } from './fields.ts'
