import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestNotes } from './request-notes.ts'
import type { Call } from './call.ts'

/** A request as guards and accounts look at it: Fastify's own, or one that is answered past Fastify. */
export interface Asked {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly protocol: string
  readonly body: unknown
  readonly is404: boolean
  readonly routeOptions: { readonly url?: string | undefined }
  readonly log: FastifyBaseLogger
  readonly raw: IncomingMessage
  call?: Call | undefined
  notes?: RequestNotes | undefined
}

/** Headers of an answer by their names in lower case. */
export type AnswerHeaders = Record<string, number | string | string[] | undefined>

/** Its answer. */
export interface Answering {
  readonly raw: ServerResponse
  readonly sent: boolean
  readonly statusCode: number
  header(name: string, value: number | string): Answering
  headers(values: Record<string, number | string>): Answering
  hasHeader(name: string): boolean
  getHeaders(): AnswerHeaders
  removeHeader(name: string): Answering
  status(code: number): Answering
  type(contentType: string): Answering
  send(text?: string): Answering
}
