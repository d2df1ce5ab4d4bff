import { type OperationId, needsIdempotencyKey, operations } from '@svc/models'
import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'

/** What the checks find out about a client API request. Each part is set after its check has passed. */
export interface Call {
  propertyId: string | undefined
  apiKeyId: string | undefined
  /** Set from the start where the path and method are an operation. */
  readonly operationId: OperationId | undefined
  /** The path as a template; undefined where it is none of ours. */
  readonly route: string | undefined
  /** Bare and in lower case. */
  idempotencyKey: string | undefined
  /** The answer is a stored one. */
  replayed: boolean
  /** It counts as under way: it was not turned away because of load. */
  admitted: boolean
  /** W3C traceparent of this request's own span, where it is traced. */
  traceparent: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Requests outside the client API have none. */
    call?: Call | undefined
  }
  interface FastifyContextConfig {
    /** The operation of `@svc/models` that a route serves. */
    operationId?: OperationId
  }
}

/** Gives each request of the scope its {@link Call}, before any other hook runs. */
export function calls(): FastifyPluginAsync {
  return fp(async function callsPlugin(fastify) {
    fastify.decorateRequest('call')
    fastify.addHook('onRequest', (request, _reply, done) => {
      // The options are an object that Fastify makes with each look: one look a request.
      const { config, url } = request.routeOptions
      request.call = newCall(config.operationId, url)
      done()
    })
  })
}

/** With all its fields from the start, so that all calls have one hidden class. */
export function newCall(operationId: OperationId | undefined, route: string | undefined): Call {
  return {
    operationId,
    route,
    propertyId: undefined,
    apiKeyId: undefined,
    idempotencyKey: undefined,
    replayed: false,
    admitted: false,
    traceparent: undefined,
  }
}

/** The call of a request to the client API. */
export function callOf(request: {
  call?: Call | undefined
  method: string
  routeOptions: { url?: string | undefined }
}): Call {
  if (request.call) return request.call
  throw new Error(`${request.method} ${request.routeOptions.url} is outside of the client API`)
}

/** Whether the request is one of those that carry a JSON body and an `Idempotency-Key`: POST and PATCH. */
export function executesOnce({ call }: { call?: Call | undefined }): boolean {
  return call?.operationId !== undefined && needsIdempotencyKey(operations[call.operationId])
}
