import type { Named } from '@svc/models'
import type * as z from 'zod/mini'

/** The prefix of all paths of the control API. */
export const controlPrefix = '/sandbox'

/** One operation of the control API: everything that the server, the client and the OpenAPI document know about it. */
export interface ControlOperation {
  /** HTTP method: `POST`. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below {@link controlPrefix}; parameters in braces are ids. */
  readonly path: string
  /** Group in documents. */
  readonly tag: 'properties' | 'bookings' | 'webhooks' | 'clock' | 'faults' | 'requests' | 'state'
  /** One line for documents. */
  readonly summary: string
  /** What it does beyond its summary. */
  readonly description?: string
  /** Schema of the query string; without one, no parameter is allowed. */
  readonly query?: z.ZodMiniType
  /** Schema of the JSON body; without one, a body is ignored. */
  readonly body?: z.ZodMiniType
  /** Status of success. */
  readonly status: 200 | 201 | 204
  /** Schema of the answer, or of each entry of a stream; without one, it has no body. */
  readonly answer?: z.ZodMiniType
  /** How the answer streams, if it does: JSON lines, or server-sent events whose `data` is JSON. */
  readonly stream?: 'application/x-ndjson' | 'text/event-stream'
}

/** The names in braces of a path. */
export type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never

/** What an operation answers, or each entry of its stream. */
export type AnswerOf<Operation> = Operation extends { answer: infer Schema extends z.ZodMiniType }
  ? Named<z.output<Schema>>
  : undefined
