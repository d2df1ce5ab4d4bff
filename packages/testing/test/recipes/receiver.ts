import { createServer, type Server } from 'node:http'
import { parseEvent } from '@svc/models'
import { verify } from '@svc/signing'

/** The code under test of the recipes: a receiver that sums up recorded income, each delivery once. */
export function createReceiver(secret: string): Server & { income(): string[] } {
  const seen = new Set<string>()
  const income: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (!verify(body, request.headers['x-svc-signature'], secret)) {
        response.writeHead(401).end()
        return
      }
      const event = parseEvent(JSON.parse(body.toString()))
      if (!seen.has(event.id) && event.type === 'payment.created' && event.data.type === 'income') {
        income.push(event.data.amount)
      }
      seen.add(event.id)
      response.writeHead(204).end()
    })
  })
  return Object.assign(server, { income: () => income })
}

/** Listens on any free port and resolves to the address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
}
