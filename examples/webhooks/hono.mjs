// Hono. The mistake: `await c.req.json()` in a middleware in front. It reads the request that the wrapper needs. The wrapper
// reads a copy, so everything behind it can read the body again.
import { readDeliveryHeaders } from '@svc/signing'
import { signedDeliveries } from '@svc/signing/fetch'

export function honoReceiver(Hono, { secret, handle }) {
  const receive = signedDeliveries({ secret }, async (request) => {
    handle(await request.json())
    return Response.json({ received: readDeliveryHeaders(request.headers).id })
  })
  const app = new Hono()
  app.post('/webhooks', (c) => receive(c.req.raw))
  return app
}
