import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { deliver, EVENT_TEXT, SECRET, send, serve } from '../test/support.ts'
import { type FetchOptions, signedDeliveries } from './fetch.ts'
import { deliveryHeaders, readDeliveryHeaders, sign } from './index.ts'

const id = '0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10'
const address = 'https://receiver.test/webhooks'

function delivery(body: string | Uint8Array<ArrayBuffer>, secret = SECRET, init: RequestInit = {}): Request {
  const headers = deliveryHeaders({ id, type: 'payment.created', body, secret })
  return new Request(address, { method: 'POST', body, headers, ...init })
}

/** Serves a Fetch-standard handler the way runtimes do, with the body as a stream. */
function serveFetch(handler: (request: Request) => Promise<Response>): Promise<string> {
  return serve(async (incoming, outgoing) => {
    const headers = new Headers()
    for (const [name, values] of Object.entries(incoming.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value)
    }
    const { method = 'GET' } = incoming
    const bodiless = method === 'GET' || method === 'HEAD'
    const body = bodiless ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
    const request = new Request(`http://localhost${incoming.url}`, { method, headers, body, duplex: 'half' })
    const response = await handler(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(await response.text())
  })
}

async function receiver(options: Partial<FetchOptions> = {}) {
  const handled = vi.fn<() => void>()
  const handler = signedDeliveries({ secret: SECRET, ...options }, async (request) => {
    handled()
    const bytes = await request.arrayBuffer()
    return Response.json({ raw: Buffer.from(bytes).toString('hex'), ...readDeliveryHeaders(request.headers) })
  })
  return { url: await serveFetch(handler), handled }
}

describe('over HTTP', () => {
  it('a signed delivery reaches the handler with every byte', async () => {
    const { url } = await receiver()
    const bodies = [EVENT_TEXT, `\ufeff${EVENT_TEXT}`, Buffer.from('ff00fe', 'hex'), '']
    for (const body of bodies) {
      const answer = await deliver(url, body, { split: body.length > 100 })
      expect(answer.status).toBe(200)
      expect(answer.json()).toMatchObject({
        raw: Buffer.from(body).toString('hex'),
        id,
        type: 'payment.created',
      })
    }
    const headers = { 'X-SVC-Signature': sign('', SECRET) }
    expect((await send(url, { headers, method: 'GET' })).status).toBe(200)
  })

  it('takes what announces the very limit of 1 MiB, and not a byte more', async () => {
    const { url, handled } = await receiver()
    const most = Buffer.alloc(1_048_576, 'a')
    expect((await deliver(url, most, { headers: { 'Content-Length': '1048576' } })).status).toBe(200)
    const more = Buffer.alloc(1_048_577, 'a')
    expect((await deliver(url, more)).status).toBe(413)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('reads nothing of a body that announces more', async () => {
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>()
    const headers = { 'X-SVC-Signature': sign('', SECRET), 'Content-Length': '1048577' }
    const request = new Request(address, { method: 'POST', body: endless, headers, duplex: 'half' })
    const handler = signedDeliveries({ secret: SECRET }, () => new Response())
    expect((await handler(request)).status).toBe(413)
  })

  it('anything else gets a diagnosing 401 and reaches no handler', async () => {
    const onRefused = vi.fn<(reason: string) => void>()
    const { url, handled } = await receiver({ onRefused })
    const right = sign(EVENT_TEXT, SECRET)
    const answers = [
      await send(url, { body: EVENT_TEXT }),
      await send(url, { body: EVENT_TEXT, headers: { 'X-SVC-Signature': [right, right] } }),
      await deliver(url, EVENT_TEXT, { secret: 'guess' }),
      await send(url, {
        body: JSON.stringify(JSON.parse(EVENT_TEXT)),
        headers: { 'X-SVC-Signature': right },
      }),
      await send(url, { method: 'GET' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(answers.map((answer) => answer.json()['code'])).toEqual([
      'signature_missing',
      'signature_malformed',
      'signature_mismatch',
      'signature_mismatch',
      'signature_missing',
    ])
    expect(handled).not.toHaveBeenCalled()
    expect(onRefused).toHaveBeenCalledTimes(5)
    for (const { text } of answers) {
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(right.slice(7))
    }
  })

  it('a body that is too large gets 413, announced or not', async () => {
    const { url, handled } = await receiver({ bodyLimit: 20 })
    expect((await deliver(url, EVENT_TEXT)).status).toBe(413)
    expect((await deliver(url, EVENT_TEXT, { split: true })).json()).toMatchObject({
      code: 'payload_too_large',
    })
    expect((await deliver(url, '{"a":1}')).status).toBe(200)
    expect(handled).toHaveBeenCalledTimes(1)
  })
})

describe('the wrapped handler', () => {
  it('hands on the very request and every argument, and finds secrets by them, as on Workers', async () => {
    interface Env {
      secret: string
    }
    const seen: unknown[] = []
    const handler = signedDeliveries(
      { secret: (_request: Request, env: Env) => env.secret },
      async (request: Request, env: Env, context: { tag: string }) => {
        seen.push(request, env, context, await request.json())
        return new Response('in')
      },
    )
    const request = delivery(EVENT_TEXT)
    const env = { secret: SECRET }
    const context = { tag: 'ctx' }
    expect(await (await handler(request, env, context)).text()).toBe('in')
    expect(seen[0]).toBe(request)
    expect(seen.slice(1)).toEqual([env, context, JSON.parse(EVENT_TEXT)])
    expect((await handler(delivery(EVENT_TEXT), { secret: 'other' }, context)).status).toBe(401)
  })

  it('answers like a wrong signature when no secret is found, and rejects when an empty one is', async () => {
    const handler = vi.fn<() => Response>(() => new Response('in'))
    for (const nothing of [undefined, null, []]) {
      const answer = await signedDeliveries({ secret: () => nothing }, handler)(delivery(EVENT_TEXT))
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'signature_mismatch' })
    }
    const empty = signedDeliveries({ secret: async () => '' }, handler)
    await expect(empty(delivery(EVENT_TEXT))).rejects.toMatchObject({ code: 'empty_secret' })
    expect(() => signedDeliveries({ secret: '' }, handler)).toThrow(
      expect.objectContaining({ code: 'empty_secret' }),
    )
    expect(handler).not.toHaveBeenCalled()
  })

  it('says so when something in front has read the body', async () => {
    const handler = signedDeliveries({ secret: SECRET }, () => new Response('in'))
    const request = delivery(EVENT_TEXT)
    await request.json()
    await expect(handler(request)).rejects.toMatchObject({ name: 'BodyError', code: 'body_consumed' })
  })

  it('takes a body that breaks off for what it is', async () => {
    const handler = vi.fn<() => Response>(() => new Response('in'))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('gone'))
      },
    })
    const headers = { 'X-SVC-Signature': sign('', SECRET) }
    const request = new Request(address, { method: 'POST', headers, body, duplex: 'half' })
    const answer = await signedDeliveries({ secret: SECRET }, handler)(request)
    expect(answer.status).toBe(400)
    expect(handler).not.toHaveBeenCalled()
  })

  it('stops an endless body at the limit, and lets its source go', async () => {
    const cancelled = vi.fn<() => void>()
    let pulls = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1
        controller.enqueue(new Uint8Array(1000))
      },
      cancel: cancelled,
    })
    const headers = { 'X-SVC-Signature': sign('', SECRET) }
    const request = new Request(address, { method: 'POST', headers, body, duplex: 'half' })
    const answer = await signedDeliveries(
      { secret: SECRET, bodyLimit: 5000 },
      () => new Response('in'),
    )(request)
    expect(answer.status).toBe(413)
    expect(cancelled).toHaveBeenCalled()
    expect(pulls).toBeLessThan(12)
  })

  it('takes rotation and another prefix', async () => {
    const handler = signedDeliveries(
      { secret: ['new', 'old'], headerPrefix: 'X-Hub' },
      () => new Response('in'),
    )
    const headers = deliveryHeaders({ id, type: 't', body: EVENT_TEXT, secret: 'old', prefix: 'X-Hub' })
    const request = new Request(address, { method: 'POST', body: EVENT_TEXT, headers })
    expect((await handler(request)).status).toBe(200)
    expect((await handler(delivery(EVENT_TEXT, 'old'))).status).toBe(401)
  })
})
