/** The names of the headers that requests and answers carry. */
export const headerNames = {
  apiKey: 'X-API-Key',
  idempotencyKey: 'Idempotency-Key',
  idempotentReplayed: 'Idempotent-Replayed',
  requestId: 'X-Request-Id',
  rateLimitPolicy: 'RateLimit-Policy',
  rateLimit: 'RateLimit',
  rateLimitLimit: 'X-RateLimit-Limit',
  rateLimitRemaining: 'X-RateLimit-Remaining',
  rateLimitReset: 'X-RateLimit-Reset',
  retryAfter: 'Retry-After',
  signature: 'X-SVC-Signature',
  event: 'X-SVC-Event',
  delivery: 'X-SVC-Delivery',
} as const
