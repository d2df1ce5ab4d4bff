import * as z from 'zod/mini'
import { lazily } from './lazily.ts'

/**
 * An idempotency key: a UUID v4, bare or quoted as in the IETF draft; the result is bare and in lower case (D5). When
 * it is missing, the message is the one that the specification gives.
 */
export const idempotencyKeySchema = /* @__PURE__ */ lazily(() =>
  z.pipe(
    z.pipe(
      z.string('Idempotency-Key header is required'),
      z.transform((text) => (/^".*"$/.test(text) ? text.slice(1, -1) : text)),
    ),
    z.uuidv4('Idempotency-Key must be a UUID v4').check(z.toLowerCase()),
  ),
)
