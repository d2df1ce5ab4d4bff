import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { Asked } from '../http/asked.ts'
import { whenEnded } from '../http/when-ended.ts'
import { parseTraceparent } from '../traceparent.ts'

/** Machines request these every few seconds, so they are logged at debug level only. */
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * One line for each request when its answer is out or its connection gone: the request, the caller and the outcome.
 * The route is the template, never the path, and query strings and bodies are left out: both hold personal data.
 */
export function accessLog(options: { logger: Pick<Logger, 'isLevelEnabled'> }): FastifyPluginAsync {
  const { logger } = options
  return fp(async function accessLogPlugin(fastify) {
    whenEnded(fastify, (request, _reply, { status, aborted, ms }) => {
      if (!logger.isLevelEnabled('info')) return
      const route = request.is404 ? null : (request.routeOptions.url ?? null)
      const level = quietRoutes.has(route ?? '') ? 'debug' : 'info'
      // Every line of a request already has the request id.
      request.log[level](
        {
          method: request.method,
          route,
          status,
          ms: Math.round(ms * 100) / 100,
          remote_address: request.ip,
          ...callOf(request),
          ...(aborted && { aborted }),
        },
        'request',
      )
    })
  })
}

function callOf({ call, headers }: Asked): Record<string, string | boolean> {
  if (!call) return {}
  const trace = parseTraceparent(call.traceparent ?? headers['traceparent'])?.traceId
  return {
    ...(call.operationId && { operation: call.operationId }),
    ...(call.propertyId && { property_id: call.propertyId }),
    ...(call.apiKeyId && { api_key_id: call.apiKeyId }),
    ...(call.idempotencyKey && { idempotency_key: call.idempotencyKey, replayed: call.replayed }),
    ...(trace && { trace_id: trace }),
  }
}
