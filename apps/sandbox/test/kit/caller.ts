import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The body as JSON, untyped: a test says what it expects. */
  json: any // oxlint-disable-line typescript/no-explicit-any -- what comes over the wire has no type yet
}

export interface CallOptions {
  /** An object goes out as JSON; text and bytes go out as they are. */
  body?: unknown
  /** Added to those that a well-behaved caller sends; `null` takes one away. */
  headers?: Record<string, string | null>
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>

/** Sends bare requests to a server: nothing is added, nothing is thrown for a status. */
export function createSender(url: string): { send: Call; close(): Promise<void> } {
  const agent = new Agent()
  return {
    async send(method, path, { body, headers = {} } = {}) {
      const sent = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      const response = await request(url + path, {
        method: method as 'GET',
        dispatcher: agent,
        headers: Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [name, value])),
        body: sent ?? null,
      })
      const text = await response.body.text()
      return {
        status: response.statusCode,
        headers: response.headers as Answer['headers'],
        text,
        get json() {
          return JSON.parse(text)
        },
      }
    },
    close: () => agent.close(),
  }
}

/** Calls the client API as a well-behaved caller would: key, content type, and a fresh idempotency key. */
export function asCaller(send: Call, key: string): Call {
  return (method, path, { body, headers } = {}) => {
    const writes = method === 'POST' || method === 'PATCH'
    const own = { 'x-api-key': key, ...(writes && { 'content-type': 'application/json' }) }
    const once = writes ? { 'idempotency-key': randomUUID() } : {}
    return send(method, `/api/v1/client${path}`, { body, headers: { ...own, ...once, ...headers } })
  }
}
