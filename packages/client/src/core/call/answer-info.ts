import type { AnswerHeaders } from '../wire/headers.ts'

/** What `.withResponse()` tells beside the data. */
export interface AnswerInfo {
  /** HTTP status. */
  readonly status: number
  /** Headers of the answer, names in lower case. */
  readonly headers: AnswerHeaders
  /** The `X-Request-Id`: what support asks for. */
  readonly requestId: string | undefined
  /** Tries made, 1 when the first one worked. */
  readonly attempts: number
  /** The key under which a POST or PATCH was sent. */
  readonly idempotencyKey: string | undefined
  /** Whether the answer is the stored one of an earlier try under the same key. */
  readonly replayed: boolean
}

/** What the status line and the headers of one answer say. */
export type AnswerHead = Pick<AnswerInfo, 'status' | 'headers' | 'requestId' | 'replayed'>

/** The data of a call and what else the answer told. */
export interface WithResponse<T> {
  /** What the call without it resolves with. */
  readonly data: T
  /** Status, headers and attempts of the answer. */
  readonly response: AnswerInfo
}
