import { randomUUID } from 'node:crypto'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  AlwaysOnSampler,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { openInbox } from '@svc/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/start/start-sandbox.ts'

const exporter = new InMemorySpanExporter()
const incoming = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const header = (flags: string) => `00-${incoming.traceId}-${incoming.spanId}-${flags}`

/** A span without what its SDK adds. */
function seen(span: ReadableSpan) {
  const { name, kind, status, attributes, parentSpanContext } = span
  const { traceId, spanId } = span.spanContext()
  return { name, kind, status: status.code, attributes, traceId, spanId, parent: parentSpanContext?.spanId }
}

/** A sandbox with an endpoint whose receiver answers so. */
async function openFlow(respond: number[]) {
  const lines: string[] = []
  const logger = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const inbox = await openInbox({ respond })
  const sandbox = await startSandbox({ clock: 'manual', logger })
  const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/api/v1/client${path}`, {
      method,
      headers: {
        'X-API-Key': sandbox.apiKey,
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  await call('POST', '/webhooks', { url: inbox.url, events: ['payment.created'] })
  const pay = (headers?: Record<string, string>) =>
    call('POST', '/payments', { amount: '12.50', paymentMethod: 'Cash', type: 'income' }, headers)
  return {
    sandbox,
    inbox,
    call,
    pay,
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await inbox.close()
    },
  }
}

describe('traces, with an OpenTelemetry SDK registered', () => {
  beforeAll(() => {
    const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() })
    const provider = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] })
    trace.setGlobalTracerProvider(provider)
  })
  afterAll(() => trace.disable())
  beforeEach(() => exporter.reset())

  it('one trace joins the caller, the API call, every attempt and the receiver', async () => {
    await using flow = await openFlow([500, 204])
    exporter.reset()
    const answer = await flow.pay({ traceparent: header('01') })
    const payment = (await answer.json()) as { id: string }
    await flow.sandbox.control.clock.advance(60)

    const spans = exporter.getFinishedSpans().map(seen)
    expect(spans.map(({ name }) => name)).toEqual([
      'POST /api/v1/client/payments',
      'deliver payment.created',
      'deliver payment.created',
    ])
    const [server, first, second] = spans as [(typeof spans)[0], (typeof spans)[0], (typeof spans)[0]]
    expect(spans.map(({ traceId }) => traceId)).toEqual(Array(3).fill(incoming.traceId))
    expect(server).toMatchObject({
      kind: SpanKind.SERVER,
      parent: incoming.spanId,
      attributes: {
        'http.route': '/api/v1/client/payments',
        'http.response.status_code': 201,
        'svc.property.id': flow.sandbox.propertyId,
        'svc.request.id': answer.headers.get('x-request-id'),
      },
    })
    expect(first).toMatchObject({
      kind: SpanKind.CLIENT,
      parent: server.spanId,
      status: SpanStatusCode.ERROR,
      attributes: {
        'http.response.status_code': 500,
        'error.type': 'status',
        'svc.delivery.attempt': 1,
        'svc.event.type': 'payment.created',
      },
    })
    expect(second).toMatchObject({
      parent: server.spanId,
      status: SpanStatusCode.UNSET,
      attributes: { 'http.response.status_code': 204, 'svc.delivery.attempt': 2 },
    })
    // The receiver goes on below the attempt that it got.
    const received = flow.inbox.all().map(({ headers }) => headers['traceparent'])
    expect(received).toEqual([first, second].map(({ spanId }) => `00-${incoming.traceId}-${spanId}-01`))
    // A name for each payment could not be counted, and amounts of guests do not belong in a trace.
    expect(JSON.stringify(spans)).not.toContain(payment.id)
    expect(JSON.stringify(spans)).not.toContain('12.5')

    const traced = flow.lines().filter(({ trace_id }) => trace_id === incoming.traceId)
    expect(traced.map(({ msg }) => msg)).toEqual(['request', 'attempt', 'attempt'])
  })

  it('begins a trace where the caller has none, and names spans by template', async () => {
    await using flow = await openFlow([204])
    const bookings = await flow.sandbox.control.bookings.create()
    exporter.reset()
    await flow.call('GET', `/bookings/${bookings.id}?page=1`)
    await flow.call('GET', `/bookings/${bookings.id}`)
    await flow.call('GET', '/nothing/here')
    await flow.pay({ traceparent: 'not a traceparent' })
    await flow.sandbox.control.clock.advance(0)

    const spans = exporter.getFinishedSpans().map(seen)
    expect(spans.map(({ name, parent }) => [name, parent === undefined])).toEqual([
      ['GET /api/v1/client/bookings/:bookingId', true],
      ['GET /api/v1/client/bookings/:bookingId', true],
      ['GET', true],
      ['POST /api/v1/client/payments', true],
      ['deliver payment.created', false],
    ])
    expect(spans.at(-1)).toMatchObject({ traceId: spans[3]?.traceId, parent: spans[3]?.spanId })
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(4)
  })

  it('leaves a trace unsampled that its caller did not sample, and passes that on', async () => {
    await using flow = await openFlow([204])
    exporter.reset()
    await flow.pay({ traceparent: header('00') })
    await flow.sandbox.control.clock.advance(0)
    expect(exporter.getFinishedSpans()).toEqual([])
    const [received] = flow.inbox.all()
    expect(received?.headers['traceparent']).toMatch(new RegExp(`^00-${incoming.traceId}-[0-9a-f]{16}-00$`))
  })

  it('marks failures of ours, and replays', async () => {
    await using flow = await openFlow([204])
    await flow.sandbox.control.faults.add({
      match: { path: '/api/v1/client/bookings' },
      when: 'before',
      action: { type: 'status', status: 503 },
    })
    exporter.reset()
    const key = { 'Idempotency-Key': randomUUID() }
    await flow.pay(key)
    await flow.pay(key)
    await flow.call('GET', '/bookings')
    const requests = exporter
      .getFinishedSpans()
      .map(seen)
      .filter(({ kind }) => kind === SpanKind.SERVER)
    expect(requests.map(({ status, attributes }) => [status, attributes['svc.idempotent_replay']])).toEqual([
      [SpanStatusCode.UNSET, undefined],
      [SpanStatusCode.UNSET, true],
      [SpanStatusCode.ERROR, undefined],
    ])
  })
})
