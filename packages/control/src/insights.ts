import { timestamp, uuid, wholeNumber, lazily } from '@svc/models'
import * as z from 'zod/mini'
import type { ControlOperation } from './operation.ts'

const count = () => z.int().check(z.gte(0))

/** Requests and attempts of one span of time. */
export const spanSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    from: timestamp().check(
      z.describe('Its first moment on the virtual clock; it ends where the next begins.'),
    ),
    requests_ok: count().check(z.describe('Requests with a status below 400.')),
    requests_refused: count().check(z.describe('Requests with a status from 400 to 499.')),
    requests_failed: count().check(z.describe('Requests with a status from 500.')),
    request_ms: z
      .nullable(z.number())
      .check(z.describe('Median milliseconds until an answer; null: no request.')),
    delivered: count().check(z.describe('Attempts that arrived.')),
    failed: count().check(z.describe('Attempts that failed.')),
    attempt_ms: z
      .nullable(z.number())
      .check(z.describe('Median milliseconds of an attempt; null: no attempt.')),
  }),
)
/** Requests and attempts of one span of time. */
export type Span = {
  /** Its first moment on the virtual clock; it ends where the next begins. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  from: string
  /** Requests with a status below 400. For example 40. */
  requests_ok: number
  /** Requests with a status from 400 to 499. For example 2. */
  requests_refused: number
  /** Requests with a status from 500. For example 0. */
  requests_failed: number
  /** Median milliseconds until an answer; null: no request. For example 1.5. */
  request_ms: number | null
  /** Attempts that arrived. For example 11. */
  delivered: number
  /** Attempts that failed. For example 1. */
  failed: number
  /** Median milliseconds of an attempt; null: no attempt. For example 8. */
  attempt_ms: number | null
}

/** How an endpoint has been doing. */
export const endpointHealthSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    endpoint_id: uuid(),
    delivered: count().check(z.describe('Attempts that arrived.')),
    failed: count().check(z.describe('Attempts that failed.')),
    median_ms: z
      .nullable(z.number())
      .check(z.describe('Median milliseconds of an attempt; null: none made.')),
    slowest_ms: z.nullable(z.number()).check(z.describe('Of the slowest attempt; null: none made.')),
    failing_since: z
      .nullable(timestamp())
      .check(
        z.describe('First of the failures that are not followed by a success; null: the last one arrived.'),
      ),
    causes: z
      .array(
        z.looseObject({
          cause: z
            .string()
            .check(z.describe('`timeout`, `unreachable`, …, or the status that was answered.')),
          count: count(),
          last_delivery_id: uuid(),
        }),
      )
      .check(z.describe('Why attempts failed, the most frequent first.')),
  }),
)
/** How an endpoint has been doing. */
export type EndpointHealth = {
  /** The webhook endpoint. A UUID. */
  endpoint_id: string
  /** Attempts that arrived. For example 11. */
  delivered: number
  /** Attempts that failed. For example 1. */
  failed: number
  /** Median milliseconds of an attempt; null: none made. For example 8. */
  median_ms: number | null
  /** Milliseconds of the slowest attempt; null: none made. For example 4980. */
  slowest_ms: number | null
  /** First of the failures that are not followed by a success; null: the last one arrived. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  failing_since: string | null
  /** Why attempts failed, the most frequent first. */
  causes: {
    /** `timeout`, `unreachable`, …, or the status that was answered. */
    cause: string
    /** How many attempts failed so: 4. */
    count: number
    /** The newest delivery that failed so. A UUID. */
    last_delivery_id: string
  }[]
}

/** What has been happening, in figures. */
export const insightsSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    since: timestamp().check(z.describe('Start of the window that was asked for.')),
    attempts_from: z
      .nullable(timestamp())
      .check(z.describe('Older attempts of the window are left out, as there are too many; null: none are.')),
    spans: z.array(spanSchema).check(z.describe('The window in equal parts, oldest first.')),
    endpoints: z.array(endpointHealthSchema).check(z.describe('Those with an attempt in the window.')),
  }),
)
/** What has been happening, in figures. */
export type Insights = {
  /** Start of the window that was asked for. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  since: string
  /** Older attempts of the window are left out, as there are too many; null: none are. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  attempts_from: string | null
  /** The window in equal parts, oldest first. */
  spans: Span[]
  /** Those with an attempt in the window. */
  endpoints: EndpointHealth[]
}

/** Query of `GET …/insights`. */
export const insightsQuerySchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    minutes: z
      ._default(wholeNumber({ min: 1, max: 525_600 }), 60)
      .check(z.describe('Length of the window until the virtual now, 1–525,600. Default 60.')),
    spans: z
      ._default(wholeNumber({ min: 1, max: 200 }), 30)
      .check(z.describe('How many parts it has, 1–200. Default 30.')),
  }),
)
/** Which window, and in how many parts. */
export type InsightsQuery = {
  /** Length of the window until the virtual now, 1–525,600. Default 60. For example 1440. */
  minutes?: number | undefined
  /** How many parts it has, 1–200. Default 30. */
  spans?: number | undefined
}

/** Figures about what has been happening. */
export const insightOperations = {
  getInsights: {
    method: 'GET',
    path: '/properties/{propertyId}/insights',
    tag: 'state',
    summary: 'Requests and attempts over time, and how each endpoint is doing',
    description:
      'Requests are those of the request log of this node. Of attempts, at most the newest 20,000 are read.',
    query: insightsQuerySchema,
    status: 200,
    answer: insightsSchema,
  },
} as const satisfies Record<string, ControlOperation>
