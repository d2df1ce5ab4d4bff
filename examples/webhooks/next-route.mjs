// Next.js, app router: app/webhooks/route.js exports POST. The mistake: `await request.json()` before the signature is
// looked at. (In the pages router it is the body parser: `export const config = { api: { bodyParser: false } }`, and the
// middleware of @svc/signing/express.)
import { readDeliveryHeaders } from '@svc/signing'
import { signedDeliveries } from '@svc/signing/fetch'

export function nextRoute({ secret, handle }) {
  const POST = signedDeliveries({ secret }, async (request) => {
    handle(await request.json())
    return Response.json({ received: readDeliveryHeaders(request.headers).id })
  })
  return { POST }
}
