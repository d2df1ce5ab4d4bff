import type { Client } from 'undici'
import { type Connection, type ConnectOptions, openConnection } from './connect.ts'

/** Largest block of response headers, in bytes: Node.js's own default, stated because it bounds our memory. */
export const maxHeaderBytes = 16_384

/** How long a connection is kept idle at most, in milliseconds. */
export const maxIdleMs = 1_000

/** HTTP on one connection: one request at a time, and no second connection. */
export interface Channel {
  readonly client: Client
  /** Undefined until something is sent. */
  readonly connection: Connection | undefined
  /** Closes at once, also while it connects. */
  close(): void
}

/** @param Client of undici */
export function createChannel(
  ClientClass: typeof Client,
  origin: string,
  options: Pick<ConnectOptions, 'policy' | 'resolve' | 'secureContext' | 'elapsed'>,
): Channel {
  let connection: Connection | undefined
  const client = new ClientClass(origin, {
    connect: (target, ready) => {
      // A second connection would mean a second POST, and the attempt must know about it.
      if (connection) return ready(new Error('The receiver closed the connection.'), null)
      try {
        connection = openConnection({ ...target, ...options }, ready)
      } catch (error) {
        ready(error as Error, null)
      }
    },
    maxHeaderSize: maxHeaderBytes,
    // undici closes an idle connection after that time, or after the time that the receiver has announced.
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    keepAliveTimeoutThreshold: 0,
    // The limit of the whole attempt covers these.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    client,
    get connection() {
      return connection
    },
    close() {
      // undici drops a request that waits for its connection only when the whole client is destroyed.
      void client.destroy()
      connection?.socket.destroy()
    },
  }
}
