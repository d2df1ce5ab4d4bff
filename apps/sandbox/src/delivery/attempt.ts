import { constants } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { limits } from '@svc/models'
import type { StoredWire } from '../service/attempt-wire.ts'
import type { TargetPolicy } from '../service/context.ts'
import { clearTimeout, setTimeout } from '../timers.ts'
import { type Channel, createChannel } from './channel.ts'
import { type Answer, exchange, maxResponseBytes } from './exchange.ts'
import { createKeptChannels } from './kept-channels.ts'
import { type AttemptError, type AttemptResult, failureOfStatus } from './outcome.ts'
import { createAborts } from './aborts.ts'
import { createResolver, type Resolve } from './resolve.ts'
import { createTargets, type Target } from './target.ts'
import { realTime } from './time.ts'
import { loadClient } from './undici.ts'

/** One POST to make. */
export interface AttemptRequest {
  url: string
  headers: Record<string, string>
  /** The bytes that were signed. */
  body: Uint8Array
  /** The endpoint: its next attempt may use the connection of this one. @default the connection is not kept */
  endpoint?: string | undefined
  /** Aborts the attempt: the engine is being stopped. */
  signal?: AbortSignal | undefined
}

/** Makes one POST and resolves with the result. Never rejects. */
export interface MakeAttempt {
  (request: AttemptRequest): Promise<AttemptResult>
  /** Closes the connections that are kept. */
  close(): void
}

export interface AttemptOptions {
  /** Where webhooks may go. */
  targets: TargetPolicy
  /** Milliseconds of real time for connect, TLS, headers and body together. @default 5000 */
  timeoutMs?: number | undefined
  /** Further certificates to trust, in PEM, besides those that Node.js trusts. @default none */
  ca?: string | readonly string[] | undefined
  /** How host names become addresses. @default the name servers, then the system */
  resolve?: Resolve | undefined
  /**
   * Whether a receiver that says that it hangs is believed, so that nobody waits for it: on a clock that stands still it
   * is the inbox of a test. @default never
   */
  believesHangs?: (() => boolean) | undefined
  /** Milliseconds since some moment, for durations. @default real time */
  elapsed?: (() => number) | undefined
}

/**
 * Makes webhook attempts. An attempt is one POST. It uses a connection that was kept for its
 * endpoint, if there is one; an address is judged when its connection is made. A receiver may close a kept connection
 * at the very moment of its use, and nobody can tell whether it has read the POST. So an attempt that finds the
 * connection dead, before a byte of the answer, makes its POST again on a fresh one, within the same five seconds
 * (D27).
 *
 * An answer counts when it is complete: its status is 2xx and its body ends within the five seconds and within 1 MiB.
 */
export function createAttempt(options: AttemptOptions): MakeAttempt {
  const { targets: policy, timeoutMs = limits.deliveryTimeoutMs, resolve = createResolver() } = options
  const { elapsed = realTime.elapsed, believesHangs = () => false } = options
  const secureContext = trusting(options.ca)
  const kept = createKeptChannels(elapsed)
  const targetOf = createTargets()
  const aborts = createAborts()

  async function attempt({ url: text, headers, body, endpoint, signal }: AttemptRequest) {
    // The first attempt of a process loads it, which is none of the receiver's time.
    const Client = await loadClient()
    const began = elapsed()
    let channel: Channel | undefined
    let answer: Answer | undefined
    let timedOut = false
    let over = false
    let reused = false
    let target: Target | undefined

    const breakOff = () => {
      over = true
      channel?.close()
    }
    const limit = setTimeout(() => {
      timedOut = true
      breakOff()
    }, timeoutMs)
    const unlisten = signal && aborts.add(signal, breakOff)

    const end = (error: AttemptError | null): AttemptResult => {
      const status = answer?.status ?? null
      return {
        outcome: error === null ? 'delivered' : 'failed',
        error,
        response_status: status,
        response_body: status === null ? null : (answer?.prefix.text() ?? null),
        duration_ms: Math.round(elapsed() - began),
        wire: channel && target ? JSON.stringify(wireOf(channel, target)) : null,
      }
    }

    // Another URL is another key: a change of the endpoint gets connections of its own.
    const key = endpoint === undefined ? null : `${endpoint} ${text}`
    try {
      const to = (target = targetOf(text))
      if (signal?.aborted) return end('unreachable')
      const post = { target: to, headers, body, last: key === null, believing: believesHangs(), elapsed }
      const make = () => createChannel(Client, to.origin, { policy, resolve, secureContext, elapsed })

      channel = key === null ? undefined : kept.take(key)
      const answeredBefore = channel?.connection?.answeredBytes
      reused = channel !== undefined
      channel ??= make()
      answer = await exchange(channel, post)
      const died = answer.ended === 'broken' && channel.connection?.answeredBytes === answeredBefore
      if (died && answeredBefore !== undefined && !over) {
        channel.close()
        channel = make()
        reused = false
        answer = await exchange(channel, post)
      }
      return end(judge(answer, channel))
    } catch {
      return end('unreachable')
    } finally {
      clearTimeout(limit)
      unlisten?.()
      if (channel && key !== null && answer?.ended === 'complete' && !over) kept.keep(key, channel)
      else channel?.close()
    }

    function wireOf({ connection }: Channel, { host, secure }: Target): StoredWire {
      const { begunAt, connectedAt, securedAt } = connection ?? {}
      const wrote = reused ? began : securedAt
      return {
        url: text,
        sent: sentHeaders(host, headers, body, key === null),
        got: answer?.headers ?? null,
        ms: [
          reused ? null : between(begunAt, connectedAt),
          reused || !secure ? null : between(connectedAt, securedAt),
          between(wrote, answer?.headAt),
        ],
        kept: reused ? 1 : 0,
      }
    }

    function judge({ status, prefix, ended }: Answer, { connection }: Channel): AttemptError | null {
      const failure = status === null ? null : failureOfStatus(status)
      if (failure) return failure
      if (ended === 'complete') return prefix.seen > maxResponseBytes ? 'bad_response' : null
      if (ended === 'enough') return 'bad_response'
      if (!connection?.connected) return 'unreachable'
      if (timedOut || ended === 'hung') return 'timeout'
      return connection.secured ? 'bad_response' : 'tls'
    }
  }

  return Object.assign(attempt, { close: () => kept.close() })
}

/** The headers as undici writes them: its own around the given ones. */
function sentHeaders(
  host: string,
  headers: Record<string, string>,
  body: Uint8Array,
  last: boolean,
): string[] {
  const sent = ['host', host, 'connection', last ? 'close' : 'keep-alive']
  for (const name in headers) sent.push(name, headers[name] ?? '')
  sent.push('content-length', String(body.byteLength))
  return sent
}

/** Milliseconds to a tenth; null where one of the two moments did not come. */
function between(from: number | null | undefined, to: number | null | undefined): number | null {
  return from == null || to == null ? null : Math.round((to - from) * 10) / 10
}

/** Without renegotiation: a receiver could ask for a thousand handshakes a second. */
const modernTls = { minVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_RENEGOTIATION } as const

/**
 * TLS 1.2 or newer, and the given authorities beside those that Node.js trusts. Made once, at the first connection that
 * needs it: reading some 150 certificates takes tens of milliseconds, which without this each connection spends anew.
 */
function trusting(further: AttemptOptions['ca']): () => SecureContext {
  const ca = further === undefined ? undefined : [...getCACertificates('default'), ...[further].flat()]
  let context: SecureContext | undefined
  return () => (context ??= createSecureContext({ ...modernTls, ...(ca ? { ca } : {}) }))
}
