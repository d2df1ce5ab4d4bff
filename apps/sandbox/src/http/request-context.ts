import type { FastifyRequest } from 'fastify'
import type { ServiceContext } from '../service/context.ts'
import { parseTraceparent } from '../traceparent.ts'

/** The context of one request: its deliveries continue its trace. */
export function requestContext(request: FastifyRequest, context: ServiceContext): ServiceContext {
  const traceparent = request.call?.traceparent ?? request.headers['traceparent']
  return typeof traceparent === 'string' && parseTraceparent(traceparent)
    ? { ...context, traceparent }
    : context
}
