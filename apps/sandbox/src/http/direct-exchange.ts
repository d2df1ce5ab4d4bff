import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { RequestNotes } from './request-notes.ts'
import type { AnswerHeaders, Answering, Asked } from './asked.ts'
import type { Call } from './call.ts'
import { requestLogger } from './request-logger.ts'

/** A request that is answered past Fastify: a read without a body. */
export class DirectRequest implements Asked {
  readonly raw: IncomingMessage
  readonly id: string
  readonly call: Call
  notes: RequestNotes | undefined = undefined
  readonly #logger: FastifyBaseLogger

  constructor(raw: IncomingMessage, own: { id: string; call: Call; logger: FastifyBaseLogger }) {
    this.raw = raw
    this.id = own.id
    this.call = own.call
    this.#logger = own.logger
  }

  get method(): string {
    return this.raw.method ?? ''
  }

  get url(): string {
    return this.raw.url ?? ''
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers
  }

  get ip(): string {
    return this.raw.socket.remoteAddress ?? ''
  }

  get protocol(): string {
    return 'encrypted' in this.raw.socket ? 'https' : 'http'
  }

  get body(): undefined {
    return undefined
  }

  get is404(): boolean {
    return false
  }

  get routeOptions(): { readonly url: string | undefined } {
    return { url: this.call.route }
  }

  get log(): FastifyBaseLogger {
    return requestLogger(this.#logger, { request_id: this.id })
  }
}

/** Its answer. As Fastify does it, names are sent in lower case, in the order in which they were set first. */
export class DirectReply implements Answering {
  readonly raw: ServerResponse
  statusCode = 200
  sent = false
  readonly #headers: AnswerHeaders = {}
  readonly #sending: (text: string) => void

  /** @param sending called with the text before it is sent */
  constructor(raw: ServerResponse, sending: (text: string) => void) {
    this.raw = raw
    this.#sending = sending
  }

  header(name: string, value: number | string): this {
    this.#headers[name.toLowerCase()] = value
    return this
  }

  headers(values: Record<string, number | string>): this {
    for (const name in values) this.#headers[name.toLowerCase()] = values[name]
    return this
  }

  hasHeader(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined
  }

  /** Those that are sent themselves: nothing changes them any more. */
  getHeaders(): AnswerHeaders {
    return this.#headers
  }

  removeHeader(name: string): this {
    delete this.#headers[name.toLowerCase()]
    return this
  }

  status(code: number): this {
    this.statusCode = code
    return this
  }

  type(contentType: string): this {
    this.#headers['content-type'] = contentType
    return this
  }

  send(text = ''): this {
    this.sent = true
    this.#headers['content-length'] = String(Buffer.byteLength(text))
    this.#sending(text)
    this.raw.writeHead(this.statusCode, this.#headers).end(text)
    return this
  }
}
