import { safeParseEvent } from '@svc/models'
import { type FastifyOptions, signedDeliveries } from '@svc/signing/fastify'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import type { Inbox } from './inbox.ts'

export interface ReceiverOptions {
  /** The `secret` that creating the endpoint returned; several while one is being replaced. */
  secret: FastifyOptions['secret']
  inbox: Inbox
  /** Called after a new delivery has been stored. */
  onAccepted: () => void
  /** @default false */
  logger?: FastifyServerOptions['logger']
}

/**
 * `POST /webhooks`: verify, store, acknowledge. Nothing slow happens here, because the service waits at most five
 * seconds and sends again what was not acknowledged.
 */
export function createReceiver(options: ReceiverOptions): FastifyInstance {
  const app = fastify({ logger: options.logger ?? false })

  app.get('/healthz', () => ({ ok: true }))

  app.register(async (webhooks) => {
    // Verifies the bytes as they arrived, before anything parses them: a forged delivery gets 401 and ends here.
    await webhooks.register(signedDeliveries, { secret: options.secret })

    webhooks.post('/webhooks', async (request, reply) => {
      const parsed = safeParseEvent(request.body)
      // Signed, but not an event: after a 400 it is shown as failed in the delivery log.
      if (!parsed.ok) {
        return reply
          .code(400)
          .send({ code: 'validation_error', message: 'Not an event.', details: parsed.details })
      }
      // The id in the signed body, not the one in the header: only the body is covered by the signature.
      const isNew = options.inbox.accept(parsed.value.id, request.rawBody.toString('utf8'))
      if (isNew) options.onAccepted()
      // A repeated delivery gets the same 200: it was accepted, and an error would cause another retry.
      return reply.code(200).send({ received: true })
    })
  })

  return app
}
