import { type ErrorBody, type ErrorDetail, headerNames } from '@svc/models'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../service/errors.ts'
import { StorageBusy, StorageConflict } from '../storage/errors.ts'
import type { Call } from './call.ts'
import type { Answering, Asked } from './asked.ts'
import { rememberAnswer } from './last-answer.ts'
import { lingerAfter } from './linger.ts'
import {
  type Refusal,
  contractRefusals,
  keyAtWork,
  refusalByStatus,
  refusals,
  unexpected,
} from './refusals.ts'

export const jsonType = 'application/json; charset=utf-8'

/** An error as the wire shows it. */
export interface ErrorAnswer {
  status: number
  body: Omit<ErrorBody, 'request_id'>
  /** Seconds after which trying again makes sense. */
  retryAfter: number | undefined
  /** Not a mistake of the caller: it is logged, and the answer says nothing about it. */
  ours: boolean
}

/** The entry of the table for a thrown value. */
function refusalOf(error: unknown, request?: { call?: Partial<Call> | undefined }): Refusal {
  if (!(error instanceof Error)) return unexpected
  const held = error instanceof StorageBusy || error instanceof StorageConflict
  if (held && request?.call?.idempotencyKey) return keyAtWork
  if (error instanceof ServiceError) return contractRefusals[error.code]
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  return refusals[code] ?? refusalByStatus(statusCode) ?? unexpected
}

/** Turns a thrown value into the answer of D3. An error that is not for callers becomes a 500 without details. */
export function errorAnswer(error: unknown, request?: { call?: Partial<Call> | undefined }): ErrorAnswer {
  const { code, status, retryAfter, message, ours = false } = refusalOf(error, request)
  const details: ErrorDetail[] | undefined = error instanceof ServiceError ? error.details : undefined
  const body = { code, message: message ?? (error as Error).message, ...(details && { details }) }
  return { status, body, retryAfter, ours }
}

/** The text of an error body, with the id under which the request is logged (D3). */
export function errorText(answer: Pick<ErrorAnswer, 'body'>, requestId: string): string {
  return JSON.stringify({ ...answer.body, request_id: requestId } satisfies ErrorBody)
}

/** Sends an error in the form of D3. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = errorAnswer(error, request)
  if (answer.ours) request.log.error({ err: error }, 'request failed')
  if (answer.status === 413) lingerAfter(request)
  // For methods that Fastify does not know, no hook has run.
  answerBegins(request, reply)
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

/** Names the request, first of all. */
export function answerBegins(request: Asked, reply: Answering): void {
  void reply.header(headerNames.requestId, request.id)
  rememberAnswer(reply.raw)
}

/**
 * Error and 404 answers in the form of D3, and `X-Request-Id` on every answer. For the whole server: control API and
 * client API share them. The id is always ours; one that a caller sends is not taken over.
 */
export function errorAnswers(): FastifyPluginAsync {
  return fp(async function errorAnswersPlugin(fastify) {
    fastify.addHook('onRequest', (request, reply, done) => {
      answerBegins(request, reply)
      done()
    })
    fastify.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    fastify.setNotFoundHandler(routeNotFound)
  })
}
