import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { deliver, EVENT_TEXT, SECRET, send } from '../test/support.ts'
import { type FastifyOptions, signedDeliveries } from './fastify.ts'
import { deliveryHeaders, sign } from './index.ts'

async function start(build: (app: FastifyInstance) => unknown): Promise<string> {
  const app = Fastify()
  onTestFinished(() => app.close())
  await build(app)
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** A receiver that answers with what its handler saw, and a spy that tells whether it ran. */
async function receiver(options: Partial<FastifyOptions> = {}) {
  const handled = vi.fn<(request: FastifyRequest) => void>()
  const url = await start((app) =>
    app.register(async (scope) => {
      await scope.register(signedDeliveries, { secret: SECRET, ...options })
      scope.all('/webhooks/:tenant?', async (request) => {
        handled(request)
        return { body: request.body, raw: request.rawBody.toString('hex'), delivery: request.delivery }
      })
    }),
  )
  return { url: `${url}/webhooks`, handled }
}

describe('a signed delivery', () => {
  it('reaches the handler with parsed body, signed bytes and delivery headers', async () => {
    const { url } = await receiver()
    const answer = await deliver(url, EVENT_TEXT, { split: true })
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({
      body: JSON.parse(EVENT_TEXT),
      raw: Buffer.from(EVENT_TEXT).toString('hex'),
      delivery: {
        id: '0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10',
        type: 'payment.created',
        signature: sign(EVENT_TEXT, SECRET),
      },
    })
  })

  it('keeps every byte: byte order mark, invalid UTF-8, an empty body', async () => {
    const { url } = await receiver()
    const marked = Buffer.from(`\ufeff${EVENT_TEXT}`)
    expect((await deliver(url, marked)).json()).toMatchObject({ raw: marked.toString('hex') })

    const invalid = Buffer.from('7b2261223a22ff227d', 'hex')
    expect((await deliver(url, invalid)).json()).toMatchObject({ raw: invalid.toString('hex') })

    expect((await deliver(url, '7')).json()).toMatchObject({ body: 7, raw: '37' })

    const headers = { 'X-SVC-Signature': sign('', SECRET) }
    expect((await send(url, { headers })).json()).toMatchObject({ raw: '' })
    expect((await send(url, { headers, method: 'GET' })).json()).toMatchObject({ raw: '' })
  })

  it('is still held to Fastify’s own rules for bodies', async () => {
    const { url, handled } = await receiver()
    expect((await deliver(url, '{"half')).status).toBe(400)
    expect((await deliver(url, 'a,b', { headers: { 'Content-Type': 'text/csv' } })).status).toBe(415)
    expect(handled).not.toHaveBeenCalled()
  })
})

describe('anything else', () => {
  it('gets a diagnosing 401 and reaches no handler', async () => {
    const onRefused = vi.fn<(reason: string) => void>()
    const { url, handled } = await receiver({ onRefused })
    const json = { 'Content-Type': 'application/json' }

    const unsigned = await send(url, { body: EVENT_TEXT, headers: json })
    expect(unsigned.status).toBe(401)
    expect(unsigned.headers['content-type']).toMatch('application/json')
    expect(unsigned.json()).toEqual({
      code: 'signature_missing',
      message: expect.stringContaining('X-SVC-Signature is missing'),
    })

    const upper = sign(EVENT_TEXT, SECRET).toUpperCase()
    const malformed = await send(url, { body: EVENT_TEXT, headers: { ...json, 'X-SVC-Signature': upper } })
    expect(malformed).toMatchObject({ status: 401 })
    expect(malformed.json()).toMatchObject({ code: 'signature_malformed' })

    const forged = await deliver(url, EVENT_TEXT, { secret: 'guess' })
    expect(forged.status).toBe(401)
    expect(forged.json()).toMatchObject({ code: 'signature_mismatch' })

    expect(handled).not.toHaveBeenCalled()
    expect(onRefused.mock.calls.map(([reason]) => reason)).toEqual(['missing', 'malformed', 'mismatch'])
    for (const answer of [unsigned, malformed, forged]) {
      expect(answer.text).not.toContain(SECRET)
      expect(answer.text).not.toContain(sign(EVENT_TEXT, SECRET).slice(7))
    }
  })

  it('leaves the connection open, except for a body that is not read to its end', async () => {
    const { url } = await receiver({ bodyLimit: 20 })
    const headers = { Connection: 'keep-alive' }
    expect((await deliver(url, EVENT_TEXT, { headers })).headers['connection']).toBe('close')
    const forged = await deliver(url, '{"a":1}', { headers, secret: 'guess' })
    expect(forged.headers['connection']).toBe('keep-alive')
  })

  it('finds in its request what Fastify was told of, in a scope inside another one too', async () => {
    const before: unknown[] = []
    const url = await start(async (app) => {
      app.addHook('onRequest', async (request) => void before.push([request.rawBody, request.delivery]))
      await app.register(signedDeliveries, { secret: SECRET })
      await app.register(async (scope) => {
        await scope.register(signedDeliveries, { secret: SECRET })
        expect(['rawBody', 'delivery'].map((name) => scope.hasRequestDecorator(name))).toEqual([true, true])
        scope.post('/webhooks', async () => 'in')
      })
    })
    expect((await deliver(`${url}/webhooks`, EVENT_TEXT)).text).toBe('in')
    expect(before).toEqual([[null, null]])
  })

  it('gets 401 for a body that a parser has written again', async () => {
    const { url } = await receiver()
    const headers = { 'X-SVC-Signature': sign(EVENT_TEXT, SECRET), 'Content-Type': 'application/json' }
    const answer = await send(url, { body: JSON.stringify(JSON.parse(EVENT_TEXT)), headers })
    expect(answer.json()).toMatchObject({ code: 'signature_mismatch' })
  })

  it('gets 401 for a right signature that comes twice', async () => {
    const { url } = await receiver()
    const right = sign(EVENT_TEXT, SECRET)
    const answer = await send(url, { body: EVENT_TEXT, headers: { 'X-SVC-Signature': [right, right] } })
    expect(answer.json()).toMatchObject({ code: 'signature_malformed' })
  })

  it.each(['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('cannot slip past as %s', async (method) => {
    const { url, handled } = await receiver()
    expect((await send(url, { method })).status).toBe(401)
    expect(handled).not.toHaveBeenCalled()
  })

  it.each(['text/plain', 'text/csv', 'application/x-www-form-urlencoded', 'nonsense'])(
    'cannot slip past as %s',
    async (type) => {
      const { url, handled } = await receiver()
      expect((await deliver(url, 'a=b', { secret: 'guess', headers: { 'Content-Type': type } })).status).toBe(
        401,
      )
      expect(handled).not.toHaveBeenCalled()
    },
  )

  it('gets 413 when it is too large, announced or not', async () => {
    const { url, handled } = await receiver({ bodyLimit: 20 })
    const announced = await deliver(url, EVENT_TEXT)
    expect(announced.status).toBe(413)
    expect(announced.json()).toMatchObject({ code: 'payload_too_large' })
    expect((await deliver(url, EVENT_TEXT, { split: true })).status).toBe(413)
    expect((await deliver(url, '{"a":1}')).status).toBe(200)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('may hang up half-way', async () => {
    const { url, handled } = await receiver()
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const signed = `X-SVC-Signature: ${sign(EVENT_TEXT, SECRET)}`
    const head = `POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n${signed}\r\n\r\nhalf`
    await new Promise((resolve) => socket.write(head, resolve))
    socket.resetAndDestroy()
    expect((await deliver(url, EVENT_TEXT)).status).toBe(200)
    expect(handled).toHaveBeenCalledTimes(1)
  })
})

describe('secrets', () => {
  it('may be several', async () => {
    const { url } = await receiver({ secret: ['new', 'old'] })
    expect((await deliver(url, EVENT_TEXT, { secret: 'old' })).status).toBe(200)
    expect((await deliver(url, EVENT_TEXT, { secret: 'older' })).status).toBe(401)
  })

  it('may depend on the request; for an unknown tenant every signature is wrong', async () => {
    const known = new Map([
      ['a', 'secret of a'],
      ['none', ''],
    ])
    const secret = async (request: FastifyRequest) => known.get((request.params as { tenant: string }).tenant)
    const { url, handled } = await receiver({ secret })
    expect((await deliver(`${url}/a`, EVENT_TEXT, { secret: 'secret of a' })).status).toBe(200)
    expect((await deliver(`${url}/b`, EVENT_TEXT, { secret: 'secret of a' })).json()).toMatchObject({
      code: 'signature_mismatch',
    })
    // An empty secret that is on file is our own mistake.
    expect((await deliver(`${url}/none`, EVENT_TEXT, { secret: 'x' })).status).toBe(500)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('that are missing stop the start', async () => {
    const app = Fastify()
    onTestFinished(() => app.close())
    app.register(signedDeliveries, { secret: '' })
    await expect(app.ready()).rejects.toMatchObject({ code: 'empty_secret' })
  })

  it('of another service come in its header, which the handler is told too', async () => {
    const { url } = await receiver({ header: 'X-Hub-Signature-256' })
    const signature = sign(EVENT_TEXT, SECRET)
    const headers = { 'X-Hub-Signature-256': signature, 'Content-Type': 'application/json' }
    const answer = await send(url, { body: EVENT_TEXT, headers })
    expect(answer.json()).toMatchObject({ delivery: { signature } })
  })

  it('of another service come under its prefix', async () => {
    const { url } = await receiver({ headerPrefix: 'X-Hub' })
    expect((await deliver(url, EVENT_TEXT)).text).toContain('X-Hub-Signature is missing')
    const headers = deliveryHeaders({ id: 'd', type: 't', body: EVENT_TEXT, secret: SECRET, prefix: 'X-Hub' })
    expect((await send(url, { body: EVENT_TEXT, headers })).status).toBe(200)
  })
})

describe('the scope', () => {
  it('is the one it is registered in: routes outside stay as they are', async () => {
    const url = await start(async (app) => {
      app.get('/health', async (request) => ({ ok: true, raw: request.rawBody ?? 'none' }))
      await app.register(async (scope) => {
        // Not awaited, and after the route: Fastify applies hooks when everything is registered.
        scope.post('/webhooks', async () => 'in')
        scope.register(signedDeliveries, { secret: SECRET })
      })
      app.post('/open', async (request) => request.body)
    })
    expect((await send(`${url}/health`, { method: 'GET' })).json()).toEqual({ ok: true, raw: 'none' })
    const json = { 'Content-Type': 'application/json' }
    expect((await send(`${url}/open`, { body: '{"a":1}', headers: json })).json()).toEqual({ a: 1 })
    expect((await send(`${url}/webhooks`, { body: '{}', headers: json })).status).toBe(401)
    expect((await deliver(`${url}/webhooks`, '{}')).text).toBe('in')
  })

  it('reaches the scopes inside, which may ask for a second signature', async () => {
    const url = await start(async (app) => {
      await app.register(signedDeliveries, { secret: SECRET })
      await app.register(async (scope) => {
        scope.post('/inner', async () => 'in')
      })
      await app.register(async (scope) => {
        await scope.register(signedDeliveries, { secret: 'second', headerPrefix: 'X-Second' })
        scope.post('/both', async (request) => request.body)
      })
    })
    expect((await send(`${url}/inner`, {})).status).toBe(401)
    expect((await deliver(`${url}/inner`, EVENT_TEXT)).text).toBe('in')
    expect((await deliver(`${url}/both`, EVENT_TEXT)).status).toBe(401)
    const second = deliveryHeaders({
      id: 'd',
      type: 't',
      body: EVENT_TEXT,
      secret: 'second',
      prefix: 'X-Second',
    })
    const both = await deliver(`${url}/both`, EVENT_TEXT, { headers: second })
    expect(both.json()).toEqual(JSON.parse(EVENT_TEXT))
  })

  it('keeps to the body limit of the route', async () => {
    const url = await start(async (app) => {
      await app.register(signedDeliveries, { secret: SECRET })
      app.post('/small', { bodyLimit: 20 }, async () => 'in')
      app.post('/large', { bodyLimit: 3_000_000 }, async (request) => String(request.rawBody.length))
    })
    expect((await deliver(`${url}/small`, EVENT_TEXT)).status).toBe(413)
    const large = JSON.stringify('x'.repeat(2_000_000))
    expect((await deliver(`${url}/large`, large)).text).toBe(String(large.length))
  })
})
