import type { Dispatcher } from 'undici'
import { isImmediateFaked } from '../../timers.ts'
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
  let openingFresh: Promise<Dispatcher> | undefined

  // HTTP/1.1: one broken HTTP/2 session would break every payment under way.
  const open = async (pipelining: 0 | 1): Promise<Dispatcher> => {
    const { Agent } = await loadUndici()
    return new Agent({ connections, pipelining, allowH2: false })
  }
  const openKept = async (): Promise<Dispatcher> => (own = await open(1))
  const dispatcher = () => {
    if (!isImmediateFaked()) return own ?? (opening ??= openKept())
    // No `setImmediate`, no second use of a connection: each request gets one of its own (pipelining 0).
    return (openingFresh ??= open(0))
  }
  return {
    exchange: (exchanging) => exchange(dispatcher(), exchanging),
    async close() {
      for (const agent of [await opening, await openingFresh]) {
        // Nothing is under way any more, and an orderly end would wait for timers that stand still.
        if (isImmediateFaked()) agent?.destroy().catch(() => {})
        else await agent?.close()
      }
    },
  }
}
