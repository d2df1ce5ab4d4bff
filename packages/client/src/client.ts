import type { Caller } from './core/call/caller.ts'
import { call } from './core/call/call.ts'
import { createEngine, type Engine } from './core/engine.ts'
import { type Runtime, systemRuntime } from './core/runtime.ts'
import { RequestError } from './errors/request-error.ts'
import type { SvcClientOptions } from './options.ts'
import { Bookings } from './resources/bookings.ts'
import { Payments } from './resources/payments.ts'
import { Webhooks } from './resources/webhooks.ts'

/**
 * A client of the property service.
 *
 * Make one and share it: its calls share connections, retry budget and rate limit. Making it opens nothing.
 *
 * @example
 * ```ts
 * await using svc = new SvcClient({ baseUrl: 'https://api.example.com', apiKey: process.env.SVC_API_KEY! })
 * for await (const booking of svc.bookings.list({ status: 'confirmed' })) console.log(booking.id)
 * await svc.payments.create({ amount: '120.50', paymentMethod: 'Cash', type: 'income', bid: booking.id })
 * ```
 */
export class SvcClient implements AsyncDisposable {
  /** Bookings. */
  readonly bookings: Bookings
  /** Payment records. */
  readonly payments: Payments
  /** Webhook endpoints and their deliveries. */
  readonly webhooks: Webhooks

  readonly #engine: Engine
  #underWay = 0
  #lastEnded: (() => void) | undefined
  #closing: Promise<void> | undefined

  /**
   * @param options `baseUrl` and `apiKey`; everything else has a default
   * @throws {RequestError} naming every option that is wrong, and in a browser
   */
  constructor(options: SvcClientOptions)
  /** @internal */
  constructor(options: SvcClientOptions, runtime: Runtime)
  constructor(options: SvcClientOptions, runtime: Runtime = systemRuntime) {
    refuseBrowser()
    refuseOldNode()
    this.#engine = createEngine(options, runtime)
    // Counts calls while they last, and looks at how none ends: a failure that is awaited nowhere is reported as any is.
    const caller: Caller = async (operationId, input) => {
      if (this.#closing) throw closedError()
      this.#underWay += 1
      try {
        return await call(this.#engine, operationId, input)
      } finally {
        this.#underWay -= 1
        if (this.#underWay === 0) this.#lastEnded?.()
      }
    }
    this.bookings = new Bookings(caller)
    this.payments = new Payments(caller)
    this.webhooks = new Webhooks(caller)
  }

  /**
   * Refuses new calls, lets those under way end (each within its `totalTimeoutMs`; abort them by their signals if that
   * is too long) and closes the connections. A `dispatcher` of yours stays open.
   */
  close(): Promise<void> {
    return (this.#closing ??= this.#finish())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #finish(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#lastEnded = resolve))
    await this.#engine.transport.close()
  }
}

function closedError(): RequestError {
  return new RequestError('This client is closed and makes no more calls: make a new one.', {
    code: 'client_closed',
  })
}

/** An API key in a page can be read by everybody. A browser has both globals; a server-side runtime may have one. */
function refuseBrowser(): void {
  if (!('window' in globalThis) || !('document' in globalThis)) return
  throw new RequestError(
    '@svc/client does not run in a browser: whoever opens the page could read the API key. Call it from your server. ' +
      '(In a test with jsdom or happy-dom, give the file the node environment.)',
    { code: 'browser' },
  )
}

/** undici would fail at the first call, in words of its own. Other runtimes say which Node they stand for. */
function refuseOldNode(): void {
  const version = globalThis.process?.versions?.node
  const [major = 0, minor = 0] = version?.split('.').map(Number) ?? [99]
  if (major > 22 || (major === 22 && minor >= 19)) return
  throw new RequestError(`@svc/client needs Node.js 22.19 or newer; this is ${version}.`, {
    code: 'old_node',
  })
}
