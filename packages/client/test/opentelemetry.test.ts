import { propagation, SpanStatusCode } from '@opentelemetry/api'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, it } from 'vitest'
import { traceSvcClient } from '../examples/opentelemetry.ts'
import { SvcClient } from '../src/index.ts'
import { apiKey, newPayment, payment } from './support/data.ts'
import { hastyRuntime } from './support/runtime.ts'
import { json, serve } from './support/server.ts'

it('the example makes one span an attempt and hands the trace on', async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  propagation.setGlobalPropagator({
    inject: (_context, carrier, setter) => setter.set(carrier, 'traceparent', '00-trace-span-01'),
    extract: (context) => context,
    fields: () => ['traceparent'],
  })
  const stop = traceSvcClient(provider.getTracer('test'))
  await using server = await serve((_request, response, _seen, index) => {
    if (index === 0) json(response, 503, { code: 'unavailable', message: 'down' })
    else if (index === 1) response.destroy()
    else json(response, 200, payment)
  })
  const svc = new SvcClient({ baseUrl: server.url, apiKey }, hastyRuntime)
  await svc.payments.update(payment.id, newPayment)
  stop()
  await svc.payments.update(payment.id, newPayment)
  await svc.close()
  propagation.disable()

  const spans = exporter.getFinishedSpans()
  expect(spans.map(({ name }) => name)).toEqual(
    Array.from({ length: 3 }, () => 'PATCH /api/v1/client/payments/{paymentId}'),
  )
  expect(spans.map(({ status }) => status.code)).toEqual([
    SpanStatusCode.ERROR,
    SpanStatusCode.ERROR,
    SpanStatusCode.UNSET,
  ])
  expect(spans[0]?.attributes).toMatchObject({ 'http.response.status_code': 503, 'server.port': server.port })
  expect(spans[1]?.attributes).toMatchObject({
    'error.type': 'ConnectionError',
    'http.request.resend_count': 1,
  })
  expect(spans[2]?.attributes).toMatchObject({ 'svc.request_id': 'req_1', 'svc.operation': 'updatePayment' })
  expect(server.seen.map(({ headers }) => headers['traceparent'] !== undefined)).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(JSON.stringify(spans.map(({ attributes, events }) => ({ attributes, events })))).not.toContain(
    apiKey,
  )
})
