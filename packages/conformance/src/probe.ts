import { headerNames } from '@svc/models'
import { ConformanceError } from './errors.ts'
import { excerpt } from './evidence.ts'
import { type Exchange, isLimited, type ProbeRequest } from './exchange.ts'
import { pause } from './timers.ts'
import { nodeTransport, type OpenTransport } from './transport.ts'
import { Skip } from './verdict.ts'

/** Sends the requests of a run. */
export interface Probe {
  /** Every exchange so far, 429 included. */
  readonly exchanges: readonly Exchange[]
  /** Waits for the rate limit where it must, and sends again. @throws Skip when the run does not wait */
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
  /** Whether to wait for the rate limit. @default true */
  wait?: boolean | undefined
  /** Milliseconds for one answer. @default 30000 */
  timeoutMs?: number | undefined
  /** How requests are sent. @default node:http and node:https */
  transport?: OpenTransport | undefined
}

/** A window lasts a minute, and other clients can use it up too. After this time the run gives up. */
const maxWaits = 3

export function createProbe(options: ProbeOptions): Probe {
  const { baseUrl, apiKey, timeoutMs = 30_000, pass = inRealTime, onWait, wait = true } = options
  const transport = (options.transport ?? nodeTransport)(baseUrl, timeoutMs)
  const exchanges: Exchange[] = []

  async function sendOnce({ method, path, ...probe }: ProbeRequest): Promise<Exchange> {
    const { body: given } = probe
    const body = given === undefined ? null : typeof given === 'string' ? given : JSON.stringify(given)
    // On all requests, as the specification asks.
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    const key = probe.apiKey === undefined ? apiKey : probe.apiKey
    if (key !== null) headers[headerNames.apiKey] = key
    for (const [name, value] of Object.entries(probe.headers ?? {})) {
      if (value === null) delete headers[name]
      else headers[name] = value
    }
    const bytes = body === null ? null : Buffer.from(body)
    if (bytes) headers['Content-Length'] = String(bytes.length)
    const answer = await transport.send({ method, path, headers, body: bytes })
    const exchange = { request: { method, path, headers, body }, ...answer, json: safeJson(answer.text) }
    exchanges.push(exchange)
    return exchange
  }

  return {
    exchanges,
    sendOnce,
    async send(request) {
      for (let waits = 0; ; waits++) {
        const exchange = await sendOnce(request)
        if (!isLimited(exchange)) return exchange
        if (!wait) throw new Skip('the rate limit is used up; run it without --no-wait')
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
    close: () => transport.close(),
  }
}

function secondsToWait({ headers }: Exchange): number {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 120) : 60
}

const inRealTime = (seconds: number): Promise<void> => pause(seconds * 1_000)

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
