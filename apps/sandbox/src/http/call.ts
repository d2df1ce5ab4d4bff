import type { OperationId } from '@svc/models'
import type { FastifyInstance } from 'fastify'

/** What becomes known of a client API request on its way in. Each part is set once its check has passed. */
export interface Call {
  propertyId?: string
  apiKeyId?: string
  /** Set from the start where the path and method are an operation. */
  operationId?: OperationId
  /** Bare and in lower case (D5). */
  idempotencyKey?: string
  /** The answer is a stored one (D5). */
  replayed: boolean
  /** W3C traceparent of this request's own span, where it is traced. */
  traceparent?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Requests outside the client API have none. */
    call?: Call
  }
  interface FastifyContextConfig {
    /** The operation of `@svc/models` that a route serves. */
    operationId?: OperationId
  }
}

/** Gives each request of the scope its {@link Call}, before any other hook runs. */
export function decorateCalls(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.call = { replayed: false }
    const { operationId } = request.routeOptions.config
    if (operationId) request.call.operationId = operationId
    done()
  })
}
