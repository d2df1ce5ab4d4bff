import { limits } from '@svc/models'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import type { Runtime } from '../runtime.ts'
import { clientErrorHandler } from './client-error.ts'
import { connectionsLimit } from './connections-limit.ts'
import { directRules } from './direct-rules.ts'
import { errorAnswers } from './errors.ts'
import { requestForm } from './request-form.ts'
import { requestLogger } from './request-logger.ts'

export interface AppOptions {
  runtime: Runtime
  /** Where failures are logged, each with its `request_id`. @default nowhere */
  logger?: FastifyBaseLogger | undefined
  /**
   * Proxies in front, whose addresses in `X-Forwarded-For` are believed, from the right on. What stands further left came
   * with the request: whoever is believed there chooses the address that is counted and logged. @default 0
   */
  proxies?: number | undefined
  /** Serve TLS with this certificate and key, in PEM. @default plain HTTP */
  tls?: { cert: string | Buffer; key: string | Buffer } | undefined
  /** Milliseconds for a whole request, from its first byte to the last of its body. @default 30,000 */
  requestTimeoutMs?: number | undefined
  /** Milliseconds for the headers of a request. @default 10,000 */
  headersTimeoutMs?: number | undefined
  /**
   * Connections at once, idle ones included; more are closed as they come. Each costs a file descriptor and some 20
   * KiB.
   * @default 10,000, or three quarters of the free descriptors where that is less
   */
  maxConnections?: number | undefined
}

/** Fastify's own two lines for each request show its URL with the query, so they are off. A hook can log instead. */
class FailuresOnly extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(): void {}
}

/**
 * Nothing is checked or written by schemas of Fastify. Without these it loads its compilers at the start: 100 modules,
 * and a tenth of the time.
 */
const noCompilers = {
  buildValidator: () => noSchemas,
  buildSerializer: () => noSchemas,
}

function noSchemas(): never {
  throw new Error('A route has a schema of Fastify: routes of this server are checked by zod')
}

/** The path with each `%` that starts no valid escape taken literally, so that every path reaches a route or a 404. */
function mendPath(url: string): string {
  if (!url.includes('%')) return url
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    // Each run of escapes is valid UTF-8 as a whole, or is not an escape at all.
    const mended = path.replaceAll(/(?:%[0-9a-f]{2})+|%/gi, (run) => {
      try {
        decodeURIComponent(run)
        return run
      } catch {
        return run.replaceAll('%', '%25')
      }
    })
    return mended + url.slice(path.length)
  }
}

/**
 * The Fastify instance of the whole server, hardened: bounded bodies, headers and parameters, slow requests cut
 * off, the error form of D3 down to what is no HTTP at all. The socket's idle time is not bounded, because a call that
 * advances the clock can take long.
 */
export function createApp(options: AppOptions): FastifyInstance {
  const { runtime, logger, tls, proxies = 0 } = options
  const headersTimeout = options.headersTimeoutMs ?? 10_000
  const requestTimeout = options.requestTimeoutMs ?? 30_000
  const server = {
    // request-form.ts refuses such requests, in the form of D3.
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    headersTimeout,
    requestTimeout,
    // Node looks for late requests this often; its 30 seconds would make the limits above three times as long.
    connectionsCheckingInterval: Math.min(5_000, headersTimeout / 2, requestTimeout / 2),
  }
  const settings: FastifyServerOptions & { http?: object; https?: object } = {
    bodyLimit: limits.bodyBytes,
    requestTimeout,
    keepAliveTimeout: 72_000,
    // While the server stops, open connections are served to the end and then closed.
    return503OnClosing: false,
    // On close, running requests are finished and idle connections are not waited for.
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: () => runtime.uuid(),
    // Hop 0 is the other end of the connection.
    trustProxy: proxies > 0 && ((_address: string, hop: number) => hop < proxies),
    rewriteUrl: (request) => mendPath(request.url ?? '/'),
    clientErrorHandler: clientErrorHandler(() => runtime.uuid()),
    schemaController: { compilersFactory: noCompilers },
    // A parameter as long as headers allow is a 404 like any other unknown id.
    routerOptions: { maxParamLength: server.maxHeaderSize },
    logController: new FailuresOnly({ requestIdLogLabel: 'request_id' }),
    ...(logger && { loggerInstance: logger, childLoggerFactory: requestLogger }),
    ...(tls ? { https: { ...server, ...tls } } : { http: server }),
  }
  const fastify = Fastify(settings)
  const wanted = options.maxConnections ?? 10_000
  fastify.server.maxConnections = connectionsLimit(wanted)
  if (fastify.server.maxConnections < wanted) {
    logger?.warn(
      { connections: fastify.server.maxConnections, wanted },
      'fewer connections at once than wanted: the system allows this process no more open files (ulimit -n)',
    )
  }
  // Fastify finds the caller's address behind a proxy.
  if (proxies > 0) directRules(fastify, { may: () => false })
  void fastify.register(errorAnswers())
  void fastify.register(requestForm({ requestId: () => runtime.uuid() }))
  return fastify
}
