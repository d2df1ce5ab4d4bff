import type { Dispatcher } from 'undici'
import type { BodyError } from './read-body.ts'

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

/** What may stop an exchange. */
export interface Stop {
  /** Why it was stopped; undefined while it goes on. */
  readonly reason: Error | undefined
  /** Whether a time limit stopped it, under which an error answer without its body still counts. */
  readonly byTimeLimit: boolean
  /** Calls back when it is stopped, at once if it is already. One listener: the last. */
  onStop(listener: () => void): void
  /** The same as a signal, whose reason is `reason`. Made when it is first asked for: it costs a call 4 µs. */
  readonly signal: AbortSignal
}

/** What an exchange is made of. */
export interface ExchangeOptions {
  request: WireRequest
  stop: Stop
  maxResponseBytes: number
}

/** An answer, whole or not. */
export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: Dispatcher.ResponseData['headers']
  /** The decoded body; undefined when it could not be taken, and `bodyError` may say why. */
  readonly body: Buffer | undefined
  readonly bodyError: BodyError | undefined
}

/** How one exchange ended. `sent`: the request may have reached the service. */
export type Exchanged =
  | Answer
  /** No answer, or a 2xx that broke off. `permanent`: no better in a second. */
  | { kind: 'connection'; sent: boolean; permanent: boolean; cause: unknown }
  /** The call was stopped. */
  | { kind: 'stopped'; sent: boolean }

/** A certificate that is not accepted, a closed dispatcher, a request that undici refuses. */
const permanentCodes =
  /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_|UND_ERR_(DESTROYED|CLOSED|INVALID_ARG))/

/** No answer has come. */
export function connectionFailed(sent: boolean, cause: unknown): Exchanged {
  const permanent = cause instanceof Error && 'code' in cause && permanentCodes.test(String(cause.code))
  return { kind: 'connection', sent, permanent, cause }
}

/**
 * An answer has begun and its body has not ended.
 *
 * An answer that is not a 2xx has said what matters with its status: when its body breaks off or never ends, it is
 * still that answer, without a body. A 2xx that breaks off is a lost connection.
 */
export function brokeOff(
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  how: { sent: boolean; stop: Stop; cause: unknown },
): Exchanged {
  const { sent, stop, cause } = how
  const success = status >= 200 && status < 300
  if (stop.reason && (success || !stop.byTimeLimit)) return { kind: 'stopped', sent }
  if (success) return { kind: 'connection', sent, permanent: false, cause }
  return { kind: 'answer', status, headers, body: undefined, bodyError: undefined }
}
