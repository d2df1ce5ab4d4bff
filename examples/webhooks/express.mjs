// Express 4 and 5. The mistake: app.use(express.json()) in front of the webhook. It uses the bytes up, and the signature
// cannot be verified any more; signedDeliveries says so in an error. Put the webhook first, and the parser behind it.
import { signedDeliveries } from '@svc/signing/express'

export function expressReceiver(express, { secret, handle }) {
  const app = express()
  app.post('/webhooks', signedDeliveries({ secret }), (req, res) => {
    handle(req.body)
    res.json({ received: req.delivery.id })
  })
  app.use(express.json())
  return app
}
