import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyPluginAsync } from 'fastify'
import { expect } from 'vitest'
import { faultPlugin } from '../../src/control/fault-plugin.ts'
import { FaultStore } from '../../src/control/faults.ts'
import { requestLogPlugin } from '../../src/control/request-log-plugin.ts'
import { RequestLog } from '../../src/control/request-log.ts'
import { noon } from './noon.ts'
import { openParts, type Parts, type PartsOptions, type PlainTenant } from './parts.ts'

/** A server, and callers that write to it whatever they like, byte by byte. */
export interface RawCallers extends AsyncDisposable {
  parts: Parts
  tenant: PlainTenant
  log: RequestLog
  /** A connection that keeps what it receives. It is gone after `hangUp`. */
  open(): Promise<RawSocket>
  /** Sends bytes and reads all that comes until the server closes. */
  raw(bytes: string | Buffer): Promise<string>
  /** The head of a request with the tenant's key. */
  head(method: string, path: string, headers?: Record<string, string>): string
  /** What a caller who means no harm gets while the others do their worst. */
  expectService(): Promise<void>
  /** Breaks every connection. */
  hangUp(): void
}

export type RawSocket = Socket & { received: () => string }

/** The statuses of all answers in a text. */
export const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

/** The parts of a server as the sandbox has them, with these scopes around the request log and the faults. */
export async function openRawCallers(
  options: PartsOptions & { before?: FastifyPluginAsync[]; after?: FastifyPluginAsync[] } = {},
): Promise<RawCallers> {
  const { before = [], after = [], ...app } = options
  const log = new RequestLog()
  const clock = { now: () => noon, real: Date.now, mode: 'manual' as const }
  // As the server has them: what they do with a hostile request is part of the answer.
  const own = [
    requestLogPlugin({ log, clock }),
    faultPlugin({ faults: new FaultStore({ uuid: randomUUID }) }),
  ]
  const parts = await openParts('memory', { ...app, scopes: [...before, ...own, ...after] })
  const tenant = await parts.tenant()
  const port = Number(new URL(parts.url).port)
  const sockets = new Set<Socket>()

  async function open(): Promise<RawSocket> {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (text += chunk))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return Object.assign(socket, { received: () => text })
  }

  function hangUp(): void {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  return {
    parts,
    tenant,
    log,
    open,
    hangUp,
    async raw(bytes) {
      const socket = await open()
      socket.write(bytes)
      // Not `once`: a connection that is reset is closed as well.
      if (!socket.closed) await new Promise((resolve) => void socket.on('close', resolve))
      return socket.received()
    },
    head(method, path, headers = {}) {
      const all = { Host: 'x', 'X-API-Key': tenant.key, ...headers }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
    },
    async expectService() {
      const body = { amount: '1', paymentMethod: 'Cash', type: 'income' }
      expect((await tenant.call('POST', '/payments', { body })).status).toBe(201)
      expect((await tenant.call('GET', '/bookings')).status).toBe(200)
    },
    async [Symbol.asyncDispose]() {
      hangUp()
      await parts[Symbol.asyncDispose]()
    },
  }
}
