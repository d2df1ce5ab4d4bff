import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { SvcClient } from '@svc/client'
import { isKnownEvent, parseEvent } from '@svc/models/events'
import { signedDeliveries } from '@svc/signing/express'
import { openMirror } from './mirror.mjs'

/** Starts the mirror: listens first, so that nothing is missed while it reads what there is. */
export async function startMirror({ baseUrl, apiKey, secret, file, port }) {
  const svc = new SvcClient({ baseUrl, apiKey, rateLimit: 100 })
  const mirror = openMirror(file, svc)
  const receive = signedDeliveries({ secret })

  const server = createServer((request, response) => {
    void receive(request, response, async () => {
      const event = parseEvent(request.body)
      try {
        if (isKnownEvent(event) && event.type.startsWith('booking.'))
          await mirror.refresh(event.data.bookingId)
        response.writeHead(204).end()
      } catch (error) {
        // Not stored, so not acknowledged: the service sends it again.
        console.error(error)
        response.writeHead(503).end()
      }
    })
  })
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  await mirror.catchUp()

  return {
    mirror,
    async close() {
      await new Promise((resolve) => server.close(resolve))
      mirror.close()
      await svc.close()
    },
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { SVC_URL, SVC_API_KEY, WEBHOOK_SECRET, PORT = '4020' } = process.env
  const { mirror } = await startMirror({
    baseUrl: SVC_URL,
    apiKey: SVC_API_KEY,
    secret: WEBHOOK_SECRET,
    file: 'mirror.db',
    port: Number(PORT),
  })
  console.log(`${mirror.bookings().length} bookings; waiting for changes on port ${PORT}`)
}
