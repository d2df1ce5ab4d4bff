import type { Dispatcher } from 'undici'
import { abortable } from './abortable.ts'
import { BodyError, readBody } from './read-body.ts'
import type { Transport, WireRequest } from './transport.ts'

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
  /** The signal aborted. */
  | { kind: 'stopped'; sent: boolean }

const noop = () => {}

/** A certificate that is not accepted, a closed dispatcher, a request that undici refuses. */
const permanentCodes =
  /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_|UND_ERR_(DESTROYED|CLOSED|INVALID_ARG))/

const isPermanent = (error: unknown) =>
  error instanceof Error && 'code' in error && permanentCodes.test(String(error.code))

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header)

async function receive(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Pick<Answer, 'body' | 'bodyError'>> {
  try {
    const body = await readBody(response.body, one(response.headers['content-encoding']), maxBytes)
    return { body, bodyError: undefined }
  } catch (error) {
    if (error instanceof BodyError) return { body: undefined, bodyError: error }
    throw error
  }
}

/**
 * Sends one request and reads the whole answer, unless the signal stops it. Never throws.
 *
 * An answer that is not a 2xx has said what matters with its status: when its body breaks off or never ends, it is
 * still that answer, without a body. A 2xx that breaks off is a lost connection.
 */
export async function exchange(options: {
  transport: Transport
  request: WireRequest
  signal: AbortSignal
  maxResponseBytes: number
  /** Whether a stop is a time limit, under which an error answer without its body still counts. */
  isTimeLimit: (reason: unknown) => boolean
}): Promise<Exchanged> {
  const { signal } = options
  let sent = false
  let response: Dispatcher.ResponseData
  try {
    const sending = options.transport.send(options.request, signal, () => {
      sent = true
    })
    sending.then((late) => signal.aborted && late.body.on('error', noop).destroy(), noop)
    response = await abortable(sending, signal)
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped', sent }
    return { kind: 'connection', sent, permanent: isPermanent(error), cause: error }
  }
  const { statusCode: status, headers } = response
  response.body.on('error', noop)
  try {
    const received = await abortable(receive(response, options.maxResponseBytes), signal)
    return { kind: 'answer', status, headers, ...received }
  } catch (error) {
    const success = status >= 200 && status < 300
    if (signal.aborted && (success || !options.isTimeLimit(signal.reason))) return { kind: 'stopped', sent }
    if (success) return { kind: 'connection', sent, permanent: false, cause: error }
    return { kind: 'answer', status, headers, body: undefined, bodyError: undefined }
  }
}
