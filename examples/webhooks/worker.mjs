// Cloudflare Workers, and whatever else exports `fetch`. The secret comes with each request, from its `env`. The mistake:
// `new Request(request, { body: JSON.stringify(await request.json()) })` in a router in front: other bytes.
import { readDeliveryHeaders } from '@svc/signing/web'
import { signedDeliveries } from '@svc/signing/fetch'

export default {
  fetch: signedDeliveries({ secret: (_request, env) => env.WEBHOOK_SECRET }, async (request, env) => {
    env.handle?.(await request.json())
    return Response.json({ received: readDeliveryHeaders(request.headers).id })
  }),
}
