import type { Dispatcher } from 'undici'
import { loadUndici, type Undici } from './undici.ts'

/** One request on the wire. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  origin: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  /** Serialised once: every try of a call sends these bytes. */
  body: Buffer | null
}

/** Sends requests. */
export interface Transport {
  /**
   * Resolves with the head of the answer. `onSent` is called when the request is about to be written to a connection:
   * before that, nothing can have happened on the other side.
   */
  send(request: WireRequest, signal: AbortSignal, onSent: () => void): Promise<Dispatcher.ResponseData>
  /** Closes the connections that the transport opened itself. */
  close(): Promise<void>
}

/** Tells when undici, or a dispatcher of an older undici, starts to write the request. */
function watchStart(handler: Dispatcher.DispatchHandler, onSent: () => void): void {
  const watched = handler as Record<
    'onRequestStart' | 'onConnect',
    ((...args: unknown[]) => unknown) | undefined
  >
  for (const name of ['onRequestStart', 'onConnect'] as const) {
    const original = watched[name]
    if (typeof original !== 'function') continue
    watched[name] = function started(this: unknown, ...args: unknown[]) {
      onSent()
      return original.apply(this, args)
    }
  }
}

/**
 * undici's `request` on a dispatcher of its own. undici follows no redirect and, without its retry interceptor, sends
 * nothing twice; its own time limits are switched off, because the limits of the call cover the same time.
 *
 * @param options.dispatcher the caller's, which stays the caller's to close
 * @param options.connections connections to the service at the same time
 */
export function createTransport(options: {
  dispatcher: Dispatcher | undefined
  connections: number
}): Transport {
  let own: Promise<Dispatcher> | undefined

  const openOwn = async (): Promise<Dispatcher> => {
    const { Agent } = await loadUndici()
    // HTTP/1.1: one broken HTTP/2 session would break every payment under way.
    return new Agent({ connections: options.connections, pipelining: 1, allowH2: false })
  }

  return {
    async send(request, signal, onSent) {
      const given = options.dispatcher
      const dispatcher = given ?? (await (own ??= openOwn()))
      // A dispatcher of another undici version understands the handlers of its own `request` only.
      const send: Undici['request'] =
        // oxlint-disable-next-line typescript/unbound-method -- it is called with the watching dispatcher below
        given && 'request' in given ? given.request : (await loadUndici()).request
      // The first call waits for undici to load. The call may have been stopped meanwhile.
      signal.throwIfAborted()
      const watching: Pick<Dispatcher, 'dispatch'> = {
        dispatch(dispatchOptions, handler) {
          watchStart(handler, onSent)
          return dispatcher.dispatch(dispatchOptions, handler)
        },
      }
      return send.call(watching, {
        ...request,
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      })
    },
    async close() {
      const dispatcher = await own
      await dispatcher?.close()
    },
  }
}
