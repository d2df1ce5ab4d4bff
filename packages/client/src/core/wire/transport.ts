import type { Dispatcher } from 'undici'
import { exchange } from './exchange.ts'
import { exchangeThrough } from './exchange-through.ts'
import type { Exchanged, ExchangeOptions } from './exchanged.ts'
import { loadUndici } from './undici.ts'

/** Sends requests. */
export interface Transport {
  /** Sends one request and reads the whole answer, unless it is stopped. Never throws. */
  exchange(options: ExchangeOptions): Promise<Exchanged>
  /** Closes the connections that the transport opened itself. */
  close(): Promise<void>
}

/**
 * Requests through a dispatcher of our own, or the caller's. undici follows no redirect and, without its retry
 * interceptor, sends nothing twice.
 *
 * @param options.dispatcher the caller's, which stays the caller's to close
 * @param options.connections connections to the service at the same time
 */
export function createTransport(options: {
  dispatcher: Dispatcher | undefined
  connections: number
}): Transport {
  const { dispatcher: given, connections } = options
  if (given) {
    return { exchange: (exchanging) => exchangeThrough(given, exchanging), close: () => Promise.resolve() }
  }
  let opening: Promise<Dispatcher> | undefined
  let own: Dispatcher | undefined

  const open = async (): Promise<Dispatcher> => {
    const { Agent } = await loadUndici()
    // HTTP/1.1: one broken HTTP/2 session would break every payment under way.
    own = new Agent({ connections, pipelining: 1, allowH2: false })
    return own
  }
  return {
    exchange: (exchanging) => exchange(own ?? (opening ??= open()), exchanging),
    async close() {
      await (await opening)?.close()
    },
  }
}
