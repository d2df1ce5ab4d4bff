// The words of the API, apart from the schemas: a program that fills a drop-down or maps a status needs no zod.

/** Booking statuses that the specification names. The full list is not public: expect others. */
export const bookingStatuses = ['new', 'confirmed', 'paid', 'cancelled'] as const
/** A booking status that this version knows. */
export type BookingStatus = (typeof bookingStatuses)[number]

/** Ways to pay. */
export const paymentMethods = ['Cash', 'Bank Transfer', 'Credit Card', 'POS', 'OTA'] as const
/** A way to pay that this version knows. */
export type PaymentMethod = (typeof paymentMethods)[number]

/** Directions of a payment. A refund is an `outgoing` payment of its own. */
export const paymentTypes = ['income', 'outgoing'] as const
/** A direction of a payment. */
export type PaymentType = (typeof paymentTypes)[number]

/** `name` of a payment that was created without one. */
export const defaultPaymentName = 'Client API Payment'

/** The events of spec section 6. */
export const eventTypes = [
  'booking.created',
  'booking.updated',
  'booking.cancelled',
  'payment.created',
  'payment.updated',
  'message.received',
] as const
/** The name of an event that this version knows. */
export type EventType = (typeof eventTypes)[number]

/** Delivery statuses: `failed` waits for the next attempt, `dead` has no more attempts. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'dead'] as const
/** A status of a delivery that this version knows. */
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The error codes and their HTTP statuses (spec 7, D4). */
export const errorStatuses = {
  bad_request: 400,
  validation_error: 400,
  unauthorized: 401,
  origin_not_allowed: 403,
  not_found: 404,
  idempotency_key_in_use: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const
/** A stable error code: match on it, not on the message. */
export type ErrorCode = keyof typeof errorStatuses

/** The error codes. */
export const errorCodes = /* @__PURE__ */ Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]
