import type { ErrorDetail } from '@svc/models'
import type { AnswerHead } from '../core/call/answer-info.ts'
import type { ParsedErrorBody } from './parse-error-body.ts'

/** What is known of the call when one of its tries has failed. */
export interface FailedCall {
  method: string
  route: string
  attempts: number
  idempotencyKey: string | undefined
  ambiguous: boolean
}

/** The service answered, but not with a 2xx. */
export interface ErrorAnswer {
  kind: 'answer'
  status: number
  code: string
  head: AnswerHead
  body: ParsedErrorBody
  /** What the answer asked to wait, in milliseconds. */
  retryAfterMs: number | undefined
}

/** A 2xx that breaks the contract. */
export interface BrokenContract {
  kind: 'contract'
  code: 'invalid_response' | 'response_too_large'
  head: AnswerHead
  /** What is wrong with the body, in words that follow "its body". */
  problem: string
  details: ErrorDetail[]
  cause: unknown
}

/** No complete answer. `sent`: the request may have reached the service. */
export interface LostConnection {
  kind: 'connection'
  sent: boolean
  /** Trying again does not help. */
  permanent: boolean
  cause: unknown
}

/** The time of one try or of the whole call ran out. */
export interface TimeRanOut {
  kind: 'timeout'
  scope: 'attempt' | 'total'
  sent: boolean
  limitMs: number
  cause: unknown
}

/** How one try failed, with all that its error tells. */
export type FailedTry = ErrorAnswer | BrokenContract | LostConnection | TimeRanOut
