import { seed } from '../../examples/server/seed.js'
import { createService } from '../../examples/server/service.js'
import { type ConformanceOptions, runWith } from '../../src/run-conformance.ts'
import type { Arrival, Reply } from '../../src/door.ts'
import type { Report } from '../../src/report.ts'
import type { WireAnswer, WireRequest } from '../../src/transport.ts'
import { virtualTime, type VirtualTime } from './virtual-time.ts'

export const apiKey = 'example-key'
export const origin = 'https://app.example.com'

/** An attempt of a delivery on its way to the receiver. */
export interface Attempt {
  url: string
  headers: Record<string, string>
  body: string
}

/** A request on its way to the server; a bend may change or answer it. */
export interface Request extends Omit<WireRequest, 'body' | 'headers'> {
  /** Names in lower case. */
  headers: Record<string, string>
  body: string
}

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  body: string
}

/** What a bend may reach into. */
export interface Inside {
  data: ReturnType<typeof seed>
  time: VirtualTime
  /** The server as it is. */
  ask(request: Request): Answer
  /** Sends something to a receiver, as a delivery does. */
  post(attempt: Attempt): Promise<{ status: number; body: string }>
}

/** One way in which the server is bent. Everything is optional, and works on the server as it is. */
export interface Bend {
  data?(data: Inside['data']): void
  request?(request: Request, inside: Inside): Answer
  answer?(answer: Answer, request: Request, inside: Inside): Answer | void
  attempt?(attempt: Attempt, inside: Inside): void
  /** Whatever a receiver answers, or instead of asking it. */
  post?(attempt: Attempt, inside: Inside): Promise<{ status: number; body: string }>
  /** Milliseconds until a timer of the server. */
  delay?(ms: number): number
  perMinute?: number
  options?: Partial<ConformanceOptions>
}

const lower = (headers: Record<string, string | undefined>): Record<string, string> => {
  const pairs = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
}

/** Runs the kit against the example server, bent or not, in one process: no sockets, and time that passes when it is asked to. */
export async function runExample(
  bend: Bend = {},
  options: Partial<ConformanceOptions> = {},
): Promise<Report> {
  const time = virtualTime()
  const data = seed()
  bend.data?.(data)
  const doors = new Map<string, (arrival: Arrival) => Reply>()

  const post: Inside['post'] = async ({ url, headers, body }) => {
    const { origin: door, pathname } = new URL(url)
    const receive = doors.get(door)
    if (!receive) throw new Error('ECONNREFUSED')
    const reply = receive({
      at: time.now(),
      method: 'POST',
      path: pathname,
      headers: lower(headers),
      rawBody: Buffer.from(body),
    })
    if (reply === 'hang' || reply === 'stall') return new Promise(() => {})
    if (reply.delayMs) await new Promise<void>((resolve) => time.setTimeout(resolve, reply.delayMs ?? 0))
    // What the receiver answered with, for those that follow redirects.
    return { status: reply.status, body: reply.body ?? '', ...(reply.headers && { headers: reply.headers }) }
  }
  const service = createService({
    apiKey,
    origins: [origin],
    perMinute: bend.perMinute ?? 120,
    data,
    time: {
      now: time.now,
      setTimeout: (run: () => void, ms: number) => time.setTimeout(run, bend.delay?.(ms) ?? ms),
      clearTimeout: time.clearTimeout,
    },
    post(url: string, { headers, body }: { headers: Record<string, string>; body: string }) {
      const attempt = { url, headers: { ...headers }, body }
      bend.attempt?.(attempt, inside)
      return bend.post ? bend.post(attempt, inside) : post(attempt)
    },
  })
  const inside: Inside = {
    data,
    time,
    post,
    ask: ({ body, ...request }) =>
      service.handle({ ...request, body: Buffer.from(body), address: '127.0.0.1' }) as Answer,
  }

  async function send(wire: WireRequest): Promise<WireAnswer> {
    time.tick()
    const request: Request = { ...wire, headers: lower(wire.headers), body: wire.body?.toString() ?? '' }
    const answered = bend.request ? bend.request(request, inside) : inside.ask(request)
    const answer = bend.answer?.(answered, request, inside) ?? answered
    return {
      status: answer.status,
      headers: lower(answer.headers),
      text: request.method === 'HEAD' ? '' : answer.body,
    }
  }

  return runWith(
    {
      now: time.now,
      pause: time.pause,
      transport: () => ({ send, close() {} }),
      async openDoor({ receive }) {
        const url = `http://127.0.0.1:${50_000 + doors.size}`
        doors.set(url, receive)
        return { url, close: async () => void doors.delete(url) }
      },
    },
    {
      url: 'http://127.0.0.1:1',
      apiKey,
      destructive: true,
      origin,
      patience: 9_600,
      ...options,
      ...bend.options,
    },
  )
}
