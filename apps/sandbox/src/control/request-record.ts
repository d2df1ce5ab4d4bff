import type { LoggedRequest } from '@svc/control'
import { headerNames } from '@svc/models'
import type { IncomingHttpHeaders } from 'node:http'
import type { AnswerHeaders, Answering, Asked } from '../http/asked.ts'
import { redactBody, redactForms, redactHeaders } from './redact.ts'
import type { HeldRequest } from './request-log.ts'

/** Characters of a body that the log keeps. */
const keptBody = 16_384
/** Bytes of a request body that is held as it was parsed: of a larger one, its text takes less memory. */
const heldBody = 2_048

const idempotencyHeader = headerNames.idempotencyKey.toLowerCase()

/**
 * A request as the log holds it: references to what is there anyway. It is written out, and its secrets are taken out,
 * when somebody reads it: nobody reads most of them.
 */
export class RequestRecord implements HeldRequest {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly property_id: string | null
  readonly api_key_id: string | null
  readonly idempotency_key: string | null
  readonly ms: number
  readonly time: number
  readonly size: number
  readonly #id: string
  readonly #route: string | null
  readonly #replayed: boolean
  readonly #remoteAddress: string
  readonly #faultId: string | null
  readonly #headers: IncomingHttpHeaders
  readonly #answered: AnswerHeaders
  /** As it was parsed, or its text. */
  readonly #requestBody: { value: unknown } | string | null
  readonly #responseBody: string | null

  constructor(request: Asked, reply: Answering, ended: { ms: number; now: number }) {
    const { call, notes, body, headers } = request
    const response = notes?.responseBody
    this.method = request.method
    this.path = redactForms(request.url)
    this.status = reply.statusCode
    this.property_id = call?.propertyId ?? null
    // The header, of a request that was refused before its key was looked at.
    this.idempotency_key = call?.idempotencyKey ?? headerOf(headers)
    this.time = ended.now
    this.#id = request.id
    this.#route = call ? (call.route ?? null) : (request.routeOptions.url ?? null)
    this.api_key_id = call?.apiKeyId ?? null
    this.#replayed = call?.replayed ?? false
    this.ms = ended.ms
    this.#remoteAddress = request.ip
    this.#faultId = notes?.faultId ?? null
    this.#headers = headers
    this.#answered = reply.getHeaders()
    this.#requestBody = body === undefined || body === null ? null : holdBody(body, headers)
    this.#responseBody = response === undefined ? null : cut(response)
    this.size = 1_024 + this.path.length + sizeOf(this.#requestBody) + (this.#responseBody?.length ?? 0)
  }

  mentions(text: string): boolean {
    const { path, idempotency_key } = this
    if (this.#id.includes(text) || path.toLowerCase().includes(text)) return true
    if (idempotency_key?.toLowerCase().includes(text)) return true
    // Of what readers may see: a search must not be a way to find out a secret.
    const { request_body, response_body } = this.write()
    return [request_body, response_body].some((body) => body?.toLowerCase().includes(text))
  }

  write(): LoggedRequest {
    const body = this.#requestBody
    return {
      id: this.#id,
      at: new Date(this.time).toISOString(),
      method: this.method,
      path: this.path,
      route: this.#route,
      status: this.status,
      property_id: this.property_id,
      api_key_id: this.api_key_id,
      idempotency_key: this.idempotency_key,
      replayed: this.#replayed,
      ms: Math.round(this.ms * 100) / 100,
      remote_address: this.#remoteAddress,
      fault_id: this.#faultId,
      request_headers: redactHeaders(this.#headers),
      request_body: body === null ? null : redactBody(typeof body === 'string' ? body : jsonOf(body.value)),
      response_headers: redactHeaders(texts(this.#answered)),
      response_body: this.#responseBody === null ? null : redactBody(this.#responseBody),
      rate_limit: rateLimitOf(this.#answered),
    }
  }
}

function texts(headers: AnswerHeaders): Record<string, string> {
  const list = Object.entries(headers).filter(([, value]) => value !== undefined)
  return Object.fromEntries(list.map(([name, value]) => [name, [value].flat().join(', ')]))
}

function rateLimitOf(headers: AnswerHeaders): LoggedRequest['rate_limit'] {
  const number = (name: string) => Number(headers[name.toLowerCase()])
  const limit = number(headerNames.rateLimitLimit)
  if (Number.isNaN(limit)) return null
  const remaining = number(headerNames.rateLimitRemaining)
  return { limit, remaining, reset_seconds: number(headerNames.rateLimitReset) }
}

function headerOf(headers: IncomingHttpHeaders): string | null {
  const value = headers[idempotencyHeader]
  return typeof value === 'string' ? redactForms(value) : null
}

function holdBody(body: unknown, headers: IncomingHttpHeaders): { value: unknown } | string {
  // NaN without the header: then its length is not known.
  const length = Number(headers['content-length'])
  return length <= heldBody ? { value: body } : cut(jsonOf(body))
}

function sizeOf(body: { value: unknown } | string | null): number {
  return typeof body === 'string' ? body.length : body === null ? 0 : heldBody
}

/** Before version 24, Node.js cannot write as deep a body as it can read. */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    return '(a body that is nested too deeply to be shown)'
  }
}

function cut(text: string): string {
  if (text.length <= keptBody) return text
  // Through a buffer: a slice alone would keep the whole text alive.
  return `${Buffer.from(text.slice(0, keptBody)).toString()}… (${text.length} characters)`
}
