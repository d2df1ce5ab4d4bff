import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { headerNames } from '@svc/models'
import { ConformanceError } from './errors.ts'
import { pause } from './timers.ts'

/** A request as a check describes it. */
export interface ProbeRequest {
  method: string
  /** From the root: `/api/v1/client/bookings?page=1`. */
  path: string
  /** Exactly these headers, besides the API key; `null` removes a default. */
  headers?: Record<string, string | null>
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown
  /** `null`: none. @default the key of the run */
  apiKey?: string | null
}

/** A request and its answer. */
export interface Exchange {
  request: { method: string; path: string; body: string | null }
  status: number
  headers: Record<string, string | undefined>
  text: string
  /** The parsed body; undefined when it is no JSON. */
  json: unknown
}

/** Sends the requests of a run. */
export interface Probe {
  /** Every exchange so far, 429 included. */
  readonly exchanges: readonly Exchange[]
  /** Waits for the rate limit where it must, and sends again. */
  send(request: ProbeRequest): Promise<Exchange>
  /** Sends once; a 429 is an answer like any other. */
  sendOnce(request: ProbeRequest): Promise<Exchange>
  close(): void
}

export interface ProbeOptions {
  baseUrl: string
  apiKey: string
  /** Makes the rate limit's window pass. @default waiting in real time */
  pass?: ((seconds: number) => Promise<void>) | undefined
  /** Called before each wait for the rate limit. */
  onWait?: ((seconds: number) => void) | undefined
  /** Milliseconds for one answer. @default 30000 */
  timeoutMs?: number | undefined
}

/** A window lasts a minute, and other clients can use it up too. After this time the run gives up. */
const maxWaits = 3

export function createProbe(options: ProbeOptions): Probe {
  const { baseUrl, apiKey, timeoutMs = 30_000, pass = wait, onWait } = options
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const exchanges: Exchange[] = []

  async function sendOnce(probe: ProbeRequest): Promise<Exchange> {
    const body =
      probe.body === undefined
        ? null
        : typeof probe.body === 'string'
          ? probe.body
          : JSON.stringify(probe.body)
    const headers: Record<string, string> = {}
    const key = probe.apiKey === undefined ? apiKey : probe.apiKey
    if (key !== null) headers[headerNames.apiKey] = key
    if (body !== null) headers['Content-Type'] = 'application/json'
    for (const [name, value] of Object.entries(probe.headers ?? {})) {
      if (value === null) delete headers[name]
      else headers[name] = value
    }
    if (body !== null) headers['Content-Length'] = String(Buffer.byteLength(body))

    const exchange = await new Promise<Exchange>((resolve, reject) => {
      const send = secure ? httpsRequest : httpRequest
      const target = new URL(base.pathname.replace(/\/$/, '') + probe.path, base)
      const request = send(
        target,
        { method: probe.method, headers, agent, timeout: timeoutMs },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            resolve({
              request: { method: probe.method, path: probe.path, body },
              status: response.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(response.headers).map(([name, value]) => [
                  name,
                  Array.isArray(value) ? value.join(', ') : value,
                ]),
              ),
              text,
              json: safeJson(text),
            })
          })
        },
      )
      request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)))
      request.on('error', reject)
      request.end(body ?? undefined)
    })
    exchanges.push(exchange)
    return exchange
  }

  return {
    exchanges,
    sendOnce,
    async send(request) {
      for (let waits = 0; ; waits++) {
        const exchange = await sendOnce(request)
        if (exchange.status !== 429) return exchange
        if (waits === maxWaits) {
          throw new ConformanceError(
            'rate_limited',
            `The rate limit does not pass: ${excerpt(exchange)}. Does the clock of this sandbox stand still?`,
          )
        }
        const seconds = secondsToWait(exchange)
        onWait?.(seconds)
        await pass(seconds)
      }
    },
    close: () => agent.destroy(),
  }
}

function secondsToWait({ headers }: Exchange): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 120) : 60
}

const wait = (seconds: number): Promise<void> => pause(seconds * 1_000)

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

/** An exchange in one line, as evidence. It has no headers, because they carry the API key. */
export function excerpt({ request, status, text }: Exchange): string {
  const sent = `${request.method} ${cut(request.path, 160)}${request.body === null ? '' : ` ${cut(request.body, 200)}`}`
  // A creation's answer shows a signing secret.
  return `${sent} → ${status} ${cut(text.replaceAll(/whsec_[\w-]+/g, 'whsec_…'), 300)}`.trimEnd()
}
