import type { IncomingMessage } from 'node:http'
import { limits } from '@svc/models'
import { ServiceError } from '../service/errors.ts'
import type { Guard } from './guard.ts'

const tooLarge = () => new ServiceError('payload_too_large', 'The body is too large.')

/**
 * A body on GET and HEAD is ignored, but one over the limit is 413 as it is on any other method (D4). Fastify looks at
 * none there, so this does.
 */
export function ignoredBody(): Guard {
  return function ignoredBodyGuard({ method, headers, raw }, reply) {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const length = headers['content-length']
    if (length === undefined && headers['transfer-encoding'] === undefined) return undefined
    if (length === undefined) return measured(raw).catch((error: unknown) => refuse(error))
    return Number(length) > limits.bodyBytes ? refuse(tooLarge()) : undefined

    function refuse(error: unknown): never {
      void reply.header('Connection', 'close')
      throw error
    }
  }
}

/** Reads a body that does not say how long it is, and drops it. Resolves at its end, also where the caller is gone. */
function measured(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    raw.on('data', ({ length }: Buffer) => {
      bytes += length
      if (bytes > limits.bodyBytes) reject(tooLarge())
    })
    raw.on('end', resolve)
    raw.on('close', resolve)
  })
}
