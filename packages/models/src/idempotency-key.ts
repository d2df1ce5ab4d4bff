import * as z from 'zod/mini'
import { lazily } from './lazily.ts'

/**
 * An idempotency key: a UUID v4, bare or quoted as in the IETF draft; the result is bare and in lower case (D5). When
 * it is missing, the message is the one that the specification gives.
 */
export const idempotencyKeySchema = /* @__PURE__ */ lazily(() =>
  z.string('Idempotency-Key header is required').check(
    z.overwrite((text) => (/^".*"$/.test(text) ? text.slice(1, -1) : text)),
    z.regex(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
      'Idempotency-Key must be a UUID v4',
    ),
    z.toLowerCase(),
  ),
)
