import { type AdapterOptions, DEFAULT_BODY_LIMIT } from './adapters/options.ts'
import { createReceive, isRefusal } from './adapters/receive.ts'
import { INCOMPLETE_BODY, type Refusal, tooLargeRefusal } from './adapters/refusal.ts'
import { BodyError, HeaderError, SigningError } from './errors.ts'
import { createVerifier } from './web/check.ts'

/** Options of {@link signedDeliveries}. */
export interface FetchOptions<
  Req extends Request = Request,
  Rest extends unknown[] = unknown[],
> extends AdapterOptions<[request: Req, ...rest: Rest]> {
  /**
   * Most bytes that a body may have.
   * @default 1_048_576 (1 MiB)
   */
  readonly bodyLimit?: number | undefined
}

/**
 * Wraps a Fetch-standard handler (Workers, Hono, Next.js route handlers, Bun.serve, Deno.serve): it is called only for
 * requests with a right signature; all others are answered with 401 `{code, message}`. The handler gets the very
 * request and arguments that came in, its body still unread: `await request.bytes()` are the signed bytes,
 * `readDeliveryHeaders(request.headers)` the delivery's headers.
 *
 * @example
 * export default {
 *   fetch: signedDeliveries({ secret: (_request, env: Env) => env.WEBHOOK_SECRET }, async (request, env, ctx) => { … }),
 * }
 *
 * @throws {SecretError} at once, for fixed secrets that are missing or empty. The wrapped handler rejects with
 *   {@link BodyError} `body_consumed` when something in front has read the request's body
 */
export function signedDeliveries<Req extends Request = Request, Rest extends unknown[] = unknown[]>(
  options: FetchOptions<Req, Rest>,
  handler: (request: Req, ...rest: Rest) => Response | Promise<Response>,
): (request: Req, ...rest: Rest) => Promise<Response> {
  const receive = createReceive<[request: Req, ...rest: Rest]>(options, createVerifier)
  if (typeof handler !== 'function') {
    throw new SigningError(
      'invalid_option',
      'signedDeliveries takes the handler too: signedDeliveries(options, (request) => new Response()).',
    )
  }
  const limit = options.bodyLimit ?? DEFAULT_BODY_LIMIT

  return async function verifySignedDelivery(request, ...rest) {
    refuseContext(request)
    const received = await receive({
      args: [request, ...rest],
      header: (name) => request.headers.get(name),
      body: () => readClone(request, limit),
    })
    return isRefusal(received)
      ? Response.json(received.body, { status: received.status })
      : handler(request, ...rest)
  }
}

/** Hono hands out its context, Next.js pages and Express Node's request: the first delivery is to tell, not a TypeError. */
function refuseContext(request: unknown): void {
  if (typeof (request as Partial<Request> | undefined)?.headers?.get === 'function') return
  throw new HeaderError(
    'invalid_header',
    'The wrapped handler was not called with a Fetch-standard Request. In Hono: (c) => receive(c.req.raw). ' +
      "Where requests are those of Node, use '@svc/signing/express' or '/fastify'.",
  )
}

/**
 * Reads a clone, so that the handler gets the original with everything that its runtime adds to it (`cf`, `nextUrl`,
 * `params`). The original holds the bytes meanwhile: that is why the limit counts here.
 *
 * @throws {BodyError} `body_consumed`
 */
async function readClone(request: Request, limit: number): Promise<Uint8Array | Refusal> {
  if (request.bodyUsed) {
    throw new BodyError(
      'body_consumed',
      'The body of the request was read before its signature could be verified. ' +
        'Call the wrapped handler with the request as it came in.',
    )
  }
  if (Number(request.headers.get('content-length')) > limit) return tooLargeRefusal(limit)
  const reader = request.clone().body?.getReader()
  if (!reader) return new Uint8Array()

  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return concat(chunks, length)
      length += value.length
      if (length > limit) {
        // Both branches of the clone have to let go before the connection stops delivering.
        await Promise.all([reader.cancel(), request.body?.cancel()])
        return tooLargeRefusal(limit)
      }
      chunks.push(value)
    }
  } catch {
    return INCOMPLETE_BODY
  }
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

export type { AdapterOptions, FoundSecrets, SecretFunction, SecretSource } from './adapters/options.ts'
