import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** An answer as it came. Names of headers are in lower case. */
export interface WireAnswer {
  status: number
  headers: Record<string, string | undefined>
  text: string
}

/** Sends requests to one server. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>
  close(): void
}

export type OpenTransport = (baseUrl: string, timeoutMs: number) => Transport

export const nodeTransport: OpenTransport = (baseUrl, timeoutMs) => {
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const open = secure ? httpsRequest : httpRequest
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const target = new URL(base.pathname.replace(/\/$/, '') + path, base)
        const request = open(target, { method, headers, agent, timeout: timeoutMs }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [
                  name,
                  Array.isArray(value) ? value.join(', ') : value,
                ]),
              ),
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
        request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)))
        request.on('error', reject)
        request.end(body ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}
