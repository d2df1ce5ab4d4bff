// Fastify 4 and 5. The mistake: `verify(JSON.stringify(request.body), …)` in a handler. Fastify has parsed the body by then,
// and JSON.stringify gives other bytes. The plugin reads them before the parser does, and hands them on.
import { signedDeliveries } from '@svc/signing/fastify'

export function fastifyReceiver(Fastify, { secret, handle }) {
  const app = Fastify()
  app.register(async (webhooks) => {
    await webhooks.register(signedDeliveries, { secret })
    webhooks.post('/webhooks', async (request) => {
      handle(request.body)
      return { received: request.delivery.id }
    })
  })
  return app
}
