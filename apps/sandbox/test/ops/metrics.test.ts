import { randomUUID } from 'node:crypto'
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { type SandboxOptions, startSandbox } from '../../src/index.ts'
import { openParts } from '../kit/index.ts'
import { RequestLog } from '../../src/control/request-log.ts'
import { requestLogPlugin } from '../../src/control/request-log-plugin.ts'

/** A sandbox, calls to it, and what Prometheus reads of it. */
async function openMetered(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: 'manual', ...options })
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
  const read = async () => (await fetch(`${sandbox.url}/metrics`)).text()
  return {
    sandbox,
    call,
    pay: (headers?: Record<string, string>) =>
      call('POST', '/payments', { amount: '1', paymentMethod: 'Cash', type: 'income' }, headers),
    read,
    /** The value of a series; undefined when there is none. */
    async value(series: string) {
      const line = (await read()).split('\n').find((text) => text.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

describe('metrics', () => {
  it('count requests by route template and status, replays and refusals', async () => {
    await using node = await openMetered({ rateLimit: 6 })
    const key = { 'Idempotency-Key': randomUUID() }
    await node.pay(key)
    await node.pay(key)
    await node.call('GET', `/bookings/${randomUUID()}`)
    await node.call('GET', `/bookings/${randomUUID()}`)
    await node.call('GET', '/nothing')
    await node.call('GET', '/bookings')
    expect((await node.call('GET', '/bookings')).status).toBe(429)

    const route = '/api/v1/client'
    const requests = (method: string, path: string, status: number) =>
      node.value(`svc_http_requests_total{method="${method}",route="${path}",status="${status}"}`)
    expect(await requests('POST', `${route}/payments`, 201)).toBe(2)
    expect(await requests('GET', `${route}/bookings/:bookingId`, 404)).toBe(2)
    expect(await requests('GET', 'none', 404)).toBe(1)
    expect(await requests('GET', `${route}/bookings`, 200)).toBe(1)
    expect(await requests('GET', `${route}/bookings`, 429)).toBe(1)
    expect(await node.value('svc_idempotent_replays_total')).toBe(1)
    expect(await node.value('svc_rate_limited_total')).toBe(1)
    expect(
      await node.value(`svc_http_request_duration_seconds_count{method="POST",route="${route}/payments"}`),
    ).toBe(2)
    expect(await node.value('svc_http_requests_in_flight')).toBe(0)
    expect(await node.value('svc_http_connections')).toBeGreaterThan(0)
    expect(await node.value('svc_storage_write_duration_seconds_count{outcome="committed"}')).toBeGreaterThan(
      1,
    )
  })

  it('tell what alerts look for as 0 before it happens', async () => {
    await using node = await openMetered()
    for (const series of [
      'svc_deliveries_settled_total{status="dead"}',
      'svc_delivery_attempts_total{outcome="failed",kind="scheduled"}',
      'svc_http_shed_total{reason="heap"}',
      'svc_http_requests_total{method="POST",route="/api/v1/client/payments",status="500"}',
      'svc_http_requests_total{method="GET",route="/api/v1/client/bookings/:bookingId",status="503"}',
    ]) {
      expect([series, await node.value(series)]).toEqual([series, 0])
    }
  })

  it('tell how deliveries fare: attempts, ends, what waits and for how long', async () => {
    await using inbox = await openInbox({ respond: 500 })
    await using node = await openMetered()
    await node.call('POST', '/webhooks', { url: inbox.url, events: ['payment.created'] })
    expect(await node.value('svc_delivery_queue_depth{status="pending"}')).toBe(0)
    await node.pay()
    await node.sandbox.control.clock.advance(0)
    expect(await node.value('svc_delivery_queue_depth{status="failed"}')).toBe(1)
    expect(await node.value('svc_delivery_oldest_due_seconds')).toBe(0)
    await node.sandbox.control.clock.advance(3 * 3_600)
    expect(await node.value('svc_delivery_queue_depth{status="failed"}')).toBe(0)
    expect(await node.value('svc_deliveries_settled_total{status="dead"}')).toBe(1)
    expect(await node.value('svc_delivery_attempts_total{outcome="failed",kind="scheduled"}')).toBe(5)

    inbox.respond = 204
    await node.pay()
    await node.sandbox.control.clock.advance(0)
    const [dead] = (await node.sandbox.control.deliveries.list({ status: 'dead' })).results
    await node.sandbox.control.deliveries.resend(dead!.id)
    expect(await node.value('svc_deliveries_settled_total{status="delivered"}')).toBe(2)
    expect(await node.value('svc_delivery_attempts_total{outcome="delivered",kind="manual"}')).toBe(1)
    expect(await node.value('svc_delivery_lag_seconds_count')).toBe(6)
  })

  it('tell what load was shed, and by which node', async () => {
    await using node = await openMetered({ overload: { maxRequests: 1 } })
    const fault = { match: { path: '/api/v1/client/bookings' }, when: 'before', times: 1 } as const
    await node.sandbox.control.faults.add({ ...fault, action: { type: 'delay', ms: 60_000 } })
    const aborting = new AbortController()
    const slow = fetch(`${node.sandbox.url}/api/v1/client/bookings`, {
      headers: { 'X-API-Key': node.sandbox.apiKey },
      signal: aborting.signal,
    }).catch(() => {})
    await expect.poll(() => node.value('svc_http_requests_in_flight')).toBe(1)
    const shed = await node.call('GET', '/bookings')
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await node.value('svc_http_shed_total{reason="requests"}')).toBe(1)

    aborting.abort()
    await slow
    // A caller who went away is a request too: nothing was answered.
    const gone = 'svc_http_requests_total{method="GET",route="/api/v1/client/bookings",status="499"}'
    await expect.poll(() => node.value(gone)).toBe(1)
    expect(await node.read()).toMatch(/svc_node_info{storage="memory",role="all",node_version="v\d+/)
  })

  it('are described, every one, and named as Prometheus wants it', async () => {
    await using node = await openMetered()
    const text = await node.read()
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({ name, type }))
    expect(types.length).toBeGreaterThan(20)
    for (const { name, type } of types) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, 'm'))
      if (type === 'counter') expect(name).toMatch(/_total$/)
    }
  })
})

describe('accounting', () => {
  it('of a request that cannot be written down does not end the process', async () => {
    const log = new RequestLog()
    const clock = { now: () => 0, real: () => 0, mode: 'manual' as const }
    await using parts = await openParts('memory', {
      scopes: [
        requestLogPlugin({ log, clock }),
        async (fastify) => {
          fastify.addHook('preValidation', async (request) => {
            const body = request.body as Record<string, unknown> | undefined
            // What JSON.stringify makes of a very deep body on older versions of Node.js.
            if (body) body['itself'] = body
          })
        },
      ],
    })
    const tenant = await parts.tenant()
    expect((await tenant.call('POST', '/payments', { body: { amount: '1' } })).status).toBe(400)
    await expect.poll(() => log.list()[0]?.request_body).toContain('nested too deeply')
    expect((await tenant.call('GET', '/bookings')).status).toBe(200)
  })
})
