// An ES module program that has installed the packed tarball.
import assert from 'node:assert/strict'
import { createVerifier, deliveryHeaders, SecretError } from '@svc/signing'
import { signedDeliveries as express } from '@svc/signing/express'
import { signedDeliveries as fastify } from '@svc/signing/fastify'
import { signedDeliveries } from '@svc/signing/fetch'
import * as web from '@svc/signing/web'

const body = '{"type":"payment.created"}'
const headers = deliveryHeaders({ id: 'd', type: 'payment.created', body, secret: 'whsec_x' })
assert.deepEqual(
  await web.deliveryHeaders({ id: 'd', type: 'payment.created', body, secret: 'whsec_x' }),
  headers,
)
assert.equal(createVerifier(['new', 'whsec_x']).check(body, headers['X-SVC-Signature']).secret, 1)

const handler = signedDeliveries({ secret: 'whsec_x' }, async (request) =>
  Response.json(await request.json()),
)
const post = (sent) => handler(new Request('https://receiver.test/', { method: 'POST', body: sent, headers }))
assert.deepEqual(await (await post(body)).json(), { type: 'payment.created' })
assert.equal((await post(`${body} `)).status, 401)

assert.throws(() => express({ secret: '' }), SecretError)
await assert.rejects(fastify({}, { secret: '' }), SecretError)
console.log('esm ok')
