import { headerNames } from '@svc/models'
import { ConformanceError } from './errors.ts'
import { pause } from './timers.ts'
import { nodeTransport, type OpenTransport, type WireAnswer } from './transport.ts'
import { Skip } from './verdict.ts'

/** A request as a check describes it. */
export interface ProbeRequest {
  method: string
  /** From the root: `/api/v1/client/bookings?page=1`. */
  path: string
  /** Besides the API key and `Content-Type: application/json`; `null` removes a default. */
  headers?: Record<string, string | null>
  /** A string is sent as it is, any other value as JSON. */
  body?: unknown
  /** `null`: none. @default the key of the run */
  apiKey?: string | null
}

/** A request and its answer. */
export interface Exchange extends WireAnswer {
  request: { method: string; path: string; headers: Record<string, string>; body: string | null }
  /** The parsed body; undefined when it is no JSON. */
  json: unknown
}

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

/** Also where the status is another one: the row about it says so, and no other row is about it. */
export const isLimited = ({ status, json }: Exchange): boolean =>
  status === 429 || (json as { code?: unknown } | null | undefined)?.code === 'rate_limited'

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

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

/** A creation's answer shows a signing secret, and an answer may echo the key. */
const redact = (text: string): string => text.replaceAll(/whsec_[\w-]+/g, 'whsec_…')

/** An exchange in one line, as evidence. It has no headers, because they carry the API key. */
export function excerpt({ request, status, text }: Exchange): string {
  const sent = `${request.method} ${cut(request.path, 160)}${request.body === null ? '' : ` ${cut(request.body, 200)}`}`
  return `${sent} → ${status} ${cut(redact(text), 300)}`.trimEnd()
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command. Of the run's own key it has the name of the variable that `svc-conformance` reads too. */
export function asCurl({ request }: Exchange, { baseUrl, apiKey }: ProbeOptions): string {
  const { method, path, headers, body } = request
  const parts = [`curl -i -X ${method} ${quoted(baseUrl.replace(/(?<!\/)\/+$/, '') + cut(path, 2_000))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Content-Length') continue
    parts.push(value === apiKey ? `-H "${name}: $SVC_API_KEY"` : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (body !== null) parts.push(`--data-raw ${quoted(cut(body, 2_000))}`)
  return parts.join(' \\\n  ')
}

/** Headers that say something about an error. */
const telling =
  /^(content-type|retry-after|idempotent-replayed|x-request-id|ratelimit|vary|cache-control|allow|access-control-)/

/** The answer as curl -i would show it, without what has nothing to say. */
export function asAnswer({ status, headers, text }: Exchange): string {
  const lines = Object.entries(headers)
    .filter(([name, value]) => telling.test(name) && value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
  return [`HTTP ${status}`, ...lines, '', cut(redact(text), 1_000)].join('\n').trimEnd()
}
