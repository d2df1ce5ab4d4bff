import { getEventListeners } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadUndici } from '../src/core/wire/undici.ts'
import { SvcClient } from '../src/index.ts'
import { apiKey, booking, newPayment, page, payment } from './support/data.ts'
import { fakeRuntime, settle } from './support/runtime.ts'
import { scripted } from './support/scripted.ts'
import { json, serve, serveRaw } from './support/server.ts'

beforeAll(loadUndici)

const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length

/** Aborts when the server says so: what the call made of it, and the listeners that it left. */
async function abortWhen(
  when: Promise<unknown>,
  url: string,
  make: (svc: SvcClient, signal: AbortSignal) => PromiseLike<unknown>,
) {
  const controller = new AbortController()
  await using svc = new SvcClient({ baseUrl: url, apiKey })
  const outcome = Promise.resolve(make(svc, controller.signal)).then(
    () => 'resolved',
    (error: unknown) => error,
  )
  await when
  controller.abort(reason)
  return { outcome: await outcome, listeners: listeners(controller.signal) }
}

/** Anything can be a reason, and comes back as it is. */
const reason = { any: 'thing' }
const aborted = { outcome: reason, listeners: 0 }

describe('an abort', () => {
  it('before the call: nothing is sent, and no hook is told of a try', async () => {
    const told: unknown[] = []
    await using server = await serve((_request, response) => json(response, 200, []))
    const hooks = { onRequest: (request: unknown) => void told.push(request) }
    await using svc = new SvcClient({ baseUrl: server.url, apiKey, hooks })
    const signal = AbortSignal.abort('no')
    await expect(svc.payments.list({}, { signal })).rejects.toBe('no')
    await expect(svc.payments.create(newPayment, { signal })).rejects.toBe('no')
    expect(server.connections()).toBe(0)
    expect(listeners(signal)).toBe(0)
    expect(told).toEqual([])
  })

  it('while the service thinks', async () => {
    const arrived = Promise.withResolvers<void>()
    await using server = await serve(() => arrived.resolve())
    expect(
      await abortWhen(arrived.promise, server.url, (svc, signal) =>
        svc.payments.create(newPayment, { signal }),
      ),
    ).toEqual(aborted)
  })

  it('in the middle of the body', async () => {
    const arrived = Promise.withResolvers<void>()
    await using server = await serve((_request, response) => {
      response.writeHead(200).write('[')
      setTimeout(arrived.resolve, 20)
    })
    expect(
      await abortWhen(arrived.promise, server.url, (svc, signal) => svc.payments.list({}, { signal })),
    ).toEqual(aborted)
  })

  it('in the body of an error answer', async () => {
    const arrived = Promise.withResolvers<void>()
    await using server = await serve((_request, response) => {
      response.writeHead(404).write('{')
      setTimeout(arrived.resolve, 20)
    })
    expect(
      await abortWhen(arrived.promise, server.url, (svc, signal) => svc.payments.list({}, { signal })),
    ).toEqual(aborted)
  })

  it('while waiting for one of few connections, which the others keep', async () => {
    const arrived = Promise.withResolvers<void>()
    const responses: ServerResponse[] = []
    await using server = await serve((_request, response) => {
      responses.push(response)
      arrived.resolve()
    })
    await using svc = new SvcClient({ baseUrl: server.url, apiKey, connections: 1 })
    const controller = new AbortController()
    const first = svc.payments.list().then((list) => list)
    await arrived.promise
    const second = svc.payments.list({}, { signal: controller.signal }).then((list) => list)
    await settle()
    controller.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    for (const response of responses) json(response, 200, [])
    expect(await first).toEqual([])
    expect(server.seen).toHaveLength(1)
  })

  it('in the wait between two tries', async () => {
    const runtime = fakeRuntime()
    const { dispatcher, sent } = scripted([{ status: 503, headers: { 'retry-after': '30' } }], () =>
      runtime.now(),
    )
    const svc = new SvcClient({ baseUrl: 'https://api.example.com', apiKey, dispatcher }, runtime)
    const controller = new AbortController()
    const call = svc.payments.create(newPayment, { signal: controller.signal }).withResponse()
    const outcome = call.catch((error: unknown) => error)
    while (!runtime.pending().includes(30_250)) await settle()
    controller.abort('enough')
    expect(await outcome).toBe('enough')
    expect(sent).toHaveLength(1)
    expect(runtime.pending()).toEqual([])
    expect(listeners(controller.signal)).toBe(0)
  })

  it('while waiting for the client-side rate limit', async () => {
    const runtime = fakeRuntime()
    const { dispatcher, sent } = scripted([{ status: 200, body: [] }], () => runtime.now())
    const options = { baseUrl: 'https://api.example.com', apiKey, dispatcher, rateLimit: 1 }
    const svc = new SvcClient(options, runtime)
    const controller = new AbortController()
    await svc.payments.list()
    const call = svc.payments.list({}, { signal: controller.signal }).withResponse()
    await settle()
    controller.abort('enough')
    await expect(call).rejects.toBe('enough')
    expect(sent).toHaveLength(1)
    expect(runtime.pending()).toEqual([])
  })

  it('by its own time, and says what it waited for', async () => {
    const runtime = fakeRuntime()
    const { dispatcher, sent } = scripted([{ status: 200, body: [] }], () => runtime.now())
    const options = {
      baseUrl: 'https://api.example.com',
      apiKey,
      dispatcher,
      rateLimit: 1,
      totalTimeoutMs: 500,
    }
    const svc = new SvcClient(options, runtime)
    await svc.payments.list()
    const failed = svc.payments.list().then(() => 'it came', String)
    await settle()
    await runtime.advance(500)
    expect(await failed).toContain('(500 ms). [0 attempts] It waited for `rateLimit` alone.')
    expect(sent).toHaveLength(1)
  })

  it('between two pages', async () => {
    await using server = await serve((_request, response, _seen, index) =>
      json(response, 200, page([booking(index + 1)], index + 1, 5)),
    )
    await using svc = new SvcClient({ baseUrl: server.url, apiKey })
    const controller = new AbortController()
    const read: string[] = []
    const reading = async () => {
      for await (const { id } of svc.bookings.list({}, { signal: controller.signal })) {
        read.push(id)
        if (read.length === 2) controller.abort('enough')
      }
    }
    await expect(reading()).rejects.toBe('enough')
    expect(read).toHaveLength(2)
    expect(server.seen).toHaveLength(2)
    expect(listeners(controller.signal)).toBe(0)
  })

  it('closes the connection that the answer would have come on', async () => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    await using server = await serveRaw((socket) => {
      socket.on('close', () => closed.resolve())
      arrived.resolve()
    })
    expect(
      await abortWhen(arrived.promise, server.url, (svc, signal) => svc.payments.list({}, { signal })),
    ).toEqual(aborted)
    await closed.promise
  })
})

describe('leaks', () => {
  it('a signal that outlives a thousand calls keeps no listener, however they end', async () => {
    const ends = [
      { status: 200, body: [] },
      { status: 404 },
      { status: 200, body: 'no' },
      { error: new Error('x') },
    ]
    const { signal } = new AbortController()
    for (const end of ends) {
      const { dispatcher } = scripted([end], () => 0)
      const options = { baseUrl: 'https://api.example.com', apiKey, dispatcher, maxRetries: 0 }
      const svc = new SvcClient(options)
      const calls = Array.from({ length: 250 }, () => svc.payments.list({}, { signal }).withResponse())
      await Promise.allSettled(calls)
    }
    expect(listeners(signal)).toBe(0)
  })

  it('a call that ends leaves no timer behind', async () => {
    const runtime = fakeRuntime()
    for (const step of [{ status: 200, body: [] }, { status: 404 }]) {
      const { dispatcher } = scripted([step], () => runtime.now())
      const svc = new SvcClient({ baseUrl: 'https://api.example.com', apiKey, dispatcher }, runtime)
      await Promise.allSettled([svc.payments.list()])
      expect(runtime.pending()).toEqual([])
    }
  })

  it('faked global timers do not hang a call', async () => {
    const { vi } = await import('vitest')
    await using server = await serve((_request, response, _seen, index) =>
      index === 0 ? json(response, 503, {}, { 'retry-after': '0' }) : json(response, 201, payment),
    )
    vi.useFakeTimers()
    try {
      const svc = new SvcClient({ baseUrl: server.url, apiKey })
      expect(await svc.payments.create(newPayment)).toEqual(payment)
    } finally {
      vi.useRealTimers()
    }
  })
})
