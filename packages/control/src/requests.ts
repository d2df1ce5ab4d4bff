import { timestamp, uuid, wholeNumber, lazily } from '@svc/models'
import * as z from 'zod/mini'
import { text } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** Where an address stood in its minute when it made a request. */
export const requestRateLimitSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    limit: z.int().check(z.describe('Requests that an address may make in a minute.')),
    remaining: z.int().check(z.gte(0), z.describe('How many of them were left after this one.')),
    reset_seconds: z.number().check(z.describe('Seconds of virtual time until they were counted anew.')),
  }),
)
/** Where an address stood in its minute when it made a request. */
export type RequestRateLimit = {
  /** Requests that an address may make in a minute: 120. */
  limit: number
  /** How many of them were left after this one: 119. */
  remaining: number
  /** Seconds of virtual time until they were counted anew: 42. */
  reset_seconds: number
}

/** One handled request of the client API, secrets redacted. */
export const loggedRequestSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('The `X-Request-Id` of its answer.')),
    at: timestamp().check(z.describe('When it was answered, on the virtual clock.')),
    method: z.string(),
    path: z.string().check(z.describe('As requested, query included.')),
    route: z.nullable(z.string()).check(z.describe('Template of the route, null when none matched.')),
    status: z.int(),
    property_id: z
      .nullable(uuid())
      .check(z.describe('The property of its API key; null when it has no valid key.')),
    api_key_id: z.nullable(uuid()),
    idempotency_key: z
      .nullable(z.string())
      .check(z.describe('The `Idempotency-Key` it carried; null: none.')),
    replayed: z.boolean().check(z.describe('The stored answer of an earlier request with the same key.')),
    ms: z.number().check(z.describe('Milliseconds until it was answered.')),
    remote_address: z.string(),
    fault_id: z.nullable(uuid()).check(z.describe('The fault that broke it, null for none.')),
    request_headers: z.record(z.string(), z.string()),
    request_body: z.nullable(z.string()).check(z.describe('Its first 16,384 characters.')),
    response_headers: z
      .record(z.string(), z.string())
      .check(z.describe('Of the answer, without those that the server adds when it writes it.')),
    response_body: z.nullable(z.string()).check(z.describe('Its first 16,384 characters.')),
    rate_limit: z
      .nullable(requestRateLimitSchema)
      .check(
        z.describe(
          'The rate limit at the moment of the request; null: it was not counted, or there is none.',
        ),
      ),
  }),
)
/** One handled request of the client API, secrets redacted. */
export type LoggedRequest = {
  /** The `X-Request-Id` of its answer. A UUID. */
  id: string
  /** When it was answered, on the virtual clock. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  at: string
  /** Method of the request: `POST`. */
  method: string
  /** As requested, query included: `/api/v1/client/payments?bid=…`. */
  path: string
  /** Template of the route, such as `/payments/{paymentId}`; null: none matched. */
  route: string | null
  /** Status of the answer: 201. */
  status: number
  /** The property of its API key; null when it has no valid key. A UUID. */
  property_id: string | null
  /** The key that it came with, a UUID; null: none that is known. */
  api_key_id: string | null
  /** The `Idempotency-Key` it carried; null: none. */
  idempotency_key: string | null
  /** The stored answer of an earlier request with the same key. */
  replayed: boolean
  /** Milliseconds of real time until it was answered: 1.5. */
  ms: number
  /** Address of the caller: `127.0.0.1`. */
  remote_address: string
  /** The fault that broke it, null for none. A UUID. */
  fault_id: string | null
  /** Headers of the request, secrets redacted: `{ 'content-type': 'application/json' }`. */
  request_headers: Record<string, string>
  /** Its first 16,384 characters. */
  request_body: string | null
  /** Of the answer, without those that the server adds when it writes it: `{ 'retry-after': '42' }`. */
  response_headers: Record<string, string>
  /** Its first 16,384 characters. For example `no database`. */
  response_body: string | null
  /** The rate limit at the moment of the request; null: it was not counted, or there is none. */
  rate_limit: RequestRateLimit | null
}

/** Requests of the log, newest first. */
export const loggedRequestListSchema = /* @__PURE__ */ lazily(() => z.array(loggedRequestSchema))

/** Query of `GET /requests` and its stream. */
export const requestQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    limit: z
      ._default(wholeNumber({ min: 1, max: 1_000 }), 100)
      .check(z.describe('How many, 1–1000. Default 100. The stream ignores it.')),
    method: z.optional(text(16)),
    path: z
      .optional(text(2_048))
      .check(
        z.describe(
          'Exact path, or a pattern with `*` for one segment and `**` for any number. One that starts with neither `/` ' +
            'nor `*` is looked for anywhere in the path.',
        ),
      ),
    status: z
      .optional(
        z.union(
          [wholeNumber({ min: 100, max: 599 }), z.enum(['2xx', '3xx', '4xx', '5xx'])],
          'must be a status such as 404, or one of 2xx, 3xx, 4xx, 5xx',
        ),
      )
      .check(z.describe('A status, or all of a hundred: `4xx`.')),
    property_id: z.optional(uuid()),
    api_key_id: z.optional(uuid()),
    idempotency_key: z.optional(text(200)),
    search: z
      .optional(text(200))
      .check(
        z.describe('Only those with this text in id, path, idempotency key or a body, upper or lower case.'),
      ),
  }),
)
/** Which requests of the log. A filter that is not given matches everything. */
export type RequestQuery = {
  /** How many, 1–1000. Default 100. The stream ignores it. For example 20. */
  limit?: number | undefined
  /** Only this method: `POST`. */
  method?: string | undefined
  /** Exact path, or a pattern with `*` for one segment and `**` for any number. One that starts with neither `/` nor `*` is looked for anywhere in the path. */
  path?: string | undefined
  /** A status, or all of a hundred: `4xx`. */
  status?: number | '2xx' | '3xx' | '4xx' | '5xx' | undefined
  /** Only those of this property. A UUID. */
  property_id?: string | undefined
  /** Only those with this key. A UUID. */
  api_key_id?: string | undefined
  /** Only those with this idempotency key. A UUID. */
  idempotency_key?: string | undefined
  /** Only those with this text in id, path, idempotency key or a body, upper or lower case. */
  search?: string | undefined
}

/** The request log: a list with filters, and a live stream with the same filters. */
export const requestOperations = {
  listRequests: {
    method: 'GET',
    path: '/requests',
    tag: 'requests',
    summary: 'List handled requests of the client API, newest first',
    query: requestQuerySchema,
    status: 200,
    answer: loggedRequestListSchema,
  },
  clearRequests: {
    method: 'DELETE',
    path: '/requests',
    tag: 'requests',
    summary: 'Forget the logged requests',
    status: 204,
  },
  followRequests: {
    method: 'GET',
    path: '/requests/stream',
    tag: 'requests',
    summary: 'Follow requests as they are handled',
    description:
      'Server-sent events of type `request`. Ends when the sandbox stops, or when the reader is too far behind.',
    query: requestQuerySchema,
    status: 200,
    answer: loggedRequestSchema,
    stream: 'text/event-stream',
  },
} as const satisfies Record<string, ControlOperation>
