export {
  type AllowedOrigins,
  type ApiKey,
  type Attempt,
  type BookingChanges,
  type BookingInput,
  type ClockAdvanced,
  type ClockState,
  type ConnectOptions,
  connectSandbox,
  type ControlDelivery,
  type ControlEndpoint,
  ControlError,
  type CreatedApiKey,
  type DeliveryFaultInput,
  type DeliveryPage,
  type DeliveryQuery,
  type EventInput,
  type Fault,
  type FaultAction,
  type FaultInput,
  type FaultMatch,
  type FiredEvent,
  type LoggedRequest,
  type Message,
  type MessageInput,
  type PaymentPage,
  type PaymentQuery,
  type Property,
  type RequestQuery,
  type ResendInput,
  type ResendResult,
  type ResetResult,
  type RotatedSecret,
  type RotateInput,
  type SandboxControl,
  type SandboxExport,
  type SeedInput,
  type SeedLine,
  type SeedResult,
  type Snapshot,
  type TakenSnapshot,
} from '@svc/control'
export { InboxClosedError, InboxTimeoutError, TestingError } from './errors.ts'
export { type FakeTimers, fakeTimers } from './fake-timers.ts'
export * from './fixtures/index.ts'
export * from './hostel/index.ts'
export { type Inbox, type InboxOptions, type NextOptions, openInbox } from './inbox/open-inbox.ts'
export type { Answered, EventNamed, ReceivedDelivery } from './inbox/received-delivery.ts'
export type { Answer, AnswerFor, Respond } from './inbox/respond.ts'
export { signedDelivery, type SignedDelivery, type SignedDeliveryOptions } from './signed-delivery.ts'
// Types of other packages that the signatures of this one name, so that nobody needs a second package for a type.
export type {
  Booking,
  BookingPage,
  CreatedWebhookEndpoint,
  Delivery,
  ErrorBody,
  ErrorCode,
  ErrorDetail,
  EventOf,
  EventType,
  Guest,
  Open,
  Payment,
  UnknownEvent,
  WebhookEndpoint,
  WebhookEvent,
} from '@svc/models'
export type { Secret, Secrets, SignedHeaders } from '@svc/signing'
