import { getCACertificates } from 'node:tls'
import { limits } from '@svc/models'
import type { TargetPolicy } from '../service/context.ts'
import { clearTimeout, setTimeout } from '../timers.ts'
import { type Connection, openConnection } from './connect.ts'
import { type AttemptError, type AttemptResult, failureOfStatus } from './outcome.ts'
import { createResolver, type Resolve } from './resolve.ts'
import { ResponsePrefix } from './response-text.ts'
import { loadUndici } from './undici.ts'

/** One POST to make. */
export interface AttemptRequest {
  url: string
  headers: Record<string, string>
  /** The bytes that were signed. */
  body: Uint8Array
  /** Breaks the attempt off: the engine is being stopped. */
  signal?: AbortSignal
}

/** Makes one POST and tells how it went. Never rejects. */
export type MakeAttempt = (request: AttemptRequest) => Promise<AttemptResult>

export interface AttemptOptions {
  /** Where webhooks may go. */
  targets: TargetPolicy
  /** Milliseconds of real time for connect, TLS, headers and body together (D15). @default 5000 */
  timeoutMs?: number | undefined
  /** Further certificates to trust, in PEM, beside those that Node.js trusts. @default none */
  ca?: string | readonly string[] | undefined
  /** How host names become addresses. @default the name servers, then the system */
  resolve?: Resolve | undefined
}

/** Largest answer that is read to its end, in bytes; `limits.responseBodyBytes` of it are kept. */
const maxResponseBytes = limits.bodyBytes

/** Largest block of response headers, in bytes: Node.js's own default, stated because it bounds our memory. */
const maxHeaderBytes = 16_384

// Taken at import, as the timers are: durations are real time under a test's fake timers too.
const elapsed = performance.now.bind(performance)

/**
 * Makes webhook attempts (spec 6, D13, D15). One attempt is exactly one POST on a connection of its own: a kept-alive
 * connection may have been closed by the receiver without our knowing, and then nobody can tell whether the request
 * was seen, so that a sender either fails without need or sends twice.
 *
 * An answer counts when it is complete: its status is 2xx and its body ends within the five seconds and within 1 MiB.
 * Of other answers no more is read than the log keeps. Bodies stay as they came: nothing is decompressed.
 */
export function createAttempt(options: AttemptOptions): MakeAttempt {
  const { targets, timeoutMs = limits.deliveryTimeoutMs, resolve = createResolver() } = options
  const ca = options.ca === undefined ? undefined : [...getCACertificates('default'), ...[options.ca].flat()]

  return async function attempt({ url: text, headers, body, signal }) {
    const began = elapsed()
    const prefix = new ResponsePrefix()
    let status: number | null = null
    let connection: Connection | undefined
    let timedOut = false
    let over = false
    let close = () => {}

    const breakOff = () => {
      over = true
      close()
    }
    const limit = setTimeout(() => {
      timedOut = true
      breakOff()
    }, timeoutMs)
    signal?.addEventListener('abort', breakOff, { once: true })

    const end = (error: AttemptError | null): AttemptResult => ({
      outcome: error === null ? 'delivered' : 'failed',
      error,
      response_status: status,
      response_body: status === null ? null : prefix.text(),
      duration_ms: Math.round(elapsed() - began),
    })

    try {
      const url = new URL(text)
      const { Client, request } = await loadUndici()
      if (over || signal?.aborted) return end('unreachable')
      const client = new Client(url.origin, {
        connect: (target, ready) => {
          // A second connection would be for a second POST.
          if (connection) return ready(new Error('The receiver closed the connection.'), null)
          try {
            connection = openConnection({ ...target, policy: targets, resolve, ca }, ready)
          } catch (error) {
            ready(error as Error, null)
          }
        },
        maxHeaderSize: maxHeaderBytes,
        // The limit of the whole attempt covers these.
        headersTimeout: 0,
        bodyTimeout: 0,
      })
      // undici lets go of a request that waits for its connection only when the whole client is destroyed.
      close = () => {
        void client.destroy()
        connection?.socket.destroy()
      }
      const { statusCode, body: answer } = await request.call(client, {
        method: 'POST',
        origin: url.origin,
        path: url.pathname + url.search,
        headers,
        body,
        reset: true,
      })
      status = statusCode
      const failure = failureOfStatus(status)
      for await (const chunk of answer as AsyncIterable<Uint8Array>) {
        prefix.add(chunk)
        if (failure ? prefix.full : prefix.seen > maxResponseBytes) break
      }
      return end(failure ?? (prefix.seen > maxResponseBytes ? 'bad_response' : null))
    } catch {
      const failure = status === null ? null : failureOfStatus(status)
      if (failure) return end(failure)
      if (!connection?.connected) return end('unreachable')
      if (timedOut) return end('timeout')
      return end(connection.secured ? 'bad_response' : 'tls')
    } finally {
      clearTimeout(limit)
      signal?.removeEventListener('abort', breakOff)
      close()
    }
  }
}
