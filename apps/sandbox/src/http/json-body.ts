import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../service/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new ServiceError('bad_request', 'The body is empty: send a JSON object.')
  let text: string
  try {
    // A byte order mark is dropped, as RFC 8259 permits.
    text = utf8.decode(bytes)
  } catch (cause) {
    throw new ServiceError('bad_request', 'The body is not valid UTF-8.', { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    // V8 says where and what; a few characters of the caller's own body may be quoted.
    const reason = cause instanceof Error ? cause.message : ''
    throw new ServiceError('bad_request', `The body is not valid JSON: ${reason}`, { cause })
  }
}

/**
 * Parses bodies of POST and PATCH. `__proto__` and `constructor` stay plain keys, which validation refuses as unknown
 * fields. A body on any other request is ignored.
 */
export function jsonBodies(): FastifyPluginAsync {
  return fp(async function jsonBodiesPlugin(fastify) {
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      (request: FastifyRequest, bytes: Buffer, done: (error: Error | null, body?: unknown) => void) => {
        if (request.is404 || (request.method !== 'POST' && request.method !== 'PATCH')) return done(null)
        try {
          done(null, parseJson(bytes))
        } catch (error) {
          done(error as Error)
        }
      },
    )
  })
}
