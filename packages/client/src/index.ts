export { ApiPromise } from './api-promise.ts'
export { SvcClient } from './client.ts'
export type { AnswerInfo, WithResponse } from './core/call/answer-info.ts'
export type { ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './core/report/events.ts'
export type { AnswerHeaders } from './core/wire/headers.ts'
export type { RateLimit } from './core/retry/rate-limiter.ts'
export * from './errors/index.ts'
export type { CallOptions, SvcClientOptions, WriteOptions } from './options.ts'
export { BookingList, WholeList } from './pagination.ts'
export type { Bookings } from './resources/bookings.ts'
export type { Payments } from './resources/payments.ts'
export type { Webhooks } from './resources/webhooks.ts'
export { version } from './version.ts'
// What its calls take and answer, so that nobody needs a second package for a type.
export type {
  Booking,
  BookingPage,
  CreatedWebhookEndpoint,
  CreatePayment,
  CreateWebhookEndpoint,
  Delivery,
  ErrorDetail,
  Guest,
  ListBookingsQuery,
  ListPaymentsQuery,
  Open,
  OperationId,
  Payment,
  StayDate,
  UpdatePayment,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from '@svc/models'
