import type { Dispatcher } from 'undici'
import { abortable } from './abortable.ts'
import { BodyError, readBody } from './read-body.ts'
import type { Transport, WireRequest } from './transport.ts'

/** How one try ended: an answer, whole or not, or none. A stop (time, abort) is thrown as the signal's reason. */
export type AttemptResult =
  | {
      kind: 'answer'
      status: number
      headers: Dispatcher.ResponseData['headers']
      /** The decoded body; undefined when it could not be taken, and `bodyError` says why. */
      body: Buffer | undefined
      bodyError: BodyError | undefined
    }
  | { kind: 'connection'; cause: unknown; permanent: boolean }

const noop = () => {}

/** A certificate that is not accepted, a closed dispatcher, a request that undici refuses: no better in a second. */
const permanentCodes =
  /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL_|UND_ERR_(DESTROYED|CLOSED|INVALID_ARG))/

const isPermanent = (error: unknown) =>
  error instanceof Error && 'code' in error && permanentCodes.test(String(error.code))

const one = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header)

async function receive(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Pick<AttemptResult & { kind: 'answer' }, 'body' | 'bodyError'>> {
  try {
    const body = await readBody(response.body, one(response.headers['content-encoding']), maxBytes)
    return { body, bodyError: undefined }
  } catch (error) {
    if (error instanceof BodyError) return { body: undefined, bodyError: error }
    throw error
  }
}

/**
 * One try: sends the request and reads the whole answer, unless the signal stops it.
 *
 * An answer that is not a 2xx has said what matters with its status: when its body breaks off or never ends, it is
 * still that answer, without a body. A 2xx that breaks off is a lost connection.
 *
 * @throws the signal's reason
 */
export async function attempt(options: {
  transport: Transport
  request: WireRequest
  signal: AbortSignal
  maxResponseBytes: number
  onSent: () => void
  /** Whether a stop is a time limit, under which an error answer without its body still counts. */
  isTimeLimit: (reason: unknown) => boolean
}): Promise<AttemptResult> {
  const { signal } = options
  let response: Dispatcher.ResponseData
  try {
    const sending = options.transport.send(options.request, signal, options.onSent)
    sending.then((late) => signal.aborted && late.body.on('error', noop).destroy(), noop)
    response = await abortable(sending, signal)
  } catch (error) {
    signal.throwIfAborted()
    return { kind: 'connection', cause: error, permanent: isPermanent(error) }
  }
  const { statusCode: status, headers } = response
  response.body.on('error', noop)
  try {
    const received = await abortable(receive(response, options.maxResponseBytes), signal)
    return { kind: 'answer', status, headers, ...received }
  } catch (error) {
    const success = status >= 200 && status < 300
    if (signal.aborted && (success || !options.isTimeLimit(signal.reason))) throw signal.reason
    if (success) return { kind: 'connection', cause: error, permanent: false }
    return { kind: 'answer', status, headers, body: undefined, bodyError: undefined }
  }
}
