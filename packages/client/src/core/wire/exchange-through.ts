import type { Dispatcher } from 'undici'
import { abortable } from './abortable.ts'
import { type Answer, brokeOff, connectionFailed, type Exchanged, type ExchangeOptions } from './exchanged.ts'
import { BodyError, readBody } from './read-body.ts'
import { contentEncoding } from './headers.ts'
import { loadUndici } from './undici.ts'

const noop = () => {}

type Ask = (
  this: Pick<Dispatcher, 'dispatch'>,
  options: Dispatcher.RequestOptions,
) => Promise<Dispatcher.ResponseData>

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

/** Resolves with the head of the answer. `onSent` is called when the request is about to be written to a connection. */
async function send(
  dispatcher: Dispatcher,
  { request, stop }: ExchangeOptions,
  onSent: () => void,
): Promise<Dispatcher.ResponseData> {
  // A dispatcher of another undici version understands the handlers of its own `request` only.
  // undici's `request` for dispatchers that have none is that of its classes: `this` is whom it dispatches through.
  const ask: Ask =
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the watching dispatcher below
    'request' in dispatcher ? dispatcher.request : (await loadUndici()).Dispatcher.prototype.request
  // The first call waits for undici to load. The call may have been stopped meanwhile.
  if (stop.reason) throw stop.reason
  const watching: Pick<Dispatcher, 'dispatch'> = {
    dispatch(dispatchOptions, handler) {
      watchStart(handler, onSent)
      return dispatcher.dispatch(dispatchOptions, handler)
    },
  }
  return ask.call(watching, { ...request, signal: stop.signal, headersTimeout: 0, bodyTimeout: 0 })
}

async function receive(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Pick<Answer, 'body' | 'bodyError'>> {
  try {
    const body = await readBody(response.body, contentEncoding(response.headers), maxBytes)
    return { body, bodyError: undefined }
  } catch (error) {
    if (error instanceof BodyError) return { body: undefined, bodyError: error }
    throw error
  }
}

/** One exchange through a dispatcher of the caller's, by the `request` that it understands. Never throws. */
export async function exchangeThrough(dispatcher: Dispatcher, options: ExchangeOptions): Promise<Exchanged> {
  const { stop, maxResponseBytes } = options
  let sent = false
  let response: Dispatcher.ResponseData
  try {
    const sending = send(dispatcher, options, () => {
      sent = true
    })
    sending.then((late) => stop.reason && late.body.on('error', noop).destroy(), noop)
    response = await abortable(sending, stop.signal)
  } catch (error) {
    return stop.reason ? { kind: 'stopped', sent } : connectionFailed(sent, error)
  }
  const { statusCode: status, headers } = response
  response.body.on('error', noop)
  try {
    const received = await abortable(receive(response, maxResponseBytes), stop.signal)
    return { kind: 'answer', status, headers, ...received }
  } catch (error) {
    return brokeOff({ status, headers }, { sent, stop, cause: error })
  }
}
