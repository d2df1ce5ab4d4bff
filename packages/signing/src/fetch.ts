import {
  type AdapterOptions,
  DEFAULT_BODY_LIMIT,
  signatureHeaderName,
  verifierSource,
} from './adapters/options.ts'
import { INCOMPLETE_BODY, type Refusal, signatureRefusal, tooLargeRefusal } from './adapters/refusal.ts'
import { BodyError } from './errors.ts'
import { parseSignature } from './shared/signature-header.ts'
import type { RefusalReason } from './types.ts'
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
  const headerName = signatureHeaderName(options)
  const verifierOf = verifierSource(options.secret, createVerifier)
  const limit = options.bodyLimit ?? DEFAULT_BODY_LIMIT

  return async function verifySignedDelivery(request, ...rest) {
    const refuse = (reason: RefusalReason) => {
      options.onRefused?.(reason, request, ...rest)
      return respond(signatureRefusal(reason, headerName))
    }

    const signature = request.headers.get(headerName)
    // Refuse what cannot be right before a byte of the body is kept in memory.
    const parsed = parseSignature(signature)
    if ('reason' in parsed) return refuse(parsed.reason)

    const verifier = await verifierOf(request, ...rest)
    if (request.bodyUsed) {
      throw new BodyError(
        'body_consumed',
        'The body of the request was read before its signature could be verified. ' +
          'Call the wrapped handler with the request as it came in.',
      )
    }
    const body = await readClone(request, limit)
    if (!(body instanceof Uint8Array)) return respond(body)

    const result = await verifier.check(body, signature)
    return result.ok ? handler(request, ...rest) : refuse(result.reason)
  }
}

/**
 * Reads a clone, so that the handler gets the original with everything that its runtime hangs on it (`cf`, `nextUrl`,
 * `params`). The original holds the bytes meanwhile: that is why the limit counts here.
 */
async function readClone(request: Request, limit: number): Promise<Uint8Array | Refusal> {
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

function respond({ status, body }: Refusal): Response {
  return Response.json(body, { status })
}

export type { AdapterOptions, FoundSecrets, SecretSource } from './adapters/options.ts'
