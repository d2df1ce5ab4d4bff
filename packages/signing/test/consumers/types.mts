// A strict TypeScript program that has installed the packed tarball; it is checked, not run.
import { check, deliveryHeaders, type Secret, verify } from '@svc/signing'
import { signedDeliveries as expressDeliveries } from '@svc/signing/express'
import { signedDeliveries as fastifyDeliveries } from '@svc/signing/fastify'
import { signedDeliveries as fetchDeliveries } from '@svc/signing/fetch'
import { sign } from '@svc/signing/web'
import express from 'express'
import Fastify from 'fastify'

const secrets: Secret[] = ['new', new Uint8Array(32)]
const ok: boolean = verify(new Uint8Array(), ['sha256='], secrets)
const result = check('body', null, 'secret')
const outcome: number | string = result.ok ? result.secret : result.reason
const promised: Promise<string> = sign(new ArrayBuffer(1), 'secret')
const header: string = deliveryHeaders({ id: 'd', type: 't', body: '', secret: 's', prefix: 'X-Hub' })[
  'X-Hub-Event'
]
// @ts-expect-error a parsed body is no body
verify({ parsed: true }, header, 'secret')
// @ts-expect-error a setting that may be missing is no secret
verify('', header, process.env['SECRET'])

const app = Fastify()
await app.register(fastifyDeliveries, { secret: (request) => secrets[request.url.length], bodyLimit: 1 })
app.post('/', async (request) => [request.rawBody.length, request.delivery.id])

express().post(
  '/',
  expressDeliveries({ secret: 's', onRefused: (reason, req) => [reason, req.url] }),
  (req, res) => {
    res.json([req.rawBody.length, req.delivery.type])
  },
)

const worker = fetchDeliveries(
  { secret: (_request: Request, env: { SECRET: string }) => env.SECRET },
  async (request: Request, _env: { SECRET: string }) => new Response(await request.text()),
)
const answer: Promise<Response> = worker(new Request('https://receiver.test/'), { SECRET: 's' })

export { answer, ok, outcome, promised }
