import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AdapterOptions, DEFAULT_BODY_LIMIT } from './adapters/options.ts'
import { readStream } from './adapters/read-stream.ts'
import { createReceive, isRefusal } from './adapters/receive.ts'
import { MALFORMED_JSON, type Refusal } from './adapters/refusal.ts'
import { BodyError, SigningError } from './errors.ts'
import { createVerifier } from './node/check.ts'
import { readDeliveryHeaders, readHeader } from './shared/read-delivery-headers.ts'
import type { DeliveryHeaders } from './types.ts'

declare global {
  namespace Express {
    interface Request {
      /** The bytes that were signed. Set by `signedDeliveries`, in the handlers behind it. */
      rawBody: Buffer
      /** The delivery's headers. Set by `signedDeliveries`, in the handlers behind it. */
      delivery: DeliveryHeaders
    }
  }
}

/** Options of {@link signedDeliveries}. */
export interface ExpressOptions<Request extends IncomingMessage = IncomingMessage> extends AdapterOptions<
  [request: Request]
> {
  /**
   * Most bytes that a body may have, when the middleware reads it itself.
   * @default 1_048_576 (1 MiB)
   */
  readonly bodyLimit?: number | undefined
}

/** A middleware for Express 4 and 5, Connect, Polka, Next.js pages and everything else on Node's request and response. */
export type SignedDeliveries<Request extends IncomingMessage = IncomingMessage> = (
  request: Request,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>

/**
 * Verifies requests before the handlers behind it run: one without a right signature gets 401 `{code, message}`.
 * It reads the raw body itself, so put it on the webhook's route, in front of any `express.json()`. Afterwards
 * `req.rawBody` has the signed bytes, `req.delivery` the delivery's headers, and `req.body` the parsed JSON (the bytes
 * when the content type is not JSON; untouched when `express.raw()` or your platform had read the body).
 *
 * A body that a parser has used up cannot be verified any more: then `next` gets a {@link BodyError} `body_consumed`
 * that says what to change.
 *
 * @example
 * app.post('/webhooks', signedDeliveries({ secret: process.env.WEBHOOK_SECRET ?? '' }), (req, res) => { … })
 *
 * @throws {SecretError} at once, for fixed secrets that are missing or empty
 */
export function signedDeliveries<Request extends IncomingMessage = IncomingMessage>(
  options: ExpressOptions<Request>,
): SignedDeliveries<Request> {
  // `app.post(path, signedDeliveries, handler)`: Express calls it with the first request.
  if (typeof (options as { pipe?: unknown } | undefined)?.pipe === 'function') {
    throw new SigningError(
      'invalid_option',
      'signedDeliveries is not the middleware, it makes it: app.post(path, signedDeliveries({ secret }), handler).',
    )
  }
  const receive = createReceive<[request: Request]>(options, createVerifier)
  const limit = options.bodyLimit ?? DEFAULT_BODY_LIMIT

  /** Resolves with the answer for a request that goes no further, or with nothing when it is verified. */
  async function admit(request: Request): Promise<Refusal | undefined> {
    const { headers } = request
    let kept: Buffer | undefined
    const received = await receive({
      args: [request],
      header: (name) => readHeader(headers, name),
      body: () => (kept = keptBytes(request)) ?? readStream(request, limit, headers['content-length']),
    })
    if (isRefusal(received)) return received

    Object.assign(request, {
      rawBody: received,
      delivery: readDeliveryHeaders(headers, { prefix: options.headerPrefix, header: options.header }),
    })
    if (kept) return undefined
    try {
      // `_body` tells the parsers of Express 4 that they have nothing left to read; those of 5 see it by themselves.
      Object.assign(request, { body: parseBody(received, headers['content-type']), _body: true })
    } catch {
      return MALFORMED_JSON
    }
    return undefined
  }

  return async function verifySignedDelivery(request, response, next) {
    let refusal: Refusal | undefined
    try {
      refusal = await admit(request)
    } catch (error) {
      next(error)
      return
    }
    if (refusal) send(response, refusal)
    else next()
  }
}

/**
 * The bytes when something in front has kept them: `express.raw()` as `body`, cloud function platforms as `rawBody`.
 *
 * @throws {BodyError} `body_consumed`
 */
function keptBytes(request: IncomingMessage): Buffer | undefined {
  const { body, rawBody } = request as { body?: unknown; rawBody?: unknown }
  for (const bytes of [rawBody, body]) {
    if (bytes instanceof Uint8Array) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  // A parser that skipped the request (no body, another type) has left the stream alone: it can still be read.
  if (!request.readableDidRead && request.readableEncoding === null) return undefined
  throw new BodyError(
    'body_consumed',
    `The request's body was read before its signature could be verified (req.body is now ${describe(body)}). ` +
      'The signature covers the raw bytes, which a parser does not keep. Put signedDeliveries() in front of ' +
      'express.json(), or use express.raw({ type: "*/*" }) on this route.',
  )
}

function describe(body: unknown): string {
  return typeof body === 'object' && body !== null ? 'a parsed object' : `of type ${typeof body}`
}

function parseBody(body: Buffer, contentType = ''): unknown {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType !== 'application/json' && !mediaType.endsWith('+json')) return body
  // TextDecoder leaves out a byte order mark, over which JSON.parse would stumble.
  return body.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(body))
}

function send(response: ServerResponse, { status, body }: Refusal): void {
  if (response.headersSent) return
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  // The rest of a body that is too large, or of one that broke off, is not waited for.
  if (status === 413) response.setHeader('Connection', 'close')
  response.end(JSON.stringify(body))
}

export type { AdapterOptions, FoundSecrets, SecretFunction, SecretSource } from './adapters/options.ts'
