import { createServer, type ServerResponse } from 'node:http'
import type { OpenDoor, Reply } from './door.ts'
import { setTimeout } from './timers.ts'

/**
 * A listener on loopback. Not the inbox of `@svc/testing`: that tells a sandbox when it hangs, so that nobody has to
 * wait, and here somebody looks whether it waits.
 */
export const openDoor: OpenDoor = async ({ port, receive }) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch {
      // The sender went away: nothing has arrived.
      return
    }
    const { method = 'GET', url: path = '/', headers } = request
    answer(response, receive({ at: Date.now(), method, path, headers, rawBody: Buffer.concat(chunks) }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'stall') {
    response.writeHead(200).write('…')
    return
  }
  const { status, body = '', headers = {}, delayMs = 0 } = reply
  const send = () => response.writeHead(status, headers).end(body)
  if (delayMs === 0) send()
  else setTimeout(send, delayMs).unref()
}
