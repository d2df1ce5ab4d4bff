import type { LookupAddress } from 'node:dns'
import { connect as netConnect, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as tlsConnect, type SecureContext } from 'node:tls'
import type { TargetPolicy } from '../service/context.ts'
import { TargetRefused } from './errors.ts'
import type { Resolve } from './resolve.ts'
import { isAllowedTarget } from '../service/target-guard.ts'
import { type AnswerHeads, createAnswerHeads } from './unasked-continue.ts'

/** How far a connection got: the name of a failure in the log depends on it. */
export interface Connection {
  socket: Socket
  /** The TCP connection stands. */
  connected: boolean
  /** The connection can be written to: after the TLS handshake, where there is one. */
  secured: boolean
  /** When it was begun, stood, and could be written to, in milliseconds since some moment; null: not yet. */
  begunAt: number
  connectedAt: number | null
  securedAt: number | null
  /** Bytes of answers that have been read, all requests on this connection together. */
  answeredBytes: number
  /** Told where an answer begins. */
  heads: AnswerHeads
}

export interface ConnectOptions {
  protocol: string
  /** As in `URL.hostname`, without the brackets of an IPv6 address. */
  hostname: string
  port: string
  policy: TargetPolicy
  resolve: Resolve
  /** Whom to trust, and from which version of TLS on. */
  secureContext: () => SecureContext
  /** Milliseconds since some moment. */
  elapsed: () => number
}

/**
 * Opens one connection to a webhook target. The guard filters the resolver's answer: the socket gets only the addresses
 * that pass, so a name cannot resolve differently between check and connect. Of a mixed answer the allowed addresses
 * are used. A literal address is never looked up and is checked first.
 *
 * @throws {TargetRefused} for a literal address that is not allowed
 */
export function openConnection(
  options: ConnectOptions,
  ready: (...result: [Error, null] | [null, Socket]) => void,
): Connection {
  const { protocol, hostname, port, policy, resolve, secureContext, elapsed } = options
  const literal = isIP(hostname) !== 0
  if (literal && !isAllowedTarget(hostname, protocol, policy)) throw new TargetRefused(hostname)

  const lookup: LookupFunction = (name, { all }, answer) => {
    resolve(name)
      .then((addresses) => {
        const allowed = addresses.filter(({ address }) => isAllowedTarget(address, protocol, policy))
        const first: LookupAddress | undefined = allowed[0]
        if (!first) throw new TargetRefused(name)
        if (all) answer(null, allowed)
        else answer(null, first.address, first.family)
      })
      .catch((error: NodeJS.ErrnoException) => answer(error, '', 0))
  }

  const secure = protocol === 'https:'
  const target = { host: hostname, port: Number(port || (secure ? 443 : 80)), lookup, autoSelectFamily: true }
  const socket = secure
    ? tlsConnect({
        ...target,
        // An IP address cannot be a server name (RFC 6066), and a trailing dot is not part of one.
        ...(literal ? {} : { servername: hostname.replace(/\.$/, '') }),
        ALPNProtocols: ['http/1.1'],
        secureContext: secureContext(),
        // Explicit, so NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment does not undo it.
        rejectUnauthorized: true,
      })
    : netConnect(target)

  const connection: Connection = {
    socket,
    connected: false,
    secured: false,
    begunAt: elapsed(),
    connectedAt: null,
    securedAt: null,
    answeredBytes: 0,
    heads: createAnswerHeads(),
  }
  // Not `bytesRead`: under TLS it also counts what is no part of an answer, such as the alert that closes the
  // connection.
  const read = socket.read.bind(socket)
  socket.read = (size) => {
    const chunk = read(size) as Buffer | null
    if (chunk) {
      connection.answeredBytes += chunk.length
      connection.heads.pass(chunk)
    }
    return chunk
  }
  socket.setNoDelay(true)
  socket.once('connect', () => {
    connection.connected = true
    connection.connectedAt = elapsed()
  })
  let done = false
  const finish = (error: Error | null) => {
    if (done) return
    done = true
    connection.secured = error === null
    if (error) return ready(error, null)
    connection.securedAt = elapsed()
    ready(null, socket)
  }
  socket.once(secure ? 'secureConnect' : 'connect', () => finish(null))
  // Stays for ever: an error after the end of the attempt must not become an uncaught exception.
  socket.on('error', finish)
  return connection
}
