import { Readable } from 'node:stream'
// Types alone: nothing of Fastify is loaded at run time.
import type { FastifyRequest } from 'fastify'
import { type AdapterOptions, adapterOptionNames, DEFAULT_BODY_LIMIT } from './adapters/options.ts'
import { readStream } from './adapters/read-stream.ts'
import { createReceive, isRefusal } from './adapters/receive.ts'
import type { Refusal } from './adapters/refusal.ts'
import { createVerifier } from './node/check.ts'
import { readDeliveryHeaders, readHeader } from './shared/read-delivery-headers.ts'
import { SigningError } from './errors.ts'
import type { DeliveryHeaders } from './types.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes that were signed. Set in the scope of `signedDeliveries`, before any handler runs. */
    rawBody: Buffer
    /** The delivery's headers. Set in the scope of `signedDeliveries`, before any handler runs. */
    delivery: DeliveryHeaders
  }
}

/** As much of Fastify's reply as the adapter needs. */
export interface FastifyReplyLike {
  code(status: number): FastifyReplyLike
  header(name: string, value: string): FastifyReplyLike
  send(payload: unknown): unknown
}

/** As much of a Fastify instance as the adapter needs. */
export interface FastifyScope {
  hasRequestDecorator(name: string): boolean
  decorateRequest(name: string, value: null): unknown
  addHook(
    name: 'preParsing',
    hook: (request: FastifyRequest, reply: FastifyReplyLike, payload: Readable) => Promise<unknown>,
  ): unknown
}

/** Options of {@link signedDeliveries}. */
export interface FastifyOptions extends AdapterOptions<[request: FastifyRequest]> {
  /**
   * Most bytes that a body may have.
   * @default the route's `bodyLimit`, which Fastify sets to 1 MiB
   */
  readonly bodyLimit?: number | undefined
}

/** A Fastify plugin, as `register` takes it. */
export type FastifySignedDeliveries = (scope: FastifyScope, options: FastifyOptions) => Promise<void>

/**
 * Verifies every request of the scope that it is registered in, and of the scopes inside, before anything parses the
 * body: a request without a right signature gets 401 `{code, message}` and reaches no handler, whatever its method
 * and content type. Afterwards the body is parsed as always; `request.rawBody` has the signed bytes and
 * `request.delivery` the delivery's headers.
 *
 * It does not open a scope of its own (nothing could stand in it). Give your webhooks one:
 *
 * @example
 * await app.register(async (webhooks) => {
 *   await webhooks.register(signedDeliveries, { secret: process.env.WEBHOOK_SECRET ?? '' })
 *   webhooks.post('/webhooks', async (request) => { … })
 * })
 *
 * @throws {SecretError} at registration, for fixed secrets that are missing or empty
 */
export const signedDeliveries: FastifySignedDeliveries = Object.assign(registerSignedDeliveries, {
  // What fastify-plugin sets: stay in the scope of whoever registers.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@svc/signing',
  [Symbol.for('plugin-meta')]: { name: '@svc/signing', fastify: '>=4' },
})

/** Those that `register` itself takes come along. */
const fastifyOptionNames = {
  ...adapterOptionNames,
  prefix: true,
  logLevel: true,
  logSerializers: true,
} as const

// Asynchronous because Fastify waits forever for a callback plugin that throws.
async function registerSignedDeliveries(scope: FastifyScope, options: FastifyOptions): Promise<void> {
  // Fastify itself always hands options over.
  if ((options as unknown) === undefined) {
    throw new SigningError(
      'invalid_option',
      'signedDeliveries is a plugin: await app.register(signedDeliveries, { secret }).',
    )
  }
  const receive = createReceive<[request: FastifyRequest]>(options, createVerifier, fastifyOptionNames)

  // A scope inside another one that verifies already has the decorators.
  if (!scope.hasRequestDecorator('rawBody')) scope.decorateRequest('rawBody', null)
  if (!scope.hasRequestDecorator('delivery')) scope.decorateRequest('delivery', null)

  // preParsing is the one hook that runs for all methods and content types and before every parser: a route cannot
  // slip past it by a `text/plain` body, as it can past a content type parser.
  scope.addHook('preParsing', async (request, reply, payload) => {
    const { headers } = request
    const limit = options.bodyLimit ?? request.routeOptions.bodyLimit ?? DEFAULT_BODY_LIMIT
    const received = await receive({
      args: [request],
      header: (name) => readHeader(headers, name),
      body: () => readStream(payload, limit, headers['content-length']),
    })
    if (isRefusal(received)) return answer(reply, received)

    Object.assign(request, {
      rawBody: received,
      delivery: readDeliveryHeaders(headers, { prefix: options.headerPrefix, header: options.header }),
    })
    return replay(received, payload)
  })
}

function answer(reply: FastifyReplyLike, { status, body }: Refusal): FastifyReplyLike {
  // A body that is too large, or that broke off, leaves a connection on which no further request can be read.
  if (status !== 401) reply.header('connection', 'close')
  reply.code(status).send(body)
  return reply
}

/** The same bytes again, for the parser that follows; Fastify checks the length that was really received. */
function replay(body: Buffer, payload: Readable): Readable {
  const { receivedEncodedLength = body.length } = payload as { receivedEncodedLength?: number }
  const stream = Readable.from(body.length === 0 ? [] : [body], { objectMode: false })
  return Object.assign(stream, { receivedEncodedLength })
}

export type { AdapterOptions, FoundSecrets, SecretFunction, SecretSource } from './adapters/options.ts'
