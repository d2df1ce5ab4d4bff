import type { IncomingMessage, ServerResponse } from 'node:http'
import type { EventType, Open, OptionNames, UnknownEvent, WebhookEvent } from '@svc/models'
import { createVerifier, type Secrets } from '@svc/signing'
import { hangsHeader, type SandboxControl, sandboxAgent } from '@svc/control'
import { checkOptions } from '../check-options.ts'
import { InboxClosedError, InboxTimeoutError, TestingError } from '../errors.ts'
import { clearTimeout, setTimeout } from '../timers.ts'
import {
  type EventNamed,
  readDelivery,
  type RecordedDelivery,
  type ReceivedDelivery,
} from './received-delivery.ts'
import { type Answer, createResponder, type Respond } from './respond.ts'
import { timeoutMessage } from './timeout-message.ts'

/** How an inbox receives and answers. */
export interface InboxOptions {
  /** How deliveries are answered. Can be set later. @default 204 */
  respond?: Respond | undefined
  /** The endpoint's secret, or several of them; deliveries are then verified. Can be set later. */
  secret?: Secrets | undefined
  /** With it, the message of a time-out says the state of each delivery. */
  control?: SandboxControl | undefined
  /** Address to listen on. @default '127.0.0.1' */
  host?: string | undefined
  /** Port to listen on. @default 0, any free one */
  port?: number | undefined
  /** What the names of the delivery headers start with. @default 'X-SVC' */
  prefix?: string | undefined
}

/** What `next` waits for, and how long. */
export interface NextOptions<Type extends string = string> {
  /** How long to wait, in real milliseconds; `Infinity` waits without a limit. @default 5000 */
  timeoutMs?: number | undefined
  /** Only a delivery for which this is true. */
  match?: ((delivery: ReceivedDelivery<EventNamed<Type>>) => boolean) | undefined
}

/** A webhook receiver for tests. */
export interface Inbox extends AsyncDisposable {
  /** The URL for the webhook endpoint. Any path below it is received too. */
  readonly url: string
  /** Set it after the endpoint is created. Deliveries that came before are then verified too. */
  secret: Secrets | undefined
  /** A new script starts at its first step. */
  respond: Respond
  /**
   * The next delivery, of this type if one is given: one that has arrived already, or the next one to arrive. Each is
   * handed out once, oldest first, so repeated `await next()` calls return all of them. Retries are deliveries too
   * (`attempt` 2, 3 …). A delivery with a wrong signature or without a JSON object is never handed out; `all` has it.
   *
   * @throws InboxTimeoutError whose message says what did arrive
   * @throws InboxClosedError when the inbox is or gets closed
   */
  next<Type extends Open<EventType> = string>(
    type?: Type,
    options?: NextOptions<Type>,
  ): Promise<ReceivedDelivery<EventNamed<Type>>>
  /** Everything that has arrived so far, handed out or not, oldest first; of one type where given. */
  all(type?: Open<EventType>): ReceivedDelivery<WebhookEvent | UnknownEvent | null>[]
  /** Forgets what has arrived. */
  clear(): void
  /** Stops receiving; open connections are cut. Closing twice is fine. */
  close(): Promise<void>
}

interface Waiter {
  wants: (delivery: RecordedDelivery) => boolean
  take: (delivery: RecordedDelivery) => void
  fail: (error: unknown) => void
}

const optionNames: OptionNames<InboxOptions> = {
  respond: true,
  secret: true,
  control: true,
  host: true,
  port: true,
  prefix: true,
}
const nextOptionNames: OptionNames<NextOptions> = { timeoutMs: true, match: true }

/** Larger bodies are refused with 413. The events of the service are much smaller. */
const maxBytes = 16 * 1_048_576

/**
 * Opens a webhook receiver on loopback. A delivery whose signature is wrong is answered 401, whatever `respond` says.
 * The inbox keeps a process alive only while a `next` waits.
 *
 * @throws TestingError `invalid_option` for an unknown option or a `respond` that is none, also when it is set later
 * @throws SecretError of `@svc/signing` for an empty secret, also when it is set later
 * @example
 * await using inbox = await openInbox()
 * const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
 * inbox.secret = endpoint.secret
 * const { event } = await inbox.next('payment.created')
 */
export async function openInbox(options: InboxOptions = {}): Promise<Inbox> {
  checkOptions('openInbox', options, optionNames)
  const { host = '127.0.0.1', port = 0, prefix = 'X-SVC', control } = options
  const arrived: RecordedDelivery[] = []
  const waiters = new Set<Waiter>()
  let respond: Respond = options.respond === undefined ? 204 : options.respond
  let responder = createResponder(respond)
  let secret = options.secret
  let verifier = verifierOf(secret)
  let closed = false

  const server = process.getBuiltinModule('node:http').createServer((request, response) => {
    receive(request, response).catch((error: unknown) => {
      // A `respond` function that throws is a mistake in the test. An answer shows it; silence would look like a hang.
      if (!response.headersSent) response.writeHead(500)
      response.end(`The inbox's respond failed: ${String(error)}`)
    })
  })
  server.on('connection', (socket) => socket.unref())

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = await readBody(request)
    if (rawBody === null) {
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    const { method = 'GET', url: path = '/', headers } = request
    const read = readDelivery({ method, path, headers, rawBody }, prefix)
    const attempt = arrived.filter(({ id }) => id !== null && id === read.id).length + 1
    const delivery: RecordedDelivery = { ...read, attempt, verified: verified(read) }
    arrived.push(delivery)
    handOut(delivery)
    await reply(delivery, response, delivery.verified === false ? 401 : await responder(delivery))
  }

  function verified(delivery: Pick<RecordedDelivery, 'headers' | 'rawBody'>): boolean | null {
    const header = delivery.headers[`${prefix}-signature`.toLowerCase()]
    return verifier?.verify(delivery.rawBody, header) ?? null
  }

  function handOut(delivery: RecordedDelivery): void {
    for (const waiter of waiters) {
      if (!isFree(delivery)) continue
      try {
        if (!waiter.wants(delivery)) continue
      } catch (error) {
        // The `match` of a test has failed: that call fails, and not the receiver.
        waiter.fail(error)
        continue
      }
      delivery.handedOut = true
      waiter.take(delivery)
      return
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.unref()
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/`

  const inbox: Inbox = {
    url,
    get secret() {
      return secret
    },
    set secret(value) {
      verifier = verifierOf(value)
      secret = value
      for (const delivery of arrived) delivery.verified ??= verified(delivery)
    },
    get respond() {
      return respond
    },
    set respond(value) {
      responder = createResponder(value)
      respond = value
    },
    async next<Type extends Open<EventType>>(type?: Type, nextOptions: NextOptions<Type> = {}) {
      type Wanted = ReceivedDelivery<EventNamed<Type>>
      checkOptions('inbox.next', nextOptions, nextOptionNames)
      if (type !== undefined && typeof type !== 'string') {
        throw new TestingError('invalid_option', 'inbox.next: the first argument is the type of an event.')
      }
      const { timeoutMs = 5_000, match } = nextOptions
      if (typeof timeoutMs !== 'number' || !(timeoutMs >= 0)) {
        throw new TestingError('invalid_option', 'inbox.next: timeoutMs must be a number of milliseconds.')
      }
      if (match !== undefined && typeof match !== 'function') {
        throw new TestingError('invalid_option', 'inbox.next: match must be a function of the delivery.')
      }
      if (closed) return Promise.reject(new InboxClosedError(`The inbox at ${url} is closed.`))
      const wants = (delivery: RecordedDelivery) =>
        (type === undefined || delivery.type === type) && (match?.(delivery as Wanted) ?? true)
      const waiting = arrived.find((delivery) => isFree(delivery) && wants(delivery))
      if (waiting) {
        waiting.handedOut = true
        return Promise.resolve(waiting as Wanted)
      }
      const came = await new Promise<Wanted | undefined>((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          waiters.delete(waiter)
          if (waiters.size === 0) server.unref()
        }
        const waiter: Waiter = {
          wants,
          take(delivery) {
            settle()
            resolve(delivery as Wanted)
          },
          fail(error) {
            settle()
            reject(error)
          },
        }
        // Node treats a delay of more than 31 bits as 1 ms.
        const timer = timeoutMs > 2_147_483_647 ? undefined : setTimeout(timeOut, timeoutMs)
        function timeOut(): void {
          settle()
          resolve(undefined)
        }
        waiters.add(waiter)
        server.ref()
      })
      if (came) return came
      const wanted = `${type ?? 'delivery'}${match ? ' that matches' : ''}`
      // Made here and not in the timer, so that its stack has the line of the test.
      throw new InboxTimeoutError(await timeoutMessage({ wanted, type, timeoutMs, url, arrived, control }))
    },
    all: (type) => arrived.filter((delivery) => type === undefined || delivery.type === type),
    clear() {
      arrived.length = 0
    },
    async close() {
      if (closed) return
      closed = true
      for (const waiter of waiters)
        waiter.fail(new InboxClosedError(`The inbox at ${url} was closed while next() waited.`))
      const ended = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await ended
    },
    [Symbol.asyncDispose]: () => inbox.close(),
  }
  return inbox
}

/** Made when the secret is set, so an empty secret fails there and not later at a delivery. */
const verifierOf = (secret: Secrets | undefined) =>
  secret === undefined ? undefined : createVerifier(secret)

const isFree = (delivery: RecordedDelivery): boolean =>
  !delivery.handedOut && delivery.verified !== false && delivery.event !== null

async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function reply(delivery: RecordedDelivery, response: ServerResponse, answer: Answer): Promise<void> {
  // A sandbox on a manual clock need not wait for what never comes. Nobody else is told: some take a 103 for the answer.
  const agent = delivery.headers['user-agent']
  const toSandbox = typeof agent === 'string' && agent.startsWith(sandboxAgent)
  if (answer === 'hang') {
    delivery.answered = 'hang'
    // Node sends no 103 without a link.
    if (toSandbox) response.writeEarlyHints({ link: '<#>; rel=help', [hangsHeader]: answer })
    return
  }
  if (answer === 'stall') {
    delivery.answered = 'stall'
    response.writeHead(200, toSandbox ? { [hangsHeader]: answer } : {}).write('…')
    return
  }
  if (answer === 'reset') {
    delivery.answered = 'reset'
    response.socket?.resetAndDestroy()
    return
  }
  const {
    status = 204,
    body = '',
    headers = {},
    delayMs = 0,
  } = typeof answer === 'number' ? { status: answer } : answer
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs).unref())
  if (response.destroyed) return
  delivery.answered = status
  response.writeHead(status, headers).end(body)
}
