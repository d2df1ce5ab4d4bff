import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { isKnownEvent, parseEvent } from '@svc/models/events'
import { signedDeliveries } from '@svc/signing/express'
import { createCodes } from './codes.mjs'

/** The server of the door codes, not yet listening. */
export function createDoorLock({ secret, codes = createCodes(), now = Date.now, say = console.log }) {
  const receive = signedDeliveries({ secret })
  return createServer((request, response) => {
    const url = new URL(request.url, 'http://door')
    if (request.method === 'POST' && url.pathname === '/webhooks') {
      void receive(request, response, () => {
        const event = parseEvent(request.body)
        if (isKnownEvent(event) && event.type.startsWith('booking.')) say(codes.apply(event))
        response.writeHead(204).end()
      })
    } else if (request.method === 'GET' && url.pathname === '/open') {
      const { room = '', code = '' } = Object.fromEntries(url.searchParams)
      response.writeHead(codes.opens(room, code, now()) ? 200 : 403).end()
    } else {
      response.writeHead(404).end()
    }
  })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.env.PORT ?? 4020)
  createDoorLock({ secret: process.env.WEBHOOK_SECRET }).listen(port, '127.0.0.1', () =>
    console.log(`door codes on port ${port}`),
  )
}
