// Node alone. The mistake: collecting the body as text (`body += chunk`). A character that is cut in two by a chunk becomes
// two wrong ones, and so do bytes that are no UTF-8. Keep buffers.
import { createServer } from 'node:http'
import { createVerifier, readDeliveryHeaders } from '@svc/signing'

export function nodeReceiver({ secret, handle }) {
  const verifier = createVerifier(secret)
  return createServer(async (request, response) => {
    const chunks = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      // Strangers send bodies too: an end to what is kept.
      if (size > 1_048_576) return response.writeHead(413).end()
      chunks.push(chunk)
    }
    const rawBody = Buffer.concat(chunks)
    const { id, signature } = readDeliveryHeaders(request.headers)
    if (!verifier.verify(rawBody, signature)) return response.writeHead(401).end()
    handle(JSON.parse(rawBody.toString()))
    return response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ received: id }))
  })
}
