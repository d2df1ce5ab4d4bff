// Every recipe of examples/webhooks with real requests: a signed one, a tampered one, one without a signature; and the
// mistake that it warns of. Runs on what is built, beside the frameworks of this folder.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { deliveryHeaders, sign, verify } from '@svc/signing'
import { signedDeliveries as expressDeliveries } from '@svc/signing/express'
import { signedDeliveries as fetchDeliveries } from '@svc/signing/fetch'
import { expressReceiver } from '../../examples/webhooks/express.mjs'
import { fastifyReceiver } from '../../examples/webhooks/fastify.mjs'
import { honoReceiver } from '../../examples/webhooks/hono.mjs'
import { lambdaHandler } from '../../examples/webhooks/lambda.mjs'
import { nestReceiver } from '../../examples/webhooks/nest.mjs'
import { nextRoute } from '../../examples/webhooks/next-route.mjs'
import { nodeReceiver } from '../../examples/webhooks/node-http.mjs'
import worker from '../../examples/webhooks/worker.mjs'

const secret = 'whsec_recipes'
// JSON.stringify gives other bytes for this.
const body = '{ "id":"d1", "type":"payment.created","data":{"note":"Olá — 5.00"} }'
const parsed = JSON.parse(body)
const headers = deliveryHeaders({ id: 'd1', type: 'payment.created', body, secret })

const load = async (name) => {
  const module = await import(pathToFileURL(createRequire(import.meta.url).resolve(name)).href)
  return module.default ?? module
}

/** Sends the three requests that every receiver must tell apart. `send` answers with `{ status, json }`. */
async function tellsThemApart(handled, send) {
  const right = await send(body, headers)
  assert.deepEqual([right.status, right.json], [200, { received: 'd1' }])
  assert.deepEqual(handled, [parsed])
  assert.equal((await send(`${body} `, headers)).status, 401)
  assert.equal((await send(JSON.stringify(parsed), headers)).status, 401)
  assert.equal((await send(body, { 'Content-Type': 'application/json' })).status, 401)
  assert.equal(handled.length, 1)
}

const fetching = (url) => async (sent, sentHeaders) => {
  const answer = await fetch(url, { method: 'POST', body: sent, headers: sentHeaders })
  const text = await answer.text()
  return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** Calls a Fetch-standard handler. */
const calling = (handler) => async (sent, sentHeaders) => {
  const answer = await handler(
    new Request('https://receiver.test/webhooks', { method: 'POST', body: sent, headers: sentHeaders }),
  )
  return { status: answer.status, json: await answer.json().catch(() => undefined) }
}

async function listening(listener, run) {
  const server = typeof listener === 'function' ? createServer(listener) : listener
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await run(`http://127.0.0.1:${server.address().port}/webhooks`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function receiver() {
  const handled = []
  return { handled, options: { secret, handle: (event) => handled.push(event) } }
}

describe('recipes', () => {
  for (const name of ['fastify4', 'fastify']) {
    it(name, async () => {
      const { handled, options } = receiver()
      const app = fastifyReceiver(await load(name), options)
      await tellsThemApart(handled, fetching(`${await app.listen({ port: 0, host: '127.0.0.1' })}/webhooks`))
      await app.close()
    })
  }

  for (const name of ['express4', 'express']) {
    it(name, async () => {
      const { handled, options } = receiver()
      await listening(expressReceiver(await load(name), options), (url) =>
        tellsThemApart(handled, fetching(url)),
      )
    })

    it(`${name}, with the parser in front: the error says where to put it`, async () => {
      const express = await load(name)
      const app = express()
      const failures = []
      app.use(express.json())
      app.post('/webhooks', expressDeliveries({ secret }), (_req, res) => res.end('reached'))
      app.use((error, _req, res, _next) => {
        failures.push(error)
        res.status(500).end()
      })
      await listening(app, async (url) => assert.equal((await fetching(url)(body, headers)).status, 500))
      assert.equal(failures[0].code, 'body_consumed')
      assert.match(failures[0].message, /in front of express\.json\(\)/)
    })
  }

  for (const name of ['express4', 'express']) {
    it(`${name}, with the parser behind: it leaves what is parsed as it is`, async () => {
      const express = await load(name)
      const app = express()
      app.post('/webhooks', expressDeliveries({ secret }), express.json(), (req, res) => res.json(req.body))
      await listening(app, async (url) => {
        const answer = await fetching(url)(body, headers)
        assert.equal(answer.status, 200)
      })
    })
  }

  it('node:http', async () => {
    const { handled, options } = receiver()
    await listening(nodeReceiver(options), (url) => tellsThemApart(handled, fetching(url)))
  })

  it('hono', async () => {
    const { Hono } = await import('hono')
    const { handled, options } = receiver()
    const app = honoReceiver(Hono, options)
    await tellsThemApart(
      handled,
      calling((request) => app.fetch(request)),
    )
  })

  it('a Next.js route', async () => {
    const { handled, options } = receiver()
    await tellsThemApart(handled, calling(nextRoute(options).POST))
  })

  it('a worker', async () => {
    const { handled, options } = receiver()
    const env = { WEBHOOK_SECRET: secret, handle: options.handle }
    await tellsThemApart(
      handled,
      calling((request) => worker.fetch(request, env)),
    )
  })

  it('a Fetch handler behind something that has read the request: the error says so', async () => {
    const handler = fetchDeliveries({ secret }, () => new Response('reached'))
    const request = new Request('https://receiver.test/', { method: 'POST', body, headers })
    await request.json()
    await assert.rejects(handler(request), { code: 'body_consumed' })
  })

  for (const isBase64Encoded of [false, true]) {
    it(`lambda, ${isBase64Encoded ? 'with base64' : 'with text'}`, async () => {
      const { handled, options } = receiver()
      const handler = lambdaHandler(options)
      await tellsThemApart(handled, async (sent, sentHeaders) => {
        const event = {
          headers: sentHeaders,
          isBase64Encoded,
          body: isBase64Encoded ? Buffer.from(sent).toString('base64') : sent,
        }
        const answer = await handler(event)
        return { status: answer.statusCode, json: answer.body && JSON.parse(answer.body) }
      })
    })
  }

  it('lambda: base64 that is taken for the body does not verify', () => {
    assert.equal(verify(Buffer.from(body).toString('base64'), sign(body, secret), secret), false)
  })

  for (const rawBody of [true, false]) {
    it(`nest ${rawBody ? '' : 'without rawBody: the error names it'}`, async () => {
      await import('reflect-metadata')
      const [core, common] = [await import('@nestjs/core'), await import('@nestjs/common')]
      const { handled, options } = receiver()
      const app = await nestReceiver(core, common, { ...options, rawBody })
      await app.listen(0, '127.0.0.1')
      const url = `${await app.getUrl()}/webhooks`
      if (rawBody) await tellsThemApart(handled, fetching(url))
      else assert.equal((await fetching(url)(body, headers)).status, 500)
      await app.close()
    })
  }

  it('a parsed body, and none at all, are told from the bytes', () => {
    for (const mistake of [parsed, undefined]) {
      assert.throws(() => verify(mistake, headers['X-SVC-Signature'], secret), {
        code: 'invalid_body',
        message: /rawBody/,
      })
    }
  })
})
