import { once } from 'node:events'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import * as node from '../src/index.ts'
import * as web from '../src/web.ts'

/** Both implementations behind one asynchronous face: every rule is tested on each. */
export const runtimes = [
  { name: 'node', api: node },
  { name: 'web', api: web },
] as const

/** A payment event as the service sends it; the spacing is one that no JSON.stringify gives back. */
export const EVENT_TEXT =
  '{ "id":"0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10","type":"payment.created", "data":{"amount":"120.5000"} }'
export const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS1ob3N0ZWw'

/** Serves on a free loopback port until the test ends. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => stop(server))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: () => Record<string, unknown>
}

export interface Sending {
  method?: string
  body?: string | Uint8Array | undefined
  /** Sent in two writes, so that the receiver sees more than one chunk. */
  split?: boolean
  headers?: Record<string, string | string[]>
}

/** One request by Node's own client: unlike `fetch` it sends what it is told, repeated headers and all. */
export async function send(
  url: string,
  { method = 'POST', body, split, headers = {} }: Sending,
): Promise<Answer> {
  const outgoing = request(url, { method, headers, agent: false })
  const answered = once(outgoing, 'response')
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body)
  if (split) {
    const middle = bytes.length >> 1
    await new Promise((resolve) => outgoing.write(bytes.subarray(0, middle), resolve))
    outgoing.end(bytes.subarray(middle))
  } else {
    outgoing.end(body === undefined ? undefined : bytes)
  }
  const [response] = await answered
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return { status: response.statusCode, headers: response.headers, text, json: () => JSON.parse(text) }
}

/** Sends a delivery that is signed like the service signs it. */
export function deliver(url: string, body: string | Uint8Array, options: Sending & { secret?: string } = {}) {
  const signed = node.deliveryHeaders({
    id: '0b9e2d52-6b0f-4f0e-9d4e-0c6f3f0f6a10',
    type: 'payment.created',
    body,
    secret: options.secret ?? SECRET,
  })
  return send(url, { ...options, body, headers: { ...signed, ...options.headers } })
}
