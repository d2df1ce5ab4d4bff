import { lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** What a search can find. */
export const hitKinds = [
  'booking',
  'guest',
  'payment',
  'event',
  'delivery',
  'endpoint',
  'api_key',
  'request',
  'idempotency_key',
] as const

/** Something that a search found. */
export const hitSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    kind: z.enum(hitKinds),
    id: z.string().check(z.describe('Its identifier, or the idempotency key itself.')),
    title: z.string().check(z.describe('What people call it: a name, an event, a method and path.')),
    detail: z.string().check(z.describe('What tells it from others of its kind; may be empty.')),
  }),
)
/** Something that a search found. */
export type Hit = {
  /** What it is: `booking`. */
  kind: HitKind
  /** Its identifier, or the idempotency key itself. */
  id: string
  /** What people call it: `Zoë Dupont`. */
  title: string
  /** What tells it from others of its kind; may be empty. */
  detail: string
}
/** What a search can find. */
export type HitKind = (typeof hitKinds)[number]

/** What was found, the likeliest first. */
export const hitListSchema = /* @__PURE__ */ lazily(() => z.array(hitSchema))

/** Query of `GET …/search`. */
export const searchQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    q: text(200).check(z.describe('A whole id or idempotency key, or a part of a name, an email or a URL.')),
  }),
)

/** One search over everything that a property has. */
export const searchOperations = {
  search: {
    method: 'GET',
    path: '/properties/{propertyId}/search',
    tag: 'state',
    summary: 'Find what an id, a key or a name belongs to',
    description:
      'Ids are found wherever they are. Names and emails are looked for among the guests of the newest 5,000 bookings, ' +
      'idempotency keys and requests in the request log. At most 20 hits.',
    query: searchQuerySchema,
    status: 200,
    answer: hitListSchema,
  },
} as const satisfies Record<string, ControlOperation>
