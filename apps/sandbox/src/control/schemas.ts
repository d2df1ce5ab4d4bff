import { eventTypes, limits } from '@svc/models'
import * as z from 'zod/mini'

/**
 * What the control API takes (DESIGN 4; the types are in the contract of `@svc/testing`). Strict: a misspelt field is
 * refused, because a test whose fault was silently ignored passes for the wrong reason.
 */

const text = (max: number) =>
  z
    .string()
    .check(z.minLength(1, 'must not be empty'), z.maxLength(max, `must have at most ${max} characters`))
const uuid = () => z.guid('must be a UUID').check(z.toLowerCase())
const minorUnits = () =>
  z
    .int('must be an integer in minor units')
    .check(z.gte(-1_000_000_000_000, 'is too small'), z.lte(1_000_000_000_000, 'is too large'))
const isoDate = () => z.iso.date('must be a calendar date written YYYY-MM-DD')
const timestamp = () => z.iso.datetime({ offset: true, error: 'must be an ISO 8601 timestamp' })
/** A whole number in a query string. */
const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number)),
    z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
  )
/** Sets a field's type free of `undefined`: JSON has none. */
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.exactOptional(schema)

export const propertyInput = z.strictObject({ name: text(limits.nameLength) })
export const apiKeyInput = z.strictObject({ name: maybe(text(limits.nameLength)) })

/** What makes an origin is the service's to say: it names each bad one. */
export const allowedOriginsInput = z.strictObject({
  origins: z.array(z.string().check(z.maxLength(2_048, 'must have at most 2048 characters'))),
})

const guestInput = z.strictObject({
  id: maybe(uuid()),
  first_name: maybe(z.string().check(z.maxLength(limits.nameLength))),
  last_name: maybe(z.string().check(z.maxLength(limits.nameLength))),
  email: maybe(z.string().check(z.maxLength(320))),
  phone: maybe(z.string().check(z.maxLength(64))),
})
const stayDatesInput = z
  .array(z.strictObject({ date: isoDate(), amount: minorUnits(), room: maybe(uuid()), bed: maybe(uuid()) }))
  .check(
    z.minLength(1, 'must have at least one stay date'),
    z.maxLength(1_000, 'must have at most 1000 stay dates'),
  )
const bookingFields = {
  status: maybe(text(64)),
  total: maybe(minorUnits()),
  paidDays: maybe(z.int().check(z.gte(0, 'must be at least 0'), z.lte(100_000))),
  description: maybe(z.string().check(z.maxLength(limits.descriptionLength))),
  guest: maybe(guestInput),
  stay_dates: maybe(stayDatesInput),
}
export const bookingInput = z.strictObject({
  id: maybe(uuid()),
  created: maybe(timestamp()),
  updated: maybe(timestamp()),
  ...bookingFields,
})
export const bookingChanges = z.strictObject(bookingFields)

export const messageInput = z.strictObject({
  bookingId: uuid(),
  content: text(100_000),
  threadId: maybe(text(limits.nameLength)),
})

export const eventInput = z.strictObject({
  type: z.enum(eventTypes),
  data: maybe(z.record(z.string(), z.unknown())),
})

export const paymentQuery = z.strictObject({
  bid: maybe(uuid()),
  page: z._default(whole(1, 10_000_000), 1),
  limit: z._default(whole(1, 100), 50),
})

export const deliveryQuery = z.strictObject({
  status: maybe(z.enum(['pending', 'delivered', 'failed', 'dead'])),
  event_type: maybe(text(100)),
  endpoint_id: maybe(uuid()),
  page: z._default(whole(1, 10_000_000), 1),
  limit: z._default(whole(1, 100), 50),
})
export const resendInput = z.strictObject({
  status: z.enum(['failed', 'dead'], 'must be failed or dead'),
  since: maybe(timestamp()),
})

export const clockInput = z
  .strictObject({ mode: maybe(z.enum(['real', 'manual'])), now: maybe(timestamp()) })
  .check(z.refine(({ mode, now }) => mode !== undefined || now !== undefined, 'must name mode, now or both'))
export const advanceInput = z.strictObject({
  /** Ten years: enough for any test, and far from where dates end. */
  seconds: z
    .number()
    .check(z.gte(0, 'must not be negative'), z.lte(315_360_000, 'must be at most ten years')),
})

/** Of a union whose members differ in one field: the words when that field has none of its values. */
const named = (values: string) => ({
  error: (issue: { code?: string }) => (issue.code === 'invalid_union' ? `must be ${values}` : undefined),
})
const times = () =>
  maybe(z.int().check(z.gte(1, 'must be at least 1'), z.lte(1_000_000_000, 'must be at most 1000000000')))
const status = () =>
  z.int().check(z.gte(200, 'must be from 200 to 599'), z.lte(599, 'must be from 200 to 599'))
const path = () =>
  text(2_048).check(
    z.refine((pattern) => pattern.startsWith('/') || pattern.startsWith('*'), 'must start with / or *'),
  )
const apiFaultInput = z.strictObject({
  match: maybe(z.strictObject({ method: maybe(text(16)), path: maybe(path()), property_id: maybe(uuid()) })),
  when: z.enum(['before', 'after']),
  action: z.discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('status'),
        status: status(),
        headers: maybe(
          z.record(
            z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a header name')),
            z.string().check(z.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be a header value')),
          ),
        ),
        body: maybe(z.unknown()),
      }),
      z.strictObject({
        type: z.literal('delay'),
        ms: z.number().check(z.gte(0, 'must not be negative'), z.lte(600_000, 'must be at most 600000')),
      }),
      z.strictObject({ type: z.literal('reset') }),
      z.strictObject({ type: z.literal('truncate') }),
    ],
    named('status, delay, reset or truncate'),
  ),
  times: times(),
})
const deliveryFaultInput = z.strictObject({
  match: maybe(
    z.strictObject({
      endpoint_id: maybe(uuid()),
      event_type: maybe(z.enum(eventTypes)),
      property_id: maybe(uuid()),
    }),
  ),
  when: z.literal('delivery'),
  action: z.discriminatedUnion(
    'type',
    [
      z.strictObject({ type: z.literal('status'), status: status(), body: maybe(z.string()) }),
      z.strictObject({ type: z.literal('timeout') }),
      z.strictObject({ type: z.literal('unreachable') }),
    ],
    named('status, timeout or unreachable'),
  ),
  times: times(),
})
export const faultInput = z.discriminatedUnion(
  'when',
  [apiFaultInput, deliveryFaultInput],
  named('before, after or delivery'),
)

export const requestQuery = z.strictObject({
  limit: z._default(whole(1, 1_000), 100),
  method: maybe(text(16)),
  path: maybe(text(2_048)),
  status: maybe(whole(100, 599)),
  property_id: maybe(uuid()),
  idempotency_key: maybe(text(200)),
})

export const rotateInput = z.strictObject({
  overlap_seconds: z._default(
    z.number().check(z.gte(0, 'must not be negative'), z.lte(31_536_000, 'must be at most one year')),
    86_400,
  ),
})

export const seedInput = z.strictObject({
  bookings: z.int().check(z.gte(1, 'must be at least 1'), z.lte(10_000_000, 'must be at most 10000000')),
  seed: maybe(z.union([text(200), z.int()])),
})

export const exportQuery = z.strictObject({ secrets: z._default(z.enum(['true', 'false']), 'false') })
export const importInput = z.strictObject({
  format: z.literal('svc-sandbox-export'),
  version: z.literal(1),
  exported_at: timestamp(),
  secrets: z.boolean(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
})
