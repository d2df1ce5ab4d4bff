import { isIPv6 } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { StartError } from './errors.ts'

/** Whether an address can be reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/**
 * Refuses plain HTTP beyond loopback, unless an option allows it (D16).
 *
 * @throws StartError `insecure_http`
 */
export function checkTransport(options: {
  host: string
  tls?: object | undefined
  trustProxy: boolean
  insecureHttp: boolean
}): void {
  const { host, tls, trustProxy, insecureHttp } = options
  if (isLoopback(host) || tls || trustProxy || insecureHttp) return
  throw new StartError(
    'insecure_http',
    `Plain HTTP on ${host} would send API keys readable over the network. Serve TLS (--tls-cert and --tls-key), ` +
      'put a TLS proxy in front (--trust-proxy), or accept the risk with --insecure-http. ' +
      'In a program these are the options tls, trustProxy and insecureHttp.',
  )
}

/**
 * Whether certificate and key can be used, and belong together, before anything else is opened.
 *
 * @throws StartError `invalid_option`
 */
export function checkTls(tls: { cert: string | Buffer; key: string | Buffer } | undefined): void {
  if (!tls) return
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new StartError(
      'invalid_option',
      `The TLS certificate and key cannot be used: ${(error as Error).message}. Give both in PEM form, without a ` +
        'passphrase, and the key that the certificate was made for.',
      { cause: error },
    )
  }
}

/**
 * Starts to listen.
 *
 * @returns the address under which this machine reaches the server
 * @throws StartError `address_in_use` or `address_unusable`
 */
export async function listen(
  app: FastifyInstance,
  address: { host: string; port: number; tls?: object | undefined },
): Promise<string> {
  const { host, port, tls } = address
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port)
  }
  const bound = app.server.address()
  const actual = typeof bound === 'object' && bound !== null ? bound.port : port
  return `${tls ? 'https' : 'http'}://${reachable(host)}:${actual}`
}

/** A host as written in a URL; the loopback address for "every address". */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare === '::') return '[::1]'
  return isIPv6(bare) ? `[${bare}]` : host
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  const where = `${host}:${port}`
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        'address_in_use',
        `Port ${port} on ${host} is in use, perhaps by another sandbox. Take another one (--port ${port + 1}), ` +
          'or any free one (--port 0, which a program has without the option).',
        { cause: error },
      )
    case 'EACCES':
      return new StartError(
        'address_unusable',
        `This user may not listen on ${where}. Take a port from 1024 on, or any free one (--port 0).`,
        { cause: error },
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        'address_unusable',
        `${host} is no address of this machine. Take 127.0.0.1 (this machine alone) or 0.0.0.0 (every address).`,
        { cause: error },
      )
    default:
      return new StartError('address_unusable', `Cannot listen on ${where}: ${error.message}`, {
        cause: error,
      })
  }
}
