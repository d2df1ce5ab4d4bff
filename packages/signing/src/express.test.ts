import { once } from 'node:events'
import { connect } from 'node:net'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { deliver, EVENT_TEXT, SECRET, send, serve } from '../test/support.ts'
import { type ExpressOptions, signedDeliveries } from './express.ts'
import { deliveryHeaders, sign } from './index.ts'

/** An app whose handler answers with what it saw; `before` runs in front of the middleware. */
async function receiver(options: Partial<ExpressOptions<Request>> = {}, before?: (app: Express) => void) {
  const handled = vi.fn<() => void>()
  const failed = vi.fn<(error: unknown) => void>()
  const app = express()
  before?.(app)
  const verified = signedDeliveries<Request>({ secret: SECRET, ...options })
  app.all(['/webhooks', '/webhooks/:tenant'], verified, (req, res) => {
    handled()
    const body: unknown = Buffer.isBuffer(req.body) ? { bytes: req.body.toString('hex') } : req.body
    res.json({ body, raw: req.rawBody.toString('hex'), delivery: req.delivery })
  })
  app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    failed(error)
    res.status(500).end()
  })
  return { url: `${await serve(app)}/webhooks`, handled, failed }
}

describe('a signed delivery', () => {
  it('reaches the handler with parsed body, signed bytes and delivery headers', async () => {
    const { url } = await receiver()
    const answer = await deliver(url, EVENT_TEXT, { split: true })
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
    expect((await deliver(url, marked)).json()).toMatchObject({
      body: JSON.parse(EVENT_TEXT),
      raw: marked.toString('hex'),
    })
    const invalid = Buffer.from('7b2261223a22ff227d', 'hex')
    expect((await deliver(url, invalid)).json()).toMatchObject({ raw: invalid.toString('hex') })
    expect((await deliver(url, '')).json()).toMatchObject({ raw: '' })
    const headers = { 'X-SVC-Signature': sign('', SECRET) }
    expect((await send(url, { headers, method: 'GET' })).json()).toMatchObject({ raw: '' })
  })

  it('that is not JSON arrives as bytes; one that only claims to be gets 400', async () => {
    const { url, handled } = await receiver()
    const csv = await deliver(url, 'a,b', { headers: { 'Content-Type': 'text/csv' } })
    expect(csv.json()).toMatchObject({ body: { bytes: '612c62' } })
    const cloud = await deliver(url, '[1]', {
      headers: { 'Content-Type': 'Application/CloudEvents+JSON; a=b' },
    })
    expect(cloud.json()).toMatchObject({ body: [1] })
    expect(handled).toHaveBeenCalledTimes(2)
    const half = await deliver(url, '{"half')
    expect(half.status).toBe(400)
    expect(half.json()).toMatchObject({ code: 'bad_request' })
    expect(handled).toHaveBeenCalledTimes(2)
  })
})

describe('anything else', () => {
  it('gets a diagnosing 401 and reaches no handler', async () => {
    const onRefused = vi.fn<(reason: string) => void>()
    const { url, handled, failed } = await receiver({ onRefused })
    const unsigned = await send(url, { body: EVENT_TEXT })
    expect(unsigned.status).toBe(401)
    expect(unsigned.headers['content-type']).toMatch('application/json')
    expect(unsigned.json()).toMatchObject({ code: 'signature_missing' })

    const headers = { 'X-SVC-Signature': sign(EVENT_TEXT, SECRET).slice(7) }
    const malformed = await send(url, { body: EVENT_TEXT, headers })
    expect(malformed.status).toBe(401)
    expect(malformed.json()).toMatchObject({ code: 'signature_malformed' })

    const forged = await deliver(url, EVENT_TEXT, { secret: 'guess' })
    expect(forged.status).toBe(401)
    expect(forged.json()).toMatchObject({ code: 'signature_mismatch' })

    expect(handled).not.toHaveBeenCalled()
    expect(failed).not.toHaveBeenCalled()
    expect(onRefused.mock.calls.map(([reason]) => reason)).toEqual(['missing', 'malformed', 'mismatch'])
    for (const answer of [unsigned, malformed, forged]) {
      expect(answer.text).not.toContain(SECRET)
      expect(answer.text).not.toContain(sign(EVENT_TEXT, SECRET).slice(7))
    }
  })

  it('gets 413 when it is too large, announced or not', async () => {
    const { url, handled } = await receiver({ bodyLimit: 20 })
    expect((await deliver(url, EVENT_TEXT)).status).toBe(413)
    expect((await deliver(url, EVENT_TEXT, { split: true })).json()).toMatchObject({
      code: 'payload_too_large',
    })
    expect((await deliver(url, '{"a":1}')).status).toBe(200)
    expect(handled).toHaveBeenCalledTimes(1)
  })

  it('says how the middleware is made, when it is not', async () => {
    const app = express()
    app.post('/webhooks', signedDeliveries as never)
    const failures: unknown[] = []
    app.use((error: unknown, _req: Request, res: Response, _next: NextFunction) => {
      failures.push(error)
      res.status(500).end()
    })
    await deliver(`${await serve(app)}/webhooks`, EVENT_TEXT)
    expect(failures).toMatchObject([
      { code: 'invalid_option', message: expect.stringContaining('signedDeliveries({ secret }), handler') },
    ])
  })

  it('leaves the connection open, except for a body that is not read to its end', async () => {
    const { url } = await receiver({ bodyLimit: 20 })
    const headers = { Connection: 'keep-alive' }
    expect((await deliver(url, EVENT_TEXT, { headers })).headers['connection']).toBe('close')
    const forged = await deliver(url, '{"a":1}', { headers, secret: 'guess' })
    expect(forged.headers['connection']).toBe('keep-alive')
  })

  it('is not answered twice, when something in front has answered already', async () => {
    const done: unknown[] = []
    const verified = signedDeliveries({ secret: SECRET })
    const url = await serve((req, res) => {
      res.statusCode = 503
      res.end('too busy')
      done.push(verified(req, res, () => {}))
    })
    expect((await send(url, { body: EVENT_TEXT })).text).toBe('too busy')
    expect(await Promise.all(done)).toEqual([undefined])
  })

  it.each([
    ['while the secret is looked up', true],
    ['while the body is read', false],
  ])('may hang up %s', async (_name, lookUp) => {
    const { promise: reached, resolve: asked } = Promise.withResolvers<void>()
    const closed: Promise<unknown>[] = []
    const secret = async (request: Request) => {
      if (request.headers['content-length'] !== '100') return SECRET
      // Not `once`, which would listen for errors, and so bring them about.
      const gone = new Promise((resolve) => request.on('close', resolve))
      closed.push(gone)
      asked()
      if (lookUp) await gone
      return SECRET
    }
    const { url, handled, failed } = await receiver({ secret })
    const { port, hostname } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    const signed = `X-SVC-Signature: ${sign(EVENT_TEXT, SECRET)}`
    socket.write(`POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n${signed}\r\n\r\nhalf`)
    await reached
    socket.destroy()
    await Promise.all(closed)
    expect((await deliver(url, EVENT_TEXT)).status).toBe(200)
    expect(handled).toHaveBeenCalledTimes(1)
    expect(failed).not.toHaveBeenCalled()
  })
})

describe('bodies that were read before', () => {
  it('verify when express.raw() kept the bytes, and req.body stays them', async () => {
    const { url } = await receiver({}, (app) => app.use(express.raw({ type: '*/*' })))
    const bytes = Buffer.from(EVENT_TEXT).toString('hex')
    expect((await deliver(url, EVENT_TEXT)).json()).toMatchObject({ body: { bytes }, raw: bytes })
    expect((await deliver(url, EVENT_TEXT, { secret: 'guess' })).status).toBe(401)
  })

  it('verify when the parser in front skipped them', async () => {
    const { url } = await receiver({}, (app) => app.use(express.raw({ type: 'text/csv' })))
    expect((await deliver(url, EVENT_TEXT)).json()).toMatchObject({ body: JSON.parse(EVENT_TEXT) })
  })

  it('verify when the platform or a verify function kept rawBody', async () => {
    const { url } = await receiver({}, (app) =>
      app.use(express.json({ verify: (req, _res, bytes) => Object.assign(req, { rawBody: bytes }) })),
    )
    expect((await deliver(url, EVENT_TEXT)).json()).toMatchObject({
      body: JSON.parse(EVENT_TEXT),
      raw: Buffer.from(EVENT_TEXT).toString('hex'),
    })
  })

  it.each([
    ['express.json()', () => express.json(), 'a parsed object'],
    ['express.text()', () => express.text({ type: '*/*' }), 'of type string'],
  ])('are diagnosed after %s', async (_name, parser, found) => {
    const { url, handled, failed } = await receiver({}, (app) => app.use(parser()))
    expect((await deliver(url, EVENT_TEXT)).status).toBe(500)
    expect(handled).not.toHaveBeenCalled()
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      name: 'BodyError',
      code: 'body_consumed',
      message: expect.stringContaining(found),
    })
    expect(failed.mock.calls[0]?.[0]).toMatchObject({
      message: expect.stringContaining('in front of express.json()'),
    })
    // A stranger without a signature cannot make errors of it.
    expect((await send(url, { body: '{}', headers: { 'Content-Type': 'application/json' } })).status).toBe(
      401,
    )
    expect(failed).toHaveBeenCalledTimes(1)
  })

  it('let parsers behind it run for other routes, and skip its own', async () => {
    const app = express()
    app.use('/webhooks', signedDeliveries({ secret: SECRET }))
    app.use(express.json())
    app.post(['/webhooks', '/open'], (req, res) => void res.json(req.body))
    const url = await serve(app)
    expect((await deliver(`${url}/webhooks`, EVENT_TEXT)).json()).toEqual(JSON.parse(EVENT_TEXT))
    const headers = { 'Content-Type': 'application/json' }
    expect((await send(`${url}/open`, { body: '{"a":1}', headers })).json()).toEqual({ a: 1 })
  })

  it('do not verify when they were parsed and written again', async () => {
    const { url } = await receiver()
    const headers = { 'X-SVC-Signature': sign(EVENT_TEXT, SECRET) }
    const answer = await send(url, { body: JSON.stringify(JSON.parse(EVENT_TEXT)), headers })
    expect(answer.json()).toMatchObject({ code: 'signature_mismatch' })
  })
})

describe('secrets', () => {
  it('may depend on the request; for an unknown tenant every signature is wrong', async () => {
    const known = new Map([['a', ['secret of a']]])
    const secret = (req: Request) => known.get(String(req.params['tenant'])) ?? []
    const { url, failed } = await receiver({ secret })
    expect((await deliver(`${url}/a`, EVENT_TEXT, { secret: 'secret of a' })).status).toBe(200)
    expect((await deliver(`${url}/b`, EVENT_TEXT, { secret: 'secret of a' })).json()).toMatchObject({
      code: 'signature_mismatch',
    })
    expect(failed).not.toHaveBeenCalled()
  })

  it('that cannot be looked up, or are empty, are an error of ours', async () => {
    const lost = new Error('the vault is closed')
    const down = await receiver({ secret: () => Promise.reject(lost) })
    expect((await deliver(down.url, EVENT_TEXT)).status).toBe(500)
    expect(down.failed).toHaveBeenCalledWith(lost)

    const empty = await receiver({ secret: () => '' })
    expect((await deliver(empty.url, EVENT_TEXT)).status).toBe(500)
    expect(empty.failed.mock.calls[0]?.[0]).toMatchObject({ code: 'empty_secret' })
    expect(() => signedDeliveries({ secret: [] })).toThrow(expect.objectContaining({ code: 'no_secret' }))
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
    const headers = deliveryHeaders({ id: 'd', type: 't', body: EVENT_TEXT, secret: SECRET, prefix: 'X-Hub' })
    const answer = await send(url, { body: EVENT_TEXT, headers })
    expect(answer.json()).toMatchObject({
      delivery: { id: 'd', type: 't', signature: sign(EVENT_TEXT, SECRET) },
    })
    expect(() => signedDeliveries({ secret: SECRET, headerPrefix: 'a b' })).toThrow(
      expect.objectContaining({ code: 'invalid_header' }),
    )
  })
})

it('needs nothing of Express: Node’s own server will do', async () => {
  const verified = signedDeliveries({ secret: SECRET })
  const url = await serve(
    (req, res) => void verified(req, res, (error) => res.end(error ? 'failed' : 'verified')),
  )
  expect((await deliver(url, EVENT_TEXT)).text).toBe('verified')
  expect((await send(url, { body: EVENT_TEXT })).status).toBe(401)
})
