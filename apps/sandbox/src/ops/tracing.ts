import type { Context, Span, SpanContext } from '@opentelemetry/api'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { TraceAttempt } from '../delivery/send.ts'
import type { Asked } from '../http/asked.ts'
import { directRules } from '../http/direct-rules.ts'
import { whenEnded } from '../http/when-ended.ts'
import { parseTraceparent } from '../traceparent.ts'

export interface Tracing {
  /** A span for each request of the client API: registered first inside its scope. */
  scope: FastifyPluginAsync
  /** A span for each attempt of a delivery, in the trace of the call that caused it. */
  attempt: TraceAttempt
}

/** Where `@opentelemetry/api` 1.x keeps what an SDK has registered, whichever copy of it that SDK uses. */
const registered = Symbol.for('opentelemetry.js.api.1')

/**
 * Traces by OpenTelemetry, for processes whose operator has registered an SDK before the server starts. Without one
 * this is undefined and nothing is loaded (the API alone takes 13 ms): a `traceparent` that a caller sends then travels
 * with the deliveries as it came.
 */
export async function openTracing(): Promise<Tracing | undefined> {
  if (!(registered in globalThis)) return undefined
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, context, isSpanContextValid, propagation, trace } =
    await import('@opentelemetry/api')
  const tracer = trace.getTracer('@svc/sandbox')
  const spans = new WeakMap<Asked, Span>()

  /** The caller's trace: by the registered propagators, and by W3C Trace Context where there are none. */
  function parentOf(headers: FastifyRequest['headers']): Context {
    const extracted = propagation.extract(ROOT_CONTEXT, headers)
    return trace.getSpanContext(extracted) ? extracted : remote(headers['traceparent'])
  }

  function remote(traceparent: unknown): Context {
    const told = parseTraceparent(traceparent)
    if (told?.version !== '00') return ROOT_CONTEXT
    const { traceId, spanId, flags } = told
    const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
    return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
  }

  function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  const scope = fp(async function traceRequestsPlugin(fastify) {
    // A span begins and ends in hooks.
    directRules(fastify, { may: () => false })
    fastify.addHook('onRequest', (request, _reply, done) => {
      const route = request.is404 ? undefined : request.routeOptions.url
      const parent = parentOf(request.headers)
      const attributes = {
        'http.request.method': request.method,
        'svc.request.id': request.id,
        ...(route && { 'http.route': route }),
      }
      // The template, never the path: with an id in it there would be a name for each id.
      const name = route ? `${request.method} ${route}` : request.method
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
      const own = span.spanContext()
      spans.set(request, span)
      if (request.call && isSpanContextValid(own)) request.call.traceparent = traceparentOf(own)
      context.with(trace.setSpan(parent, span), done)
    })
    // Reading the body has left the span's asynchronous context.
    fastify.addHook('preHandler', (request, _reply, done) => {
      const span = spans.get(request)
      if (span) context.with(trace.setSpan(context.active(), span), done)
      else done()
    })
    whenEnded(fastify, (request, _reply, { status }) => {
      const span = spans.get(request)
      const { call } = request
      span?.setAttribute('http.response.status_code', status)
      if (call?.propertyId) span?.setAttribute('svc.property.id', call.propertyId)
      if (call?.replayed) span?.setAttribute('svc.idempotent_replay', true)
      if (status >= 499) {
        span?.setAttribute('error.type', String(status))
        span?.setStatus({ code: SpanStatusCode.ERROR })
      }
      span?.end()
    })
  })

  const attempt: TraceAttempt = (delivery) => {
    const attributes = {
      'http.request.method': 'POST',
      'svc.property.id': delivery.property_id,
      'svc.endpoint.id': delivery.endpoint_id,
      'svc.delivery.id': delivery.id,
      'svc.delivery.attempt': delivery.attempts + 1,
      'svc.event.type': delivery.event_type,
    }
    // A child span, even hours later: one trace then has everything about a call.
    const span = tracer.startSpan(
      `deliver ${delivery.event_type}`,
      { kind: SpanKind.CLIENT, attributes },
      remote(delivery.traceparent),
    )
    const own = span.spanContext()
    return {
      traceparent: isSpanContextValid(own) ? traceparentOf(own) : delivery.traceparent,
      end({ outcome, error, response_status }) {
        if (response_status !== null) span.setAttribute('http.response.status_code', response_status)
        if (error !== null) span.setAttribute('error.type', error)
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  return { scope, attempt }
}
