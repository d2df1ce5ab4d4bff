/** The constants of spec section 8, and the bounds that the decisions D5–D13 add. */
export const limits = {
  /** Requests per minute and IP on the client API paths, by default (spec 8). */
  requestsPerMinute: 120,
  /** Bookings per page when `limit` is not given (spec 8). */
  defaultPageSize: 10,
  /** Largest `limit` of a bookings page (D8). */
  maxPageSize: 100,
  /** Deliveries in the history of an endpoint, newest first (spec 8). */
  deliveryHistory: 50,
  /** Milliseconds that a receiver has to answer: connect, TLS, headers and body together (spec 6, D15). */
  deliveryTimeoutMs: 5_000,
  /** Attempts of a delivery in total before it is `dead` (spec 8). */
  deliveryAttempts: 5,
  /** Seconds from a failed attempt to the next one: after the 1st, 2nd, 3rd and 4th failure (spec 8). */
  retryDelaysSeconds: [60, 300, 1_800, 7_200],
  /** Hours for which the answer under an idempotency key is kept (D5). */
  idempotencyHours: 24,
  /** Bytes of a request body (DESIGN 6). */
  bodyBytes: 1_048_576,
  /** Characters of a webhook URL (D12). */
  webhookUrlLength: 2_048,
  /** Webhook endpoints of one property (D12). */
  endpointsPerProperty: 50,
  /** Bytes of a receiver's answer that a delivery record keeps (D13). */
  responseBodyBytes: 16_384,
  /** Characters of `name` of a payment. */
  nameLength: 255,
  /** Characters of `description` of a payment. */
  descriptionLength: 10_000,
  /** Bad fields that one error answer names; of further ones it says only how many. */
  errorDetails: 50,
} as const
