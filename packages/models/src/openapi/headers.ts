import { headerNames } from '../headers.ts'
import { limits } from '../limits.ts'
import type { JsonObject, Reference } from './types.ts'

/** The id that examples carry in header and body. */
export const exampleRequestId = '7d41c0e9-3b62-4f8a-95d7-a8e1f2c6b053'

const header = (description: string, type: 'string' | 'integer', example: string | number): JsonObject => ({
  description,
  schema: { type },
  example,
})

/** The answer headers of the document by component name, which is the header's own. */
export const componentHeaders: Record<string, JsonObject> = {
  [headerNames.requestId]: header(
    'Names this answer in the log: give it with a question to support.',
    'string',
    exampleRequestId,
  ),
  [headerNames.rateLimitPolicy]: header(
    'Quota `q` in a window of `w` seconds.',
    'string',
    `"default";q=${limits.requestsPerMinute};w=60`,
  ),
  [headerNames.rateLimit]: header(
    'Remaining requests `r`, and the seconds `t` until the window ends.',
    'string',
    '"default";r=117;t=42',
  ),
  [headerNames.rateLimitLimit]: header('The quota, in the older form.', 'integer', limits.requestsPerMinute),
  [headerNames.rateLimitRemaining]: header('Remaining requests, in the older form.', 'integer', 117),
  [headerNames.rateLimitReset]: header('Seconds until the window ends, in the older form.', 'integer', 42),
  [headerNames.retryAfter]: header('Seconds to wait before the next try.', 'integer', 1),
  [headerNames.idempotentReplayed]: {
    description: 'Present when this is the stored answer of an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** References to headers, keyed by their names as OpenAPI wants them. */
export function headerReferences(names: readonly string[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The headers that every answer carries. */
export const everyAnswer: readonly string[] = [
  headerNames.requestId,
  headerNames.rateLimitPolicy,
  headerNames.rateLimit,
  headerNames.rateLimitLimit,
  headerNames.rateLimitRemaining,
  headerNames.rateLimitReset,
]
