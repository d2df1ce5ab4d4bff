/** The limits of spec section 8, and those that the decisions add (D5, D8, D12 and D13). */
export const limits = {
  /** Requests per minute and IP on the client API paths, by default. */
  requestsPerMinute: 120,
  /** Bookings per page when `limit` is not given. */
  defaultPageSize: 10,
  /** Largest `limit` of a bookings page. */
  maxPageSize: 100,
  /** Deliveries in the history of an endpoint, newest first. */
  deliveryHistory: 50,
  /** Milliseconds that a receiver has to answer: connect, TLS, headers and body together. */
  deliveryTimeoutMs: 5_000,
  /** Attempts of a delivery in total before it is `dead`. */
  deliveryAttempts: 5,
  /** Seconds from a failed attempt to the next one: after the 1st, 2nd, 3rd and 4th failure. */
  retryDelaysSeconds: [60, 300, 1_800, 7_200],
  /** Hours for which the answer under an idempotency key is kept. */
  idempotencyHours: 24,
  /** Bytes of a request body. */
  bodyBytes: 1_048_576,
  /** Characters of a webhook URL. */
  webhookUrlLength: 2_048,
  /** Webhook endpoints of one property. */
  endpointsPerProperty: 50,
  /** Bytes of a receiver's answer that a delivery record keeps. */
  responseBodyBytes: 16_384,
  /** Characters of `name` of a payment. */
  nameLength: 255,
  /** Characters of `description` of a payment. */
  descriptionLength: 10_000,
  /** Bad fields that one error answer names. Of the others it gives only the number. */
  errorDetails: 50,
} as const
