import { headerNames } from '@svc/models'
import type { LoggedRequest } from '@svc/control'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '../runtime.ts'
import { whenEnded } from '../http/when-ended.ts'
import { redactBody, redactHeaders } from './redact.ts'
import type { RequestLog } from './request-log.ts'
import { notesOf } from './request-notes.ts'

/** Characters of a body that the log keeps. */
const keptBody = 16_384

/** Writes every request of the scope into the log once it is answered, or its connection is gone. */
export function requestLogPlugin(options: { log: RequestLog; clock: Clock }): FastifyPluginAsync {
  const { log, clock } = options
  return fp(async function requestLog(fastify) {
    // Registered before the faults, so that the log shows the answer that a fault withheld.
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      if (typeof payload === 'string') notesOf(request).responseBody = payload
      else if (Buffer.isBuffer(payload)) notesOf(request).responseBody = payload.toString()
      done(null, payload)
    })

    whenEnded(fastify, (request, reply, { ms }) => log.add(toEntry(request, reply, { ms, now: clock.now() })))
  })
}

function toEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  { ms, now }: { ms: number; now: number },
): LoggedRequest {
  const { faultId, responseBody } = notesOf(request)
  const { call, body } = request
  return {
    id: request.id,
    at: new Date(now).toISOString(),
    method: request.method,
    path: request.url,
    route: request.is404 ? null : (request.routeOptions.url ?? null),
    status: reply.statusCode,
    property_id: call?.propertyId ?? null,
    api_key_id: call?.apiKeyId ?? null,
    idempotency_key: call?.idempotencyKey ?? idempotencyHeader(request),
    replayed: call?.replayed ?? false,
    ms: Math.round(ms * 100) / 100,
    remote_address: request.ip,
    fault_id: faultId ?? null,
    request_headers: redactHeaders(request.headers),
    request_body: body === undefined || body === null ? null : kept(jsonOf(body)),
    response_body: responseBody === undefined ? null : kept(responseBody),
  }
}

/** The key of a request that was refused before its key was looked at. */
function idempotencyHeader(request: FastifyRequest): string | null {
  const value = request.headers[headerNames.idempotencyKey.toLowerCase()]
  return typeof value === 'string' ? value : null
}

/** Before version 24, Node.js cannot write as deep a body as it can read. */
function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    return '(a body that is nested too deeply to be shown)'
  }
}

function kept(text: string): string {
  if (text.length <= keptBody) return redactBody(text)
  // Through a buffer: a slice alone would keep the whole text alive.
  return `${redactBody(Buffer.from(text.slice(0, keptBody)).toString())}… (${text.length} characters)`
}
