import { randomUUID } from 'node:crypto'
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { createLog } from '../../src/ops/log.ts'

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

function collect(level = 'info') {
  const lines: string[] = []
  const logger = { level, stream: { write: (line: string) => void lines.push(line) } }
  return { logger, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('the log of a server', () => {
  it('has one line for each request and each attempt, without query, body, path or URL', async () => {
    const { logger, lines } = collect()
    await using inbox = await openInbox({ respond: [500, 204] })
    await using sandbox = await startSandbox({ clock: 'manual', logger })
    const headers = {
      'X-API-Key': sandbox.apiKey,
      'Content-Type': 'application/json',
      traceparent,
    }
    const api = `${sandbox.url}/api/v1/client`
    const post = (path: string, body: unknown) =>
      fetch(api + path, {
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(body),
      })
    await post('/webhooks', { url: `${inbox.url}/hook?token=hidden`, events: ['payment.created'] })
    const paid = await post('/payments', {
      amount: '77.77',
      paymentMethod: 'Cash',
      type: 'income',
      description: 'Frau Müller',
    })
    await fetch(`${api}/bookings?guest_id=mueller`, { headers })
    await fetch(`${sandbox.url}/healthz`)
    await sandbox.control.clock.advance(60)

    const requests = lines().filter(
      ({ msg, route }) => msg === 'request' && route !== '/sandbox/clock/advance',
    )
    expect(requests).toMatchObject([
      { level: 'info', method: 'POST', route: '/api/v1/client/webhooks', status: 201 },
      {
        method: 'POST',
        route: '/api/v1/client/payments',
        operation: 'createPayment',
        status: 201,
        request_id: paid.headers.get('x-request-id'),
        trace_id: '0af7651916cd43dd8448eb211c80319c',
        property_id: sandbox.propertyId,
        replayed: false,
        remote_address: '127.0.0.1',
      },
      { method: 'GET', route: '/api/v1/client/bookings', status: 400 },
    ])
    expect(requests[1]).toMatchObject({ ms: expect.any(Number), time: expect.stringMatching(/^\d{4}-.*Z$/) })

    const [delivery] = (await sandbox.control.deliveries.list()).results
    const attempts = lines().filter(({ msg }) => msg === 'attempt')
    const identity = { delivery_id: delivery?.id, endpoint_id: delivery?.endpoint_id, kind: 'scheduled' }
    expect(attempts).toMatchObject([
      { level: 'warn', ...identity, attempt: 1, outcome: 'failed', error: 'status', response_status: 500 },
      { level: 'info', ...identity, attempt: 2, outcome: 'delivered', response_status: 204, lag_ms: 0 },
    ])

    const text = JSON.stringify(lines())
    for (const hidden of ['hidden', inbox.url, 'mueller', 'Müller', '77.77', sandbox.apiKey, 'whsec_']) {
      expect(text).not.toContain(hidden)
    }
  })

  it('takes secrets out of whatever is logged', () => {
    const { logger, lines } = collect('trace')
    const log = createLog(logger)
    const secret = `whsec_${'a'.repeat(43)}`
    log.info(
      { headers: { 'x-api-key': 'k-1', authorization: 'Bearer t-1', cookie: 'c-1', accept: '*/*' } },
      'in',
    )
    log.error({ err: new Error(`cannot open ${secret}`) }, 'out')
    log.warn({ endpoint: { secret: 's-1', key: 'k-2' } }, `svc_${'b'.repeat(43)}`)
    const text = JSON.stringify(lines())
    expect(lines()).toHaveLength(3)
    for (const hidden of ['k-1', 't-1', 'c-1', 's-1', 'k-2', secret, 'bbbb'])
      expect(text).not.toContain(hidden)
    expect(text).toContain('*/*')
  })

  it('sends a caller’s traceparent on as it came when nothing is traced', async () => {
    await using inbox = await openInbox()
    await using sandbox = await startSandbox()
    const write = (method: string, path: string, body: unknown) =>
      fetch(`${sandbox.url}/api/v1/client${path}`, {
        method,
        headers: {
          'X-API-Key': sandbox.apiKey,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
          traceparent,
        },
        body: JSON.stringify(body),
      })
    await write('POST', '/webhooks', { url: inbox.url, events: ['payment.created', 'payment.updated'] })
    const made = await write('POST', '/payments', { amount: '1', paymentMethod: 'Cash', type: 'income' })
    expect((await inbox.next('payment.created')).headers['traceparent']).toBe(traceparent)
    const { id } = (await made.json()) as { id: string }
    await write('PATCH', `/payments/${id}`, { amount: '2' })
    expect((await inbox.next('payment.updated')).headers['traceparent']).toBe(traceparent)
  })
})
