import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it } from 'vitest'
import { type Hooks, type RequestEvent, SvcClient } from '../src/index.ts'
import { apiKey, newPayment, payment } from './support/data.ts'
import { hastyRuntime, settle } from './support/runtime.ts'
import { json, serve } from './support/server.ts'

const connect = (url: string, hooks: Hooks = {}) =>
  new SvcClient({ baseUrl: url, apiKey, hooks }, hastyRuntime)

/** Listens to all channels while the work runs. */
async function listen(work: () => Promise<unknown>) {
  const heard: [string, Record<string, unknown>][] = []
  const subscriptions = ['request', 'response', 'error', 'retry'].map((name) => {
    const listener = (message: unknown) => void heard.push([name, message as Record<string, unknown>])
    subscribe(`svc:client:${name}`, listener)
    return () => unsubscribe(`svc:client:${name}`, listener)
  })
  try {
    await work()
  } finally {
    for (const stop of subscriptions) stop()
  }
  return heard
}

describe('channels', () => {
  it('each attempt begins with request and ends with response or error, with the template of the URL', async () => {
    await using server = await serve((_request, response, _seen, index) => {
      if (index === 0) json(response, 503, { code: 'unavailable', message: 'down' })
      else if (index === 1) response.destroy()
      else json(response, 200, payment, { 'idempotent-replayed': 'true' })
    })
    await using svc = connect(server.url)
    const heard = await listen(async () => svc.payments.update(payment.id, { amount: '5' }))
    expect(heard.map(([name, message]) => [name, message['attempt']])).toEqual([
      ['request', 1],
      ['response', 1],
      ['retry', 1],
      ['request', 2],
      ['error', 2],
      ['retry', 2],
      ['request', 3],
      ['response', 3],
    ])
    const keys = new Set(heard.map(([, message]) => message['idempotencyKey']))
    expect(keys).toEqual(new Set([server.seen[0]?.headers['idempotency-key']]))
    expect(new Set(heard.map(([, message]) => message['call'])).size).toBe(1)
    for (const [, message] of heard) {
      expect(message).toMatchObject({
        operation: 'updatePayment',
        method: 'PATCH',
        route: '/api/v1/client/payments/{paymentId}',
        origin: server.url,
      })
      expect(JSON.stringify(message)).not.toContain(payment.id)
    }
    expect(heard[1]?.[1]).toMatchObject({ status: 503, requestId: 'req_1', replayed: false })
    expect(heard[2]?.[1]).toMatchObject({ delayMs: 0, error: { status: 503 } })
    expect(heard[4]?.[1]).toMatchObject({ error: { name: 'ConnectionError', ambiguous: true } })
    expect(heard[7]?.[1]).toMatchObject({ status: 200, replayed: true })
    expect(heard[7]?.[1]['durationMs']).toBeGreaterThan(0)
  })

  it('an abort and a broken 2xx end in error', async () => {
    const controller = new AbortController()
    await using server = await serve((_request, response, _seen, index) => {
      if (index === 0) json(response, 200, null)
      else controller.abort('enough')
    })
    await using svc = connect(server.url)
    const heard = await listen(() =>
      Promise.allSettled([svc.payments.list()]).then(() =>
        Promise.allSettled([svc.payments.list({}, { signal: controller.signal })]),
      ),
    )
    expect(heard.map(([name]) => name)).toEqual(['request', 'error', 'request', 'error'])
    expect(heard[1]?.[1]['error']).toMatchObject({ name: 'ResponseError' })
    expect(heard[3]?.[1]['error']).toBe('enough')
  })

  it('a call that is refused before sending is no attempt', async () => {
    await using svc = connect('https://api.example.com')
    expect(await listen(() => Promise.allSettled([svc.payments.delete('')]))).toEqual([])
  })
})

const addHeaders = (event: RequestEvent) => {
  event.headers['traceparent'] = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  event.headers['X-API-Key'] = 'other'
  event.headers['x-bad'] = 'a\r\nb: c'
}

describe('hooks', () => {
  it('hear what the channels hear', async () => {
    await using server = await serve((_request, response, _seen, index) =>
      index === 0 ? json(response, 503, {}) : json(response, 201, payment),
    )
    const heard: string[] = []
    await using svc = connect(server.url, {
      onRequest: ({ operation, attempt }) => heard.push(`request ${operation} ${attempt}`),
      onResponse: ({ status, attempt }) => heard.push(`response ${status} ${attempt}`),
      onRetry: ({ error, delayMs }) => heard.push(`retry ${error.name} ${delayMs}`),
    })
    await svc.payments.create(newPayment)
    expect(heard).toEqual([
      'request createPayment 1',
      'response 503 1',
      'retry ServerError 0',
      'request createPayment 2',
      'response 201 2',
    ])
  })

  it('one that throws or rejects does not break the call, and the process is warned', async () => {
    await using server = await serve((_request, response, _seen, index) =>
      index === 0 ? json(response, 503, {}) : json(response, 201, payment),
    )
    const warnings: (string | undefined)[] = []
    const onWarning = (warning: Error & { code?: string }) => void warnings.push(warning.code)
    process.on('warning', onWarning)
    await using svc = connect(server.url, {
      onRequest() {
        throw new Error('hook')
      },
      onResponse: async () => Promise.reject(new Error('hook')),
      onRetry() {
        // oxlint-disable-next-line no-throw-literal -- anything can be thrown
        throw 'hook'
      },
    })
    expect(await svc.payments.create(newPayment)).toEqual(payment)
    await settle()
    process.off('warning', onWarning)
    // Once a hook, although two of them failed twice.
    expect(warnings).toEqual(Array.from({ length: 3 }, () => 'SVC_CLIENT_HOOK'))
  })

  it('may add headers, such as those of a trace, but not touch those of the client', async () => {
    await using server = await serve((_request, response) => json(response, 200, []))
    await using svc = connect(server.url, { onRequest: addHeaders })
    await svc.payments.list({}, { headers: { 'x-mine': '1' } })
    expect(server.seen[0]?.headers).toMatchObject({ 'x-api-key': apiKey, 'x-mine': '1' })
    expect(server.seen[0]?.headers['traceparent']).toMatch(/^00-/)
    expect(server.seen[0]?.headers).not.toHaveProperty('x-bad')
    expect(server.seen[0]?.headers).not.toHaveProperty('b')
  })
})
