import { type ErrorBody, type ErrorCode, errorStatuses, headerNames } from '@svc/models'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../service/errors.ts'
import { StorageBusy, StorageConflict, StorageUnavailable } from '../storage/errors.ts'

export const jsonType = 'application/json; charset=utf-8'

/** An error as the wire shows it. */
export interface ErrorAnswer {
  status: number
  body: Omit<ErrorBody, 'request_id'>
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** Not of the caller's making: it is logged, and the answer says nothing of it. */
  ours: boolean
}

/** Fastify's own refusals, by status, in the contract's codes (D4). Any other 4xx is a bad request. */
const codesByStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
}

function refusal(code: ErrorCode, message: string): ErrorAnswer {
  return { status: errorStatuses[code], body: { code, message }, ours: false }
}

function fromFastify(error: FastifyError): ErrorAnswer | undefined {
  const status = error.statusCode
  if (status === undefined || status < 400 || status > 499) return undefined
  const code = codesByStatus[status] ?? 'bad_request'
  const message =
    code === 'payload_too_large'
      ? 'The body is too large: at most 1 MiB (1,048,576 bytes) is accepted.'
      : error.message
  return refusal(code, message)
}

/** Turns whatever was thrown into the answer of D3. What is not made for callers becomes a bare 500. */
export function errorAnswer(error: unknown, request?: Pick<FastifyRequest, 'call'>): ErrorAnswer {
  if (error instanceof ServiceError) {
    const { code, message, details } = error
    const body = details ? { code, message, details } : { code, message }
    return {
      status: errorStatuses[code],
      body,
      ours: false,
      ...(code === 'idempotency_key_in_use' && { retryAfter: 1 }),
    }
  }
  const held = error instanceof StorageBusy || error instanceof StorageConflict
  if (held && request?.call?.idempotencyKey) {
    const message = 'A request with this Idempotency-Key is still at work: try again in a second.'
    return { ...refusal('idempotency_key_in_use', message), retryAfter: 1 }
  }
  if (held || error instanceof StorageUnavailable) {
    const message =
      'The service cannot use its database just now. Try again, with the same Idempotency-Key where there is one.'
    return { ...refusal('unavailable', message), retryAfter: 1, ours: true }
  }
  return (
    (error instanceof Error ? fromFastify(error as FastifyError) : undefined) ?? {
      ...refusal(
        'internal_error',
        'Something went wrong on our side. Quote the request id when you report it.',
      ),
      ours: true,
    }
  )
}

/** The text of an error body, with the id under which the request is logged (D3). */
export function errorText(answer: ErrorAnswer, requestId: string): string {
  return JSON.stringify({ ...answer.body, request_id: requestId } satisfies ErrorBody)
}

/** Sends an error as D3 wants it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = errorAnswer(error, request)
  if (answer.ours) request.log.error({ err: error }, 'request failed')
  if (answer.retryAfter !== undefined) void reply.header(headerNames.retryAfter, answer.retryAfter)
  return reply.status(answer.status).type(jsonType).send(errorText(answer, request.id))
}

/** 404 for a path or method that is no operation. */
export function routeNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? ''
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path
  const message = `There is nothing at ${request.method} ${shown}. /openapi.json lists what there is.`
  return sendError(new ServiceError('not_found', message), request, reply)
}

/**
 * Error and 404 answers in the form of D3, and `X-Request-Id` on every answer. For the whole server: control API and
 * client API share them. The id is always ours; one that a caller sends is not taken over.
 */
export function errorHandling(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header(headerNames.requestId, request.id)
    done()
  })
  fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  fastify.setNotFoundHandler(routeNotFound)
}
