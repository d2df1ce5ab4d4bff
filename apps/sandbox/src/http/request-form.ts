import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { headerNames } from '@svc/models'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../service/errors.ts'
import { errorText, jsonType } from './errors.ts'
import { rememberAnswer } from './last-answer.ts'

/** What is wrong with the form of a request, though Node's parser takes it. */
export function problemOf(raw: IncomingMessage): string | undefined {
  const { host, 'transfer-encoding': coding } = raw.headers
  if (host === undefined && raw.httpVersion === '1.1') return 'The Host header is required.'
  if (isRepeated('host', raw.rawHeaders)) return 'The Host header may stand there once.'
  if (host !== undefined && (namedHost(raw.url) ?? host).toLowerCase() !== host.toLowerCase()) {
    return 'The request names one host in its first line and another in its Host header: they have to be the same.'
  }
  if (raw.url === '*' && raw.method !== 'OPTIONS') return `${raw.method} * names nothing: * is for OPTIONS.`
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'The body may be sent in chunks, not compressed: Transfer-Encoding can be chunked alone.'
  }
  return undefined
}

/** The host of a target that is a whole address, as proxies are sent: it would count instead of the `Host` (RFC 9112, 3.2.2). */
function namedHost(target = '/'): string | undefined {
  return target.startsWith('/') ? undefined : /^https?:\/\/([^/?#]*)/i.exec(target)?.[1]
}

/** Node takes the first of several, a proxy in front perhaps the last: what one has checked, the other has not. */
function isRepeated(header: string, namesAndValues: readonly string[]): boolean {
  let seen = false
  for (let at = 0; at < namesAndValues.length; at += 2) {
    const name = namesAndValues[at] as string
    if (name.length !== header.length || name.toLowerCase() !== header) continue
    if (seen) return true
    seen = true
  }
  return false
}

/** Methods whose bodies are read where a path has them. */
const withBody: ReadonlySet<string> = new Set(['POST', 'PATCH', 'PUT'])

/** A type that says nothing. */
const anyType = 'application/octet-stream'

/**
 * Whether Fastify is not to see the type of a body that nobody reads. It refuses a type that has no form, and a QUERY
 * without one, before it looks whether there is anything at the path: such a request is 404 like any other, and a DELETE
 * with an odd type deletes (D4, D20). Of GET and HEAD it looks at no type.
 */
function typeMisleads({ method, is404, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD' || (withBody.has(method) && !is404)) return false
  return headers['content-type'] !== undefined || method === 'QUERY'
}

/**
 * Refuses in the form of D3 what Node itself would answer with an empty body, or let pass: a missing `Host`, an
 * expectation other than `100-continue`, `CONNECT`, a `Transfer-Encoding` that nobody here undoes.
 */
export function requestForm(options: { requestId: () => string }): FastifyPluginAsync {
  return fp(async function requestFormPlugin(fastify) {
    fastify.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
      rememberAnswer(response)
      const answer = refusal('The server meets no expectation but 100-continue.', options.requestId())
      // The caller waits with its body; what it does now is not known.
      response.writeHead(417, { ...answer.headers, Connection: 'close' }).end(answer.text)
    })
    fastify.server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      const { headers, text } = refusal('CONNECT is for proxies, and this is none.', options.requestId())
      const lines = Object.entries({ ...headers, Connection: 'close' }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      socket.on('error', () => {})
      socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
    })
    fastify.addHook('onRequest', (request, reply, done) => {
      if (typeMisleads(request)) request.headers['content-type'] = anyType
      const problem = problemOf(request.raw)
      if (problem === undefined) return done()
      void reply.header('Connection', 'close')
      done(new ServiceError('bad_request', problem))
    })
  })
}

function refusal(message: string, id: string) {
  const text = errorText({ body: { code: 'bad_request', message } }, id)
  const headers = {
    'Content-Type': jsonType,
    'Content-Length': String(Buffer.byteLength(text)),
    [headerNames.requestId]: id,
  }
  return { text, headers }
}
