import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import { ServiceError } from '../service/errors.ts'
import type { Asked } from './asked.ts'

export interface AllowedHostsOptions {
  /** Whether the server listens for this machine alone. */
  loopback: boolean
  /** Names beside those of the loopback, in an array or with commas in between. @default none */
  names?: string | readonly string[] | undefined
}

/** Which names a server goes by. */
export interface AllowedHosts {
  /** Whether the host of this `Host` header is a name of the loopback, or one that was allowed. */
  has(host: string | undefined): boolean
  /** Whether other names are refused. */
  readonly loopback: boolean
}

const loopbackName = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

export function allowedHosts({ loopback, names = [] }: AllowedHostsOptions): AllowedHosts {
  const given = new Set(
    [names].flat().flatMap((text) => text.split(',').flatMap((name) => hostname(name.trim()) ?? [])),
  )
  return {
    loopback,
    has(host) {
      const name = hostname(host)
      return name !== undefined && (loopbackName.test(name) || given.has(name))
    },
  }
}

/** Without port, in lower case, addresses in their usual form. */
function hostname(host: string | undefined): string | undefined {
  if (!host || /[/?#@\\]/.test(host)) return undefined
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')
}

/** What a person opens with a browser on this machine. The client API is not among it: its key is its guard. */
const guarded = /^\/(?:$|(?:dashboard|docs|metrics|sandbox)(?:\/|$))/

/**
 * Keeps pages of other sites out of a server on loopback. Such a page may let its own name point to 127.0.0.1, and is
 * then of one origin with the server to the browser; the name in `Host` gives it away (D22).
 */
export function checkHost(options: { hosts: AllowedHosts }): FastifyPluginAsync {
  const { hosts } = options
  return fp(async function checkHostPlugin(fastify) {
    if (!hosts.loopback) return
    fastify.addHook('onRequest', (request, _reply, done) => {
      const { url } = request.routeOptions
      if (url === undefined || !guarded.test(url) || hosts.has(request.headers.host)) return done()
      const shown = (request.headers.host ?? '').slice(0, 100)
      done(
        new ServiceError(
          'origin_not_allowed',
          `The server listens on loopback and is not called "${shown}". Use localhost, or start it with --allowed-hosts.`,
        ),
      )
    })
  })
}

/** Whether the `Origin` of a request is this server itself, under a name that it goes by (D23). */
export function isOwnOrigin(hosts: AllowedHosts, { protocol, headers }: Asked): boolean {
  const { origin, host } = headers
  return origin !== undefined && origin === `${protocol}://${host?.toLowerCase()}` && hosts.has(host)
}
