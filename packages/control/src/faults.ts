import { type EventType, eventTypes, uuid, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** The message when the field that selects the shape of a union has none of its values. */
const named = (values: string) => ({
  error: (issue: { code?: string }) => (issue.code === 'invalid_union' ? `must be ${values}` : undefined),
})
const status = () =>
  z.int().check(z.gte(200, 'must be from 200 to 599'), z.lte(599, 'must be from 200 to 599'))
const path = () =>
  text(2_048).check(
    z.refine((pattern) => pattern.startsWith('/') || pattern.startsWith('*'), 'must start with / or *'),
  )
const times = /* @__PURE__ */ lazily(() =>
  z
    .optional(
      z.int().check(z.gte(1, 'must be at least 1'), z.lte(1_000_000_000, 'must be at most 1000000000')),
    )
    .check(z.describe('How often it applies. Default: until cleared.')),
)

const headers = /* @__PURE__ */ lazily(() =>
  z.record(
    z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a header name')),
    z.string().check(z.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, 'must be a header value')),
  ),
)

/** Which requests a fault applies to. Left out: any. */
export const faultMatchSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    method: z.optional(text(16)),
    path: z
      .optional(path())
      .check(z.describe('Exact path, or a pattern with `*` for one segment and `**` for any number.')),
    property_id: z.optional(uuid()),
  }),
)
/** Which requests a fault applies to. Left out: any. */
export type FaultMatch = {
  /** Only this method: `POST`. */
  method?: string | undefined
  /** Exact path, or a pattern with `*` for one segment and `**` for any number. */
  path?: string | undefined
  /** Only requests for this property. A UUID. */
  property_id?: string | undefined
}

const faultActionSchema = /* @__PURE__ */ lazily(() =>
  z.discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('status'),
        status: status().check(z.describe('200–599.')),
        headers: z.optional(headers),
        body: z
          .optional(z.unknown())
          .check(z.describe('JSON, or a text that is sent as it is. Default: the error body of the status.')),
      }),
      z.strictObject({
        type: z.literal('delay'),
        ms: z
          .number()
          .check(
            z.gte(0, 'must not be negative'),
            z.lte(600_000, 'must be at most 600000'),
            z.describe('Milliseconds of real time, 0–600,000.'),
          ),
      }),
      z.strictObject({ type: z.literal('reset') }),
      z.strictObject({ type: z.literal('truncate') }),
    ],
    named('status, delay, reset or truncate'),
  ),
)
/** What a fault does to a request: another answer, a late one, none, or half an answer. */
export type FaultAction =
  | {
      /** `status`: another answer. */
      type: 'status'
      /** Status of the answer, 200–599: 503. */
      status: number
      /** Headers of the answer: `{ 'retry-after': '5' }`. */
      headers?: Record<string, string> | undefined
      /** JSON, or a text that is sent as it is. Default: the error body of the status. */
      body?: unknown
    }
  | {
      /** `delay`: a late answer. */
      type: 'delay'
      /** How late, in milliseconds of real time, 0–600,000: 250. */
      ms: number
    }
  | {
      /** `reset`: the connection breaks. */
      type: 'reset'
    }
  | {
      /** `truncate`: half of the answer, then the connection breaks. */
      type: 'truncate'
    }

const apiFault = () => ({
  match: z.optional(faultMatchSchema),
  when: z
    .enum(['before', 'after'])
    .check(z.describe('`before` the operation runs, or `after` it has committed.')),
  action: faultActionSchema,
  times,
})
const apiFaultInputSchema = /* @__PURE__ */ lazily(() => z.strictObject(apiFault()))
/** A fault of the API: `before` the operation runs, or `after` it has committed. */
export interface FaultInput {
  /** `before` the operation runs, or `after` it has committed. */
  when: 'before' | 'after'
  /** What happens to the request. */
  action: FaultAction
  /** Which requests. Default: any. */
  match?: FaultMatch | undefined
  /** How often it applies: 2. Default: until cleared. */
  times?: number | undefined
}

const deliveryFault = () => ({
  match: z.optional(
    z.strictObject({
      endpoint_id: z.optional(uuid()),
      event_type: z.optional(z.enum(eventTypes)),
      property_id: z.optional(uuid()),
    }),
  ),
  when: z.literal('delivery'),
  action: z.discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('status'),
        status: status().check(z.describe('200–599.')),
        body: z.optional(z.string()),
      }),
      z.strictObject({ type: z.literal('timeout') }),
      z.strictObject({ type: z.literal('unreachable') }),
    ],
    named('status, timeout or unreachable'),
  ),
  times,
})
const deliveryFaultInputSchema = /* @__PURE__ */ lazily(() => z.strictObject(deliveryFault()))
/** What the receiver of a delivery seems to do. */
export type DeliveryFaultAction =
  | {
      /** `status`: it answers so. */
      type: 'status'
      /** Status of its answer, 200–599: 500. */
      status: number
      /** Body of its answer: `no database`. Default: empty. */
      body?: string | undefined
    }
  | {
      /** `timeout`: it does not answer in time. */
      type: 'timeout'
    }
  | {
      /** `unreachable`: there is no connection. */
      type: 'unreachable'
    }
/** Which deliveries a fault applies to. Left out: any. */
export type DeliveryFaultMatch = {
  /** Only to this endpoint. A UUID. */
  endpoint_id?: string | undefined
  /** Only of this event: `payment.created`. */
  event_type?: EventType | undefined
  /** Only of this property. A UUID. */
  property_id?: string | undefined
}
/** A fault of deliveries: an answer that the receiver did not give, or a receiver that cannot be reached. */
export interface DeliveryFaultInput {
  /** At deliveries. */
  when: 'delivery'
  /** What the receiver seems to do. */
  action: DeliveryFaultAction
  /** Which deliveries. Default: any. */
  match?: DeliveryFaultMatch | undefined
  /** How often it applies: 2. Default: until cleared. */
  times?: number | undefined
}

/** Body of `POST /faults`. */
export const faultInputSchema = /* @__PURE__ */ lazily(() =>
  z.discriminatedUnion(
    'when',
    [apiFaultInputSchema, deliveryFaultInputSchema],
    named('before, after or delivery'),
  ),
)

const setFault = () => ({
  id: uuid().check(z.describe('Fault identifier.')),
  remaining: z.nullable(z.int()).check(z.describe('How often it will still apply; null: until cleared.')),
  applied: z.int().check(z.describe('How often it has applied.')),
})
/** A fault that is set. */
export const faultSchema = /* @__PURE__ */ lazily(() =>
  z.discriminatedUnion('when', [
    z.looseObject({ ...apiFault(), ...setFault() }),
    z.looseObject({ ...deliveryFault(), ...setFault() }),
  ]),
)
/** What is said of each fault that is set. */
export interface SetFault {
  /** Fault identifier. A UUID. */
  id: string
  /** How often it will still apply: 1; null: until cleared. */
  remaining: number | null
  /** How often it has applied: 1. */
  applied: number
}
/** A fault of the API that is set. */
export interface SetApiFault extends FaultInput, SetFault {}
/** A fault of deliveries that is set. */
export interface SetDeliveryFault extends DeliveryFaultInput, SetFault {}
/** A fault that is set: `when` tells of what. */
export type Fault = SetApiFault | SetDeliveryFault

/** The faults that are set, in the order in which they apply. */
export const faultListSchema = /* @__PURE__ */ lazily(() => z.array(faultSchema))

/** Faults of the API and of deliveries. */
export const faultOperations = {
  listFaults: {
    method: 'GET',
    path: '/faults',
    tag: 'faults',
    summary: 'List faults; used up ones too',
    status: 200,
    answer: faultListSchema,
  },
  addFault: {
    method: 'POST',
    path: '/faults',
    tag: 'faults',
    summary: 'Break requests of the client API, or deliveries',
    description: 'The first fault that matches applies. Faults live in the memory of one node.',
    body: faultInputSchema,
    status: 201,
    answer: faultSchema,
  },
  clearFaults: {
    method: 'DELETE',
    path: '/faults',
    tag: 'faults',
    summary: 'Clear all faults',
    status: 204,
  },
  removeFault: {
    method: 'DELETE',
    path: '/faults/{faultId}',
    tag: 'faults',
    summary: 'Clear one fault',
    status: 204,
  },
} as const satisfies Record<string, ControlOperation>
