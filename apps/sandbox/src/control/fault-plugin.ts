import { type ErrorBody, type ErrorCode, errorStatuses, headerNames } from '@svc/models'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { clearTimeout, setTimeout } from '../timers.ts'
import type { ApiFault, FaultStore } from './faults.ts'
import { holdNotes, notesOf } from '../http/request-notes.ts'

type StatusAction = Extract<ApiFault['action'], { type: 'status' }>

/**
 * Breaks requests of the scope as the faults say. `before`: after the caller is known and before the operation runs, so
 * nothing has happened and the idempotency key is free. `after`: the operation has committed and its answer is stored,
 * then the answer is broken. Idempotency keys exist for this case. Refusals are not changed.
 */
export function faultPlugin(options: { faults: FaultStore }): FastifyPluginAsync {
  const { faults } = options
  const take = (when: 'before' | 'after', request: FastifyRequest) => {
    const fault = faults.take(when, {
      method: request.method,
      path: request.url,
      property_id: request.call?.propertyId,
    })
    if (fault) notesOf(request).faultId = fault.id
    return fault
  }

  return fp(async function apiFaults(fastify) {
    holdNotes(fastify)
    const pauses = new Set<() => void>()
    // A server that stops does not wait for a delay of a fault.
    fastify.addHook('preClose', async () => {
      for (const end of pauses) end()
    })

    // Both hooks are in callback form: what is answered or cut off here never calls `done`, so nothing runs after it,
    // also when the answer of a `before` waits in an `onSend` hook.
    fastify.addHook('preHandler', (request, reply, done) => {
      const fault = faults.isEmpty || request.is404 ? undefined : take('before', request)
      if (!fault) return done()
      const { socket } = request.raw
      switch (fault.action.type) {
        case 'status':
          notesOf(request).refused = true
          void reply.status(fault.action.status).headers(headersOf(fault.action)).send(bodyOf(fault, request))
          return
        case 'delay':
          void pause(fault.action.ms, socket, pauses).then(() => done())
          return
        case 'reset':
          reply.hijack()
          return reset(socket)
        case 'truncate':
          // There is no answer yet that could be cut. The head announces one, and the connection ends.
          reply.hijack()
          sendCut(reply, {
            status: 200,
            headers: { 'content-type': 'application/json' },
            text: '{"results":[]}',
          })
      }
    })

    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (faults.isEmpty) return done(null, payload)
      const executed = (reply.statusCode < 300 || reply.statusCode === 404) && !request.notes?.refused
      const fault =
        executed && !request.is404 && request.call?.propertyId ? take('after', request) : undefined
      if (!fault) return done(null, payload)
      const { socket } = request.raw
      switch (fault.action.type) {
        case 'status': {
          reply.removeHeader('content-length')
          void reply.status(fault.action.status).headers(headersOf(fault.action))
          const text = bodyOf(fault, request)
          notesOf(request).responseBody = text
          discard(payload)
          return done(null, text)
        }
        case 'delay':
          void pause(fault.action.ms, socket, pauses).then(() => done(null, payload))
          return
        case 'reset':
          discard(payload)
          return reset(socket)
        case 'truncate': {
          const answer = { status: reply.statusCode, headers: reply.getHeaders() }
          if (isStream(payload)) {
            payload.once('data', (chunk: Buffer | string) => {
              discard(payload)
              sendCut(reply, { ...answer, text: chunk.toString() })
            })
          } else {
            sendCut(reply, { ...answer, text: textOf(payload) })
          }
        }
      }
    })
  })
}

/** Waits in real time, at most until the caller goes away. */
function pause(ms: number, socket: Socket, pauses: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      pauses.delete(finish)
      socket.removeListener('close', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    pauses.add(finish)
    socket.once('close', finish)
  })
}

/** Ends the connection with a RST where the system allows it, so the caller sees ECONNRESET and not an end. */
function reset(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    // TLS sockets have no RST of their own.
    socket.destroy()
  }
}

/** Announces the whole answer, sends half of it, and cuts the connection. */
function sendCut(
  reply: FastifyReply,
  answer: { status: number; headers: Record<string, string | number | string[] | undefined>; text: string },
): void {
  const bytes = Buffer.from(answer.text)
  const { raw } = reply
  // An answer without a body (204) has no half.
  if (bytes.length === 0) return reset(reply.request.raw.socket)
  raw.setHeader(headerNames.requestId, reply.request.id)
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) raw.setHeader(name, value)
  raw.setHeader('content-length', bytes.length)
  raw.writeHead(answer.status)
  raw.flushHeaders()
  raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.destroy())
}

function headersOf(action: StatusAction): Record<string, string> {
  return { 'content-type': 'application/json; charset=utf-8', ...action.headers }
}

/** The body that the fault gives, or the error body that fits the status. */
function bodyOf(fault: ApiFault, request: FastifyRequest): string {
  const { status, body } = fault.action as StatusAction
  if (body !== undefined) return typeof body === 'string' ? body : JSON.stringify(body)
  const known = (Object.keys(errorStatuses) as ErrorCode[]).find((code) => errorStatuses[code] === status)
  return JSON.stringify({
    code: known ?? (status < 500 ? 'bad_request' : 'internal_error'),
    message: `This answer was made by the fault ${fault.id}.`,
    request_id: request.id,
  } satisfies ErrorBody)
}

function textOf(payload: unknown): string {
  return typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : ''
}

function isStream(payload: unknown): payload is Readable {
  return typeof payload === 'object' && payload !== null && 'pipe' in payload
}

function discard(payload: unknown): void {
  if (isStream(payload)) payload.destroy()
}
