/**
 * OpenTelemetry spans for every attempt of `@svc/client`, from its diagnostics channels: no wrapper around the client,
 * and no cost where nobody listens. Copy this file and call `traceSvcClient()` once at start.
 *
 * Span names and attributes follow the semantic conventions for HTTP clients; the name carries the path template, so a
 * thousand payments are one operation in your traces.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  context,
  defaultTextMapSetter,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { ErrorEvent, RequestEvent, ResponseEvent, RetryEvent } from '@svc/client'

const key = ({ call, attempt }: RequestEvent) => `${call}:${attempt}`

/** Starts tracing; the result stops it. */
export function traceSvcClient(tracer: Tracer = trace.getTracer('@svc/client')): () => void {
  const spans = new Map<string, Span>()
  const end = (event: RequestEvent, finish: (span: Span) => void) => {
    const span = spans.get(key(event))
    spans.delete(key(event))
    if (!span) return
    finish(span)
    span.end()
  }

  const listeners = {
    request(event: RequestEvent) {
      const { hostname, port, protocol } = new URL(event.origin)
      const span = tracer.startSpan(`${event.method} ${event.route}`, {
        kind: SpanKind.CLIENT,
        attributes: {
          'http.request.method': event.method,
          'url.template': event.route,
          'server.address': hostname,
          'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
          'svc.operation': event.operation,
          ...(event.idempotencyKey && { 'svc.idempotency_key': event.idempotencyKey }),
          ...(event.attempt > 1 && { 'http.request.resend_count': event.attempt - 1 }),
        },
      })
      spans.set(key(event), span)
      // The service can continue the trace: what is put into `headers` here is sent.
      propagation.inject(trace.setSpan(context.active(), span), event.headers, defaultTextMapSetter)
    },
    response(event: ResponseEvent) {
      end(event, (span) => {
        span.setAttribute('http.response.status_code', event.status)
        span.setAttribute('svc.replayed', event.replayed)
        if (event.requestId) span.setAttribute('svc.request_id', event.requestId)
        if (event.status >= 400) span.setStatus({ code: SpanStatusCode.ERROR })
      })
    },
    error(event: ErrorEvent) {
      end(event, (span) => {
        const error = event.error instanceof Error ? event.error : new Error(String(event.error))
        span.setAttribute('error.type', error.name)
        span.recordException(error)
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      })
    },
    retry(event: RetryEvent) {
      trace.getActiveSpan()?.addEvent('svc.retry', { attempt: event.attempt, delay_ms: event.delayMs })
    },
  }

  const entries = Object.entries(listeners).map(
    ([name, listener]) => [`svc:client:${name}`, listener as (message: unknown) => void] as const,
  )
  for (const [name, listener] of entries) subscribe(name, listener)
  return () => {
    for (const [name, listener] of entries) unsubscribe(name, listener)
  }
}
