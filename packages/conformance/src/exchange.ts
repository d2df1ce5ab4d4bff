import type { WireAnswer } from './transport.ts'

/** A request as a check describes it. */
export interface ProbeRequest {
  method: string
  /** From the root: `/api/v1/client/bookings?page=1`. */
  path: string
  /** Besides the API key and `Content-Type: application/json`; `null` removes a default. */
  headers?: Record<string, string | null>
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown
  /** `null`: none. @default the key of the run */
  apiKey?: string | null
}

/** A request and its answer. */
export interface Exchange extends WireAnswer {
  request: { method: string; path: string; headers: Record<string, string>; body: string | null }
  /** The parsed body; undefined when it is no JSON. */
  json: unknown
}

/** Also where the status is another one: the row about it says so, and no other row is about it. */
export const isLimited = ({ status, json }: Exchange): boolean =>
  status === 429 || (json as { code?: unknown } | null | undefined)?.code === 'rate_limited'
